#!/bin/bash
# Tries the Snakefile: processes are killed in the middle of a shard, Snakemake tries again, and the merged parts have to be byte for byte the
# file of one run. With `slurm` the jobs go through a Slurm cluster of this machine.
#
#   SNAKEMAKE=venv/bin/snakemake DECKPROOF=target/release/deckproof examples/cluster/snakemake/test.sh [slurm]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
DECKPROOF=$(realpath "$(command -v "${DECKPROOF:-deckproof}")")
SNAKEMAKE=$(realpath --no-symlinks "$(command -v "${SNAKEMAKE:-snakemake}")")
export DECKPROOF SNAKEMAKE
engine=${1:-local}
if [ "$engine" = slurm ] && [ -z "${IN_CLUSTER:-}" ]; then
    export IN_CLUSTER=yes
    exec "$here/../slurm/one-machine.sh" "$0" slurm
fi

say() { printf '%3d s  %s\n' "$SECONDS" "$*"; }

desk=$(mktemp -d)
snakemake=
trap '[ -z "$snakemake" ] || kill "$snakemake" 2>/dev/null || true; rm -rf "$desk"' EXIT
mkdir "$desk/bin"
# A name of its own, so that nothing else of this name is killed.
program=dp-$$
cp "$DECKPROOF" "$desk/bin/$program"
ln -s "$program" "$desk/bin/deckproof"
# The executor takes SLURM_CONF from its jobs, which on a cluster find /etc/slurm/slurm.conf.
if [ "$engine" = slurm ]; then
    printf '#!/bin/sh\nSLURM_CONF=%s exec %s "$@"\n' "$SLURM_CONF" "$(command -v srun)" >"$desk/bin/srun"
    chmod +x "$desk/bin/srun"
fi
export PATH=$desk/bin:$PATH XDG_CACHE_HOME=$desk/cache
cd "$desk"

game=${GAME:-caper} games=${GAMES:-20000} shards=${SHARDS:-200} range=${RANGE:-10} kills=${KILLS:-6}
options=${OPTIONS:---city paris --players 2 --policy uniform --seed 7}
more=()
[ "$engine" = local ] && more=(--cores 2)
[ "$engine" = slurm ] && more=(--jobs 4 --max-jobs-per-timespan 100/1s --seconds-between-status-checks 2
    --slurm-init-seconds-before-status-checks 2 --latency-wait 5)

run="a run"
there() { find "$run/parts" -name 'part-*.json' 2>/dev/null | wc -l; }
play() {
    exec timeout 200 "$SNAKEMAKE" --snakefile "$here/Snakefile" --profile "$here/profiles/$engine" "${more[@]}" --config \
        "run=$run" "game=$game" "games=$games" "shards=$shards" "options=$options" "$@"
}

play "range=$range" >"$desk/log" 2>&1 &
snakemake=$!
killed=0
for ((kill = 1; kill <= kills; kill++)); do
    while [ "$(there)" -lt $((kill * shards / (kills + 2))) ] && kill -0 "$snakemake" 2>/dev/null; do sleep 0.1; done
    # Kill one in the middle of a shard.
    for _ in $(seq 200); do
        process=
        for one in $(pgrep --full "^deckproof .*--shard" || true); do
            [ "$(readlink "/proc/$one/exe")" != "$desk/bin/$program" ] || process=$one
        done
        [ -n "$process" ] || { sleep 0.02 && continue; }
        words=$(tr '\0' ' ' <"/proc/$process/cmdline" || true)
        kill -9 "$process" 2>/dev/null || continue
        killed=$((killed + 1))
        say "$(there) parts: killed shard $(sed 's/.*--shard \([^ ]*\).*/\1/' <<<"$words")"
        break
    done
done
code=0
wait "$snakemake" || code=$?
snakemake=
if [ "$code" -ne 0 ]; then
    tail -n 30 "$desk/log" >&2
    echo "snakemake exits with $code" >&2
    exit 1
fi
[ -s "$run/whole.html" ]
again=$(grep -c 'Trying to restart job' "$desk/log" || true)
if [ "$again" -eq 0 ]; then
    echo "no job was tried again" >&2
    exit 1
fi
# shellcheck disable=SC2086 # options are words
deckproof lab play $game $options --games "$games" --part one.json --quiet
cmp one.json "$run/whole.json"
# Another range takes the parts that are there, and not the old ranges; parts of another run are refused.
(play "range=$shards" >"$desk/log" 2>&1) || { tail -n 30 "$desk/log" >&2 && exit 1; }
cmp one.json "$run/whole.json"
if (play "games=$((games + 1))" >"$desk/log" 2>&1) || ! grep -q "it has *games=$games" "$desk/log"; then
    echo "parts of another run are taken" >&2
    exit 1
fi
say "$engine: $shards shards of $games games, $killed processes killed, $again jobs tried again: the merged file is byte for byte that of one run"
