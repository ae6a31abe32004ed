# A background child, a child in a session of its own, and one that was forked twice and has neither parent nor session
# in common with the job. Each says who it is before anything else happens.
mkfifo "gates/$1.ready"
leave() {
    sh -c 'echo $$ >>"started/$1"; echo >"gates/$1.ready"; exec sleep 600' leave "$1"
}
leave "$1" &
cat "gates/$1.ready"
setsid sh -c 'echo $$ >>"started/$1"; echo >"gates/$1.ready"; exec sleep 600' leave "$1" &
cat "gates/$1.ready"
(setsid sh -c '(sh -c "echo \$\$ >>started/$1; echo >gates/$1.ready; exec sleep 600" &) ' leave "$1" &)
cat "gates/$1.ready"
echo "scattered"
cat "gates/$1"
