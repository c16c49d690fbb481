"""Runs the scripts inside kubernetes/*.yaml and github/lab.yml here, as their engines would, one task after another.

The merged parts have to be byte for byte the file of one run. Called by test.sh, with deckproof on the PATH.
"""

import filecmp
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import yaml

HERE = pathlib.Path(__file__).parent
RUN = {
    "GAME": "caper",
    "GAMES": "1000",
    "OPTIONS": "--city paris --players 2 --policy uniform --seed 7",
    "SHARDS": "11",
    "RANGE": "3",
}


def run(shell, script, folder, **variables):
    """Runs a script in a folder, and returns its exit code."""
    env = os.environ | RUN | variables
    output = {"stdout": subprocess.DEVNULL, "stderr": subprocess.STDOUT}
    return subprocess.run([*shell, script], cwd=folder, env=env, check=False, **output).returncode


def kubernetes(folder):
    job, merge = (yaml.safe_load((HERE / "kubernetes" / name).read_text())["spec"] for name in ("job.yaml", "merge.yaml"))
    containers = [spec["template"]["spec"]["containers"][0] for spec in (job, merge)]
    named = {variable["name"]: variable["value"] for variable in containers[0]["env"]}
    assert set(named) == {*RUN, "PARTS"}, named
    assert job["completions"] == -(-int(named["SHARDS"]) // int(named["RANGE"]))
    places = {"PARTS": "parts", "WHOLE": "whole.json"}
    [play], [add] = (container["args"] for container in containers)
    # The same index may run twice.
    for index in [0, 1, 2, 3, 1]:
        assert run(["sh", "-c"], play, folder, JOB_COMPLETION_INDEX=str(index), **places) == 0
    # The policy does not retry wrong data.
    [codes] = [rule["onExitCodes"]["values"] for rule in job["podFailurePolicy"]["rules"] if "onExitCodes" in rule]
    wrong = {"GAME": "no-such-game", "PARTS": "none"}
    assert run(["sh", "-c"], play, folder, JOB_COMPLETION_INDEX="0", **wrong) in codes
    assert run(["sh", "-c"], add, folder, **places) == 0


def github(folder):
    jobs = yaml.safe_load((HERE / "github/lab.yml").read_text())["jobs"]
    script = {step.get("name"): step["run"] for job in jobs.values() for step in job["steps"] if "run" in step}
    shell = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c"]
    output = folder / "output"
    assert run(shell, script["Number the tasks"], folder, GITHUB_OUTPUT=str(output)) == 0
    tasks = json.loads(output.read_text().removeprefix("tasks="))
    assert tasks == [0, 1, 2, 3], tasks
    many = {"SHARDS": "1000", "GITHUB_OUTPUT": str(output)}
    assert run(shell, script["Number the tasks"], folder, **many) == 1
    for task in tasks:
        assert run(shell, script["Play"], folder, TASK=str(task)) == 0
    assert run(shell, script["Merge"], folder) == 0


def main():
    with tempfile.TemporaryDirectory() as desk:
        desk = pathlib.Path(desk)
        words = ["deckproof", "lab", "play", RUN["GAME"], *RUN["OPTIONS"].split(), "--games", RUN["GAMES"], "--quiet"]
        subprocess.run([*words, "--part", "one.json"], cwd=desk, check=True)
        for engine in (kubernetes, github):
            folder = desk / engine.__name__
            folder.mkdir()
            engine(folder)
            if not filecmp.cmp(desk / "one.json", folder / "whole.json", shallow=False):
                sys.exit(f"{engine.__name__}: the merged file is not that of one run")
            print(f"{engine.__name__}: {RUN['SHARDS']} shards: the merged file is byte for byte that of one run")


main()
