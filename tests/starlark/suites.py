"""The public suites, cut into pieces that the rules can say: each assertion with the functions and constants that it needs.

Chunks of a file are parted by lines `---`. An expected error is a remark `### …` in its line, or `go: …`, `java: …`, `rust: …` after it.
"""

import pathlib
import re

FOLDER = pathlib.Path(__file__).parent / "suites"

ASSERTIONS = """def equal(a, b):
    return 0 if a == b else 1 // (1 if b == a else 0)

def holds(a):
    return 0 if a else 1 // (1 if a else 0)"""


def items(chunk):
    """What stands at the top: each with the lines that belong to it."""
    found = []
    for line in chunk.split("\n"):
        if found and (line[:1] in (" ", "\t", ")", "]", "}") or not line.strip()):
            found[-1] += "\n" + line
        elif line.strip() and not line.startswith("#"):
            found.append(line)
    return [item.rstrip() for item in found]


def told(item):
    """The item in the words of [`ASSERTIONS`]."""
    item = re.sub(r"\bassert(?:\.eq|_eq)\(", "equal(", item)
    return re.sub(r"\bassert(?:\.true|_)\(", "holds(", item)


def pieces():
    """What each piece is, the line that must fail in it, and the script."""
    found = []
    for path in sorted(FOLDER.glob("*/*.star")):
        for number, chunk in enumerate(re.split(r"^---$", path.read_text(), flags=re.M)):
            found += of_chunk(f"{path.parent.name}/{path.name}, chunk {number}", chunk)
    return found


def of_chunk(what, chunk):
    all_items = [told(item) for item in items(chunk)]
    all_items = [item for item in all_items if "assert.star" not in item]
    if any(item.startswith("load(") for item in all_items):
        return
    defined = {}
    for item in all_items:
        name = re.match(r"(?:def )?\(?(\w+)\)?(?:\(| [-+*/%]*= )", item)
        if name and (item.startswith("def ") or "=" in name[0]):
            # What has several values is none of the constants that the rules have.
            defined[name[1]] = "" if name[1] in defined else item
    for number, item in enumerate(all_items):
        mark = next((at for at, line in enumerate(item.split("\n")) if "###" in line), None)
        is_call = re.match(r"\w+\(", item)
        if not is_call and mark is None:
            continue
        later = [other for other in all_items[number:] if not other.startswith("def ")]
        before = {name: text for name, text in defined.items() if text not in later}
        # A second value is what is wrong.
        again = [other for other in all_items[:number] if item.split(" = ")[0] == other.split(" = ")[0]]
        before |= {f"{at} again": text for at, text in enumerate(again)}
        yield f"{what}, item {number}", *script(item, mark, before)


def script(item, mark, defined):
    """The line that must fail, and an item with what it needs, as the program or before it."""
    needed = {}

    def need(text):
        for name in re.findall(r"\b[a-zA-Z_]\w*\b", text):
            if name in defined and name not in needed and defined[name] != item:
                needed[name] = None
                need(defined[name])
                needed[name] = defined[name]

    need(item)
    needed |= {name: text for name, text in defined.items() if " " in name}
    parts = [text for text in needed.values() if text]
    both = item + "".join(parts)
    helpers = [part for part in ASSERTIONS.split("\n\n") if re.search(rf"\b{part[4:].split('(')[0]}\(", both)]
    before = "".join(part + "\n\n" for part in [*helpers, *parts])
    first = before.count("\n") + 1
    head = re.match(r"def (\w+)\(([^)]*)\)", item)
    if head:
        arguments = ", ".join("1" for part in head[2].split(",") if part.strip())
        text = f"{before}{item}\n\ndef program():\n    {head[1]}({arguments})\n    return 0\n"
    elif re.match(r"\w+ = ", item):
        text = f"{before}{item}\n\ndef program():\n    return 0\n"
    else:
        body = item.replace("\n", "\n    ")
        text = f"{before}def program():\n    {body}\n    return 0\n"
        first += 1
    return (None if mark is None else first + mark), text
