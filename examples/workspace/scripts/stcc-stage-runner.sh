#!/usr/bin/env bash
# The STCC stage alone.
TAKES_VERBOSE=no
. "$(dirname "$0")/lib.sh"
parse_options "$@"
begin 'STCC stage'
stage stcc 9 review correct
finish
