echo $$ >>"started/$1"
count=$(wc -l <"started/$1")
echo "start number $((count))"
[ "$count" -gt 1 ] || exit 9
