#!/usr/bin/env bash
# The NB stage alone.
TAKES_VERBOSE=no
. "$(dirname "$0")/lib.sh"
parse_options "$@"
begin 'NB stage'
stage nb 7 read plan build
finish
