echo "+$2" >>"started/$1"
echo "-$2" >>"started/$1"
