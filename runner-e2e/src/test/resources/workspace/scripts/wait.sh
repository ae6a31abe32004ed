# Every start leaves a line, by which a second one would show.
echo $$ >>"started/$1"
trap 'echo "asked to end"; exit 143' TERM
echo "pid $$ waits at $1"
# A background child, because a shell that waits for a foreground one runs no trap.
cat "gates/$1" >/dev/null &
wait $!
echo "passed $1"
exit "$2"
