#!/usr/bin/env bash
echo "preparing"
[ $# -eq 0 ] || echo "note: $2"
printf '\033[33mwarning: the cache is cold\033[0m\n'
printf '\033[31mERROR: the target does not exist\033[0m\n'
echo "cleaning up"
exit 3
