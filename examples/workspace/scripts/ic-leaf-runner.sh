#!/usr/bin/env bash
# The IC stage alone.
TAKES_VERBOSE=no
. "$(dirname "$0")/lib.sh"
parse_options "$@"
begin 'IC stage'
stage ic 7 integrate check commit
finish
