echo "hello $1"
echo "and this is stderr" >&2
echo "in $(pwd -P | sed 's|.*/||') as job $RUNNER_JOB_ID"
