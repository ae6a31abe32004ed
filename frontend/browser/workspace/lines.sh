#!/usr/bin/env bash
# lines.sh <count> <width>: numbered lines of about that many bytes. seq is quick enough for millions.
words=' of a long log, with some words to make it as long as lines usually are'
while [ ${#words} -lt $(($2 - 13)) ]; do words="$words, and a few more"; done
seq -f "line %.0f${words:0:$(($2 - 13))}" 1 "$1"
