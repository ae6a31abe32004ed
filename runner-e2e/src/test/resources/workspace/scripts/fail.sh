echo "about to fail"
exit "$1"
