# Runs one attempt and publishes its exit code, whoever is there to see it. POSIX sh; lines of comment are left out when
# it is passed to `sh -c`, so that nobody can change or remove it on disk.
#   $1 control directory   $2 where this is: host, boot id, pid namespace   $3 cgroup or nothing   $4 setsid
#   $5 open files, $6 processes, at most, or nothing   $7 mark or nothing   $8... argv
# Names have underscores so that they do not change a variable of the job's environment.
__control=$1 __place=$2 __cgroup=$3 __setsid=$4 __files=$5 __processes=$6 __mark=$7
shift 7
# The shell's own remarks ("Terminated") are no output of the job.
exec 3>&2 2>/dev/null
# Whatever is sent here must not cost the exit code. A trap that runs something is reset for the child, unlike an
# ignored signal; and while the shell waits for a foreground command it runs no trap, so the code is the child's.
trap : HUP INT QUIT TERM USR1 USR2 ALRM
__me() {
    read -r __pid _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ __ticks _ </proc/self/stat
}
# This file is the token: it is made exclusively, here or by whoever gave the attempt up, and only the maker goes on. One
# short line in one write; a reader takes a line without its end for none. Not synced: it means nothing after a reboot.
set -C
__me
printf '%s %s %s\n' "$__place" "$__pid" "$__ticks" >"$__control/start" || exit 125
(
    __me
    # A cgroup counts only if the job really is in it.
    [ -z "$__cgroup" ] || echo 0 >>"$__cgroup/cgroup.procs" || __cgroup=
    printf '%s %s %s\n' "$__pid" "$__ticks" "$__cgroup" >"$__control/process"
    # As far as the hard limits leave room. Some shells call the second one -u, others -p.
    [ -z "$__files" ] || ulimit -n "$__files"
    [ -z "$__processes" ] || ulimit -u "$__processes" || ulimit -p "$__processes"
    # A limit of which the kernel takes no notice, by which all that the job starts is found. Again two names for it.
    [ -z "$__mark" ] || ulimit -x "$__mark" || ulimit -w "$__mark"
    # When the machine runs out of memory, the kernel ends jobs before the worker that has to tell of it.
    echo 500 >>/proc/self/oom_score_adj
    # Shells add these by themselves.
    unset PWD OLDPWD SHLVL
    # The job leads a session and group of its own: a signal to the group does not reach this shell. It keeps its pid,
    # because setsid forks only when it leads a group. exec never runs a builtin of the shell.
    exec "$__setsid" -- "$@" 2>&3 3>&-
)
__code=$?
# Overwrites what the worker put there, so that a full disk cannot refuse it; the time of the write is the finish time.
printf '%-15s\n' "$__code" 1<>"$__control/result.new" &&
    command -p sync "$__control/result.new"
command -p mv "$__control/result.new" "$__control/result"
exit "$__code"
