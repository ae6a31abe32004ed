#!/usr/bin/env bash
# Every stage, one after the other.
TAKES_VERBOSE=yes
. "$(dirname "$0")/lib.sh"
parse_options "$@"
begin 'master agent'
stage nb 3 plan build
stage bts 3 build test
stage stcc 3 review
stage ic 3 integrate commit
finish
