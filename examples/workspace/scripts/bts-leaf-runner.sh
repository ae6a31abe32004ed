#!/usr/bin/env bash
# The BTS stage alone.
TAKES_VERBOSE=no
. "$(dirname "$0")/lib.sh"
parse_options "$@"
begin 'BTS stage'
stage bts 7 build test summarise
finish
