#!/bin/bash
# Tries what can be tried of these examples on one machine, in about three minutes: the Snakefile, the scripts of the Kubernetes jobs and of the
# GitHub workflow, and their schemas, if pip can install what they need; the job array, if Slurm is installed and this is root. What is not tried is
# said, and is no error.
#
#   DECKPROOF=target/release/deckproof examples/cluster/test.sh
set -eu
cd "$(dirname "$0")/../.."
DECKPROOF=$(realpath "$(command -v "${DECKPROOF:-deckproof}")")
export DECKPROOF
here=examples/cluster

desk=$(mktemp -d)
trap 'rm -rf "$desk"' EXIT
install() {
    { [ -d "$desk/venv" ] || python3 -m venv "$desk/venv"; } >/dev/null 2>&1 &&
        timeout 90 "$desk/venv/bin/pip" install --quiet --disable-pip-version-check "$@" >/dev/null 2>&1
}

echo "-- Snakemake, on this machine"
if install snakemake==9.27.1; then
    SNAKEMAKE=$desk/venv/bin/snakemake SHARDS=20 GAMES=20000 RANGE=4 KILLS=2 "$here/snakemake/test.sh"
else
    echo "Snakemake could not be installed: the Snakefile was not tried"
fi

echo "-- Kubernetes and GitHub"
if install pyyaml kubernetes-validate==1.37.0 check-jsonschema==0.39.0 zizmor==1.32.0; then
    mkdir "$desk/bin"
    ln -s "$DECKPROOF" "$desk/bin/deckproof"
    PATH=$desk/bin:$PATH "$desk/venv/bin/python" -B "$here/test_scripts.py"
    # The fields are in Kubernetes from 1.33 on.
    "$desk/venv/bin/kubernetes-validate" --strict --kubernetes-version 1.33 --kubernetes-version 1.37 "$here"/kubernetes/*.yaml 2>&1
    "$desk/venv/bin/check-jsonschema" --builtin-schema vendor.github-workflows "$here/github/lab.yml"
    "$desk/venv/bin/zizmor" --offline --quiet "$here/github/lab.yml"
else
    echo "kubernetes-validate, check-jsonschema and zizmor could not be installed: the files for Kubernetes and GitHub were not tried"
fi

echo "-- Slurm, on this machine"
code=0
timeout 150 "$here/slurm/test-cluster.sh" || code=$?
case $code in
0) ;;
77) echo "the job array was not tried" ;;
*) exit "$code" ;;
esac
