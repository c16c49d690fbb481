"""What the book shows and other folders hold: the pages of the codes, and the pictures of the gallery."""

import re
from pathlib import Path

from mkdocs.structure.files import File

ROOT = Path(__file__).resolve().parent.parent

# Of a code fence, what only the tests read: the exit code of a session, the file that a part was taken from.
FOR_TESTS = re.compile(r'^(\s*```\w+.*?) (?:exit=\d+|from="[^"]*")$', re.MULTILINE)

CODES = """# Every code

Each error and warning has a code and a page of its own: what it means, why it matters, and a wrong and a right example.
`deckproof check --explain D018` shows the same page in the terminal.

| code | means |
| --- | --- |
"""


def on_files(files, config):
    """Adds a page for each code, the list of them, and the gallery."""
    rows = []
    for source in sorted((ROOT / "src/source/codes").glob("D*.md")):
        text = source.read_text(encoding="utf-8")
        code, title = text.splitlines()[0].removeprefix("# ").split(": ", 1)
        rows.append(f"| [{code}](codes/{code}.md) | {title} |\n")
        files.append(File.generated(config, f"reference/codes/{code}.md", content=text))
    files.append(File.generated(config, "reference/codes.md", content=CODES + "".join(rows)))
    for picture in sorted((ROOT / "output/gallery").glob("*.png")):
        files.append(File.generated(config, f"gallery/{picture.name}", abs_src_path=str(picture)))
    return files


def on_page_markdown(markdown, page, config, files):
    """Takes out of code fences what only the tests read."""
    return FOR_TESTS.sub(r"\1", markdown)
