#!/bin/bash
# Tries run.sh on a cluster of one machine: tasks are killed and requeued while they run, what is missing is submitted again, and the merged
# parts have to be byte for byte the file of one run.
#
#   DECKPROOF=target/release/deckproof examples/cluster/slurm/test-cluster.sh
set -eu
here=$(cd "$(dirname "$0")" && pwd)
if [ -z "${IN_CLUSTER:-}" ]; then
    DECKPROOF=$(realpath "$(command -v "${DECKPROOF:-deckproof}")")
    export DECKPROOF IN_CLUSTER=yes
    exec "$here/one-machine.sh" "$0"
fi

say() { printf '%3d s  %s\n' "$SECONDS" "$*"; }

desk=$(mktemp -d)
trap 'rm -rf "$desk"' EXIT
mkdir "$desk/bin" "$desk/work"
ln -s "$DECKPROOF" "$desk/bin/deckproof"
export PATH=$desk/bin:$PATH
cd "$desk/work"
export GAME=${GAME:-caper} GAMES=${GAMES:-20000} SHARDS=${SHARDS:-200} RANGE=${RANGE:-10}
export OPTIONS=${OPTIONS:---city paris --players 2 --policy uniform --seed 7}

there() { find parts -name 'part-*.json' 2>/dev/null | wc -l; }
# Array tasks that run now, as JOB_TASK.
tasks() { squeue --noheader --states=RUNNING --format=%i --name=deckproof; }
# Waits until all jobs have ended. Requeued tasks are held for two minutes: here they start at once.
drained() {
    local held id
    while [ -n "$(squeue --noheader --format=%i)" ]; do
        held=$(squeue --noheader --states=PENDING --format='%i %r' --name=deckproof | awk '$2 == "BeginTime" { print $1 }')
        for id in $held; do scontrol update jobid="$id" starttime=now 2>/dev/null || true; done
        sleep 0.5
    done
}

submit() {
    local said
    said=$("$here/run.sh")
    say "$said"
}

submit
requeued=0
# In each round the first running task is requeued, and the second cancelled in the middle of a shard; between rounds others end.
for round in 1 2 3 4; do
    for _ in $(seq 600); do
        mapfile -t now < <(tasks)
        [ "$(there)" -ge $((round * SHARDS / 10)) ] && [ "${#now[@]}" -eq 2 ] && break || sleep 0.1
    done
    if [ "${#now[@]}" -eq 2 ]; then
        parts=$(there)
        scontrol requeue "${now[0]}" && requeued=$((requeued + 1))
        scancel "${now[1]}"
        say "$parts parts: requeued ${now[0]}, cancelled ${now[1]} as it ran"
    fi
done
pending=$(squeue --noheader --states=PENDING --array --format=%i --name=deckproof | tail -n 1)
if [ -n "$pending" ] && scancel "$pending"; then
    say "$(there) parts: cancelled $pending before it started"
fi
drained
cancelled=$(squeue --noheader --states=CANCELLED --format=%i --name=deckproof | wc -l)
say "the array has ended: $(there) of $SHARDS parts"
say "merge says: $(head -n 1 deckproof-merge-*.log)"
if [ "$cancelled" -eq 0 ] || [ "$requeued" -eq 0 ] || [ "$(there)" -eq "$SHARDS" ] || [ -e whole.json ]; then
    echo "nothing was killed in the middle, or the merge did not see it" >&2
    exit 1
fi

submit
drained
say "$(there) of $SHARDS parts; $(squeue --noheader --states=all --format='%j %T' | sort | uniq -c | awk '{ printf "%s%s %s %s", sep, $1, $2, $3; sep = ", " }')"

# shellcheck disable=SC2086 # options are words
deckproof lab play $GAME $OPTIONS --games "$GAMES" --part one.json --quiet
cmp one.json whole.json
# A part that is played twice is the same bytes; merge refuses a part of another run by name, and run.sh the folder of another run.
# shellcheck disable=SC2086
deckproof lab play $GAME $OPTIONS --games "$GAMES" --shard "17/$SHARDS" --part again.json --quiet
cmp again.json parts/part-17.json
# shellcheck disable=SC2086
deckproof lab play $GAME $OPTIONS --games $((GAMES + 1)) --shard "17/$SHARDS" --part other.json --quiet
if deckproof merge parts/part-1.json other.json >refused 2>&1 || ! grep -q 'other.json' refused; then
    echo "a part of another run is merged" >&2
    exit 1
fi
if GAMES=$((GAMES + 1)) "$here/run.sh" >refused 2>&1 || ! grep -q "it has *GAMES=$GAMES" refused; then
    echo "parts of another run are taken" >&2
    exit 1
fi
say "$SHARDS shards of $GAMES games, $requeued tasks requeued, $cancelled cancelled as they ran: the merged file is byte for byte that of one run"
