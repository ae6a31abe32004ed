trap 'echo "asked to end, and does not"' TERM
echo $$ >>"started/$1"
echo "stays"
while :; do
    cat "gates/$1" >/dev/null &
    wait $!
done
