#!/bin/bash
# Submits what is missing of a run, and its merge behind it. Call it again, with the same variables, until all is there:
#
#   GAME=my-game GAMES=1000000 OPTIONS='--policy search:100' SHARDS=2000 RANGE=10 ./run.sh
#
# GAME     a folder or a shipped game (two for pairs: "HEAD~1: my-game"): every machine has to see it under this path
# GAMES    games of the whole run, of each variant
# OPTIONS  what else the command is to have; of lab, if not given, --policy search:100
# SHARDS   parts of the run, each of which should take ten minutes or more
# RANGE    shards of a task of the array; if not given, as many as make at most 1000 tasks
# AT_ONCE  tasks that run at the same time, if you want fewer than the cluster allows
# PARTS    the folder for the parts of this run, and of no other; WHOLE the file for their sum
# COMMAND  lab or fuzz
#
# The account and partition are taken from SBATCH_ACCOUNT and SBATCH_PARTITION, as sbatch does.
set -eu
here=$(cd "$(dirname "$0")" && pwd)

export SHARDS=${SHARDS:-200}
export RANGE=${RANGE:-$(((SHARDS + 999) / 1000))}
export PARTS=${PARTS:-parts}
export WHOLE=${WHOLE:-whole.json}
for name in GAME GAMES OPTIONS COMMAND; do
    [ -z "${!name+given}" ] || export "${name?}"
done

# Tasks are numbered from 0; the last number that Slurm allows is MaxArraySize - 1, 1000 unless the site says otherwise.
tasks=$(((SHARDS + RANGE - 1) / RANGE))
most=1001
if [ "$tasks" -ge "$most" ]; then
    echo "$SHARDS shards in ranges of $RANGE are $tasks tasks: take RANGE=$(((SHARDS + most - 2) / (most - 1))) or more" >&2
    exit 2
fi

# Tasks with a part that is missing, as Slurm writes them: 0-3,7.
missing() {
    for ((task = 0; task < tasks; task++)); do
        for ((shard = task * RANGE + 1; shard <= (task + 1) * RANGE && shard <= SHARDS; shard++)); do
            [ -s "$PARTS/part-$shard.json" ] || { echo "$task" && break; }
        done
    done | awk '
        function flush() { if (from != "") list = list (list ? "," : "") (from == to ? from : from "-" to) }
        $1 != to + 1 || from == "" { flush(); from = $1 }
        { to = $1 }
        END { flush(); print list }'
}

array=$(missing)
if [ -z "$array" ]; then
    merge=$(sbatch --parsable "$here/merge.sbatch")
    echo "all $SHARDS shards are there; merge: job $merge"
    exit
fi
job=$(sbatch --parsable --array="$array${AT_ONCE:+%$AT_ONCE}" "$here/array.sbatch")
merge=$(sbatch --parsable --dependency="afterany:${job%%;*}" "$here/merge.sbatch")
echo "tasks $array: job $job; merge: job $merge"
