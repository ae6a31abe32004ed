#!/usr/bin/env bash
# Numbered lines at an even pace, so that a reader can tell whether one is missing.
trap 'echo "stopped by a signal"; exit 143' TERM
for ((i = 1; i <= $1; i++)); do
    echo "tick $i"
    sleep 0.2 &
    wait $!
done
