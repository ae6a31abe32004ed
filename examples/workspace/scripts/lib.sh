# Shared by the five demo scripts; sourced, not run. A script sets TAKES_VERBOSE (yes or no), then calls
# `parse_options "$@"`, `begin` and `stage`.
# shellcheck shell=bash
set -u

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
NAME=$(basename "$0")
RETRIES=1
LEAF_PROGRESS=no
VERBOSE=no

say() { printf '\033[2m%s\033[0m %s\n' "$(date -u +%H:%M:%S)" "$*"; }
good() { say $'\033[32m'"$*"$'\033[0m'; }
bad() { say $'\033[31m'"$*"$'\033[0m'; }
detail() { if [ "$VERBOSE" = yes ]; then say "    $*"; fi; }

usage() {
    {
        [ $# -eq 0 ] || echo "$NAME: $*"
        if [ "$TAKES_VERBOSE" = yes ]; then
            echo "usage: $NAME [--retries 1-10] [--leaf-progress] [--verbose]"
        else
            echo "usage: $NAME [--retries 1-10] [--leaf-progress]"
        fi
    } >&2
    exit 2
}

parse_options() {
    while [ $# -gt 0 ]; do
        case $1 in
            --retries)
                [ $# -ge 2 ] || usage "--retries needs a number"
                case $2 in
                    [1-9] | 10) RETRIES=$2 ;;
                    *) usage "--retries must be 1 to 10" ;;
                esac
                shift
                ;;
            --leaf-progress) LEAF_PROGRESS=yes ;;
            --verbose)
                [ "$TAKES_VERBOSE" = yes ] || usage "unknown option $1"
                VERBOSE=yes
                ;;
            *) usage "unknown option $1" ;;
        esac
        shift
    done
}

# The runner passes on few variables, so the demo's switches may also stand in .demo; the environment wins.
# The file is read as data, line by line, not sourced.
load_switches() {
    local key value
    if [ -r "$ROOT/.demo" ]; then
        while IFS='=' read -r key value || [ -n "$key" ]; do
            case $key in
                DEMO_FAIL | DEMO_HANG | DEMO_SPEED) [ -n "${!key-}" ] || printf -v "$key" '%s' "$value" ;;
                '' | '#'*) ;;
                *) say "ignoring $key in .demo" ;;
            esac
        done <"$ROOT/.demo"
    fi
    DEMO_FAIL=${DEMO_FAIL-}
    DEMO_HANG=${DEMO_HANG-}
    DEMO_SPEED=${DEMO_SPEED:-1}
    [[ $DEMO_SPEED =~ ^(0\.[0-9]*[1-9][0-9]*|[1-9][0-9]*(\.[0-9]+)?)$ ]] || {
        echo "$NAME: DEMO_SPEED must be a number above 0" >&2
        exit 2
    }
}

begin() {
    load_switches
    trap 'bad "stopped by a signal"; exit 143' TERM
    trap 'bad "interrupted"; exit 130' INT
    say $'\033[1m'"$1"$'\033[0m'" (retries $RETRIES, speed $DEMO_SPEED)"
}

# pause <tenths of a second>; in the background so that a signal is noticed at once and not after the sleep.
pause() {
    local seconds
    seconds=$(awk -v t="$1" -v s="$DEMO_SPEED" 'BEGIN { printf "%.3f", t / 10 / s }')
    sleep "$seconds" &
    wait $!
}

# matches <switch> <stage>: the switch names this stage, or all of them.
matches() { [ "$1" = "$2" ] || [ "$1" = all ]; }

# One try of one step; $CODEX_BIN does the work when there is one.
try_step() {
    local stage=$1 step=$2 try=$3 leaf
    if matches "$DEMO_HANG" "$stage"; then
        bad "  $stage/$step hangs (DEMO_HANG); cancel it or wait for the timeout"
        while :; do pause 10; done
    fi
    for leaf in 1 2 3; do
        pause "$TENTHS"
        if [ "$LEAF_PROGRESS" = yes ]; then say "    $stage/$step leaf $leaf of 3"; fi
    done
    if [ -n "${CODEX_BIN-}" ]; then
        detail "calling $CODEX_BIN"
        "$CODEX_BIN" exec "$stage: $step" || return
    else
        detail "CODEX_BIN is not set; pretending"
    fi
    if matches "$DEMO_FAIL" "$stage"; then return 1; fi
    # `flaky` fails every first try, so that --retries can be seen to help.
    if [ "$DEMO_FAIL" = flaky ] && [ "$try" -eq 1 ]; then return 1; fi
    return 0
}

# stage <name> <tenths per leaf> <step>...
stage() {
    local stage=$1 step try code
    TENTHS=$2
    shift 2
    say $'\033[36m'"== stage $stage"$'\033[0m'
    for step in "$@"; do
        try=1
        while :; do
            say "  $stage/$step, try $try of $RETRIES"
            code=0
            try_step "$stage" "$step" "$try" || code=$?
            if [ "$code" -eq 0 ]; then break; fi
            bad "  $stage/$step failed with exit code $code"
            if [ "$try" -ge "$RETRIES" ]; then
                bad "giving up after $try of $RETRIES tries"
                exit "$code"
            fi
            try=$((try + 1))
        done
        good "  $stage/$step done"
    done
}

finish() { good "all done"; }
