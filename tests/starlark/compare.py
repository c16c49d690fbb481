"""Holds the language of `rules.star` against Python, starlark-go and starlark-rust.

Writes a program as one line of JSON, reads one line that says what deckproof makes of it, and goes on: generated programs, programs that were
changed at random, programs that must be refused, and the assertions of the public suites. What differs is told, and ends in an exit code of 1.
"""

import json
import re
import sys

try:
    import starlark
    import starlark_go
except ImportError:
    print(json.dumps({"missing": True}))
    sys.exit(77)

import oracles
import refused
import suites
from programs import mutant, program

DIFFERENT = []


def ask(script):
    print(json.dumps({"script": script}), flush=True)
    return json.loads(sys.stdin.readline())


def differs(what, script, ours, theirs):
    DIFFERENT.append(f"{what}: {ours} here, {theirs} there\n{script}\n")


KINDS = {
    "zero": "a division by 0",
    "wide": "a number beyond 64 bits",
    "none": "None where a number is meant",
    "entry": "there is no seat, place or entry number",
}


def line_of(ours):
    """The line of the fault that ended a program."""
    place = re.search(r"rules\.star:(\d+):", ours.get("fault", ""))
    return int(place[1]) if place else None


def compare(what, script, ours):
    """Whether what was accepted means the same in all three."""
    if "steps in one move" in ours.get("fault", ""):
        return
    expected = oracles.python(script)
    if expected[0] == "value":
        if ours.get("value") != str(expected[1]) or isinstance(expected[1], bool):
            differs(f"{what}, Python", script, ours, expected)
    elif expected[0] == "fault":
        _, kind, line = expected
        if line_of(ours) != line or KINDS.get(kind, "?") not in ours.get("fault", ""):
            differs(f"{what}, Python", script, ours, expected)
    else:
        differs(f"{what}, Python", script, ours, expected)
    # What goes beyond 64 bits goes on there, maybe for ever: then it is only read.
    wide = expected[:2] == ("fault", "wide")
    for name, oracle in [("starlark-go", oracles.go), ("starlark-rust", oracles.rust)]:
        found = oracle(script, not wide)
        if found[0] == "fault" and "Error unpacking value for parameter" in found[1]:
            # Its ranges end at 32 bits.
            continue
        same = found[0] == expected[0] and found[-1] == expected[-1]
        if found[0] == "syntax" or not wide and not same:
            differs(f"{what}, {name}", script, ours, found)


def has_place(ours):
    told = ours["refused"][0]
    return told["line"] >= 1 and told["column"] >= 1 and told["message"] and told["help"]


def main():
    count = int(sys.argv[1])
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    values = faults = 0
    for seed in range(first, first + count):
        script = program(seed)
        ours = ask(script)
        if "refused" in ours:
            differs(f"program {seed}", script, ours, "a program that was meant to be accepted")
            continue
        values += "value" in ours
        faults += "fault" in ours
        compare(f"program {seed}", script, ours)
    accepted = 0
    for seed in range(first, first + count):
        script = mutant(seed)
        ours = ask(script)
        if "refused" not in ours:
            accepted += 1
            compare(f"mutant {seed}", script, ours)
        elif not has_place(ours):
            differs(f"mutant {seed}", script, ours, "a place and a help")
    for line, script in refused.scripts():
        ours = ask(script)
        if "refused" not in ours or not has_place(ours) or ours["refused"][0]["line"] != line:
            differs("to be refused", script, ours, f"a fault in line {line}")
    outside = 0
    held = 0
    for what, marked, script in suites.pieces():
        ours = ask(script)
        if "refused" in ours:
            outside += 1
            if not has_place(ours):
                differs(what, script, ours, "a place and a help")
        elif line_of(ours) != marked:
            differs(what, script, ours, f"an error in line {marked}" if marked else "no error")
        else:
            held += 1
            compare(what, script, ours)
    said = {
        "programs": count,
        "values": values,
        "faults": faults,
        "mutants_accepted": accepted,
        "refused": len(refused.scripts()),
        "suite_held": held,
        "suite_outside": outside,
        "different": len(DIFFERENT),
    }
    print(json.dumps({"report": said}))
    for different in DIFFERENT[:20]:
        print(different, file=sys.stderr)
    sys.exit(1 if DIFFERENT else 0)


main()
