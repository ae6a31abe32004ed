#!/usr/bin/env bash
# seq is quick enough for millions.
seq -f 'line %.0f of a long log, with some words to make it as long as lines usually are' 1 "$1"
