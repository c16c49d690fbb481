#!/bin/bash
# Submits the missing tasks of a run, and the job that merges its parts. Call it again, with the same variables, until all parts are there:
#
#   GAME=my-game GAMES=1000000 OPTIONS='--policy search:100' SHARDS=2000 RANGE=10 ./run.sh
#
# GAME        a folder (no spaces in its path) or a shipped game, or two for "lab compare" ("HEAD~1: my-game"); every machine has to see it under
#             this path. It has no default
# GAMES       games of the whole run, of each variant (100000)
# COMMAND     "lab play" (the default), "lab compare" for pairs, or fuzz
# OPTIONS     the command's other options (--policy search:100 for the lab, none for fuzz)
# SHARDS      parts of the run, each of which should take ten minutes or more (200)
# RANGE       shards that a task of the array plays (as many as make at most 1000 tasks)
# TIME_LIMIT  of a task, which has to be longer than a shard takes, and should be longer than RANGE shards take (04:00:00)
# AT_ONCE     tasks that run at the same time, if you want fewer than the cluster allows
# PARTS       the folder for the parts of this run, and of no other (parts)
# WHOLE       the file for their sum (whole.json)
#
# sbatch itself reads SBATCH_ACCOUNT and SBATCH_PARTITION.
set -eu
here=$(cd "$(dirname "$0")" && pwd)

if [ -z "${GAME:-}" ]; then
    echo "GAME is not set: name the folder of a game, or a shipped game" >&2
    exit 2
fi
export GAME
export GAMES=${GAMES:-100000}
export COMMAND=${COMMAND:-lab play}
[ "$COMMAND" = fuzz ] || OPTIONS=${OPTIONS---policy search:100}
export OPTIONS=${OPTIONS-}
export SHARDS=${SHARDS:-200}
export RANGE=${RANGE:-$(((SHARDS + 999) / 1000))}
export PARTS=${PARTS:-parts}
export WHOLE=${WHOLE:-whole.json}

# Tasks are numbered from 0; the last number that Slurm allows is MaxArraySize - 1, 1000 unless the site says otherwise.
tasks=$(((SHARDS + RANGE - 1) / RANGE))
most=1001
if [ "$tasks" -ge "$most" ]; then
    echo "$SHARDS shards in ranges of $RANGE are $tasks tasks: take RANGE=$(((SHARDS + most - 2) / (most - 1))) or more" >&2
    exit 2
fi

# What the parts are of, written once: a run with other settings must not take them for its own.
settings="GAME=$GAME
GAMES=$GAMES
COMMAND=$COMMAND
OPTIONS=$OPTIONS
SHARDS=$SHARDS"
mkdir -p "$PARTS"
if [ ! -e "$PARTS/run.txt" ]; then
    echo "$settings" >"$PARTS/run.txt.$$"
    mv "$PARTS/run.txt.$$" "$PARTS/run.txt"
fi
if ! changed=$(diff "$PARTS/run.txt" - <<<"$settings"); then
    {
        echo "the folder $PARTS belongs to a run with other settings:"
        sed -n 's/^< /  it has    /p; s/^> /  you want  /p' <<<"$changed"
        echo "give the new run a folder and a sum of its own (PARTS=..., WHOLE=...), or delete $PARTS"
    } >&2
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
job=$(sbatch --parsable --array="$array${AT_ONCE:+%$AT_ONCE}" ${TIME_LIMIT:+--time="$TIME_LIMIT"} "$here/array.sbatch")
merge=$(sbatch --parsable --dependency="afterany:${job%%;*}" "$here/merge.sbatch")
echo "tasks $array: job $job; merge: job $merge"
