"""A studio on a copy of a game, and a browser that has followed its link.

The program is named by DECKPROOF, the browser by CHROMIUM; without them they are target/release/deckproof and what the system calls
chromium.
"""

import os
import shutil
import signal
import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = Path(os.environ.get("DECKPROOF", ROOT / "target/release/deckproof")).resolve()


# A machine that compiles beside it is slow; a page that never comes is a fault all the same.
expect.set_options(timeout=30_000)


def new_game(folder, *options):
    """A new game in a folder of that name."""
    subprocess.run([PROGRAM, "new", "game", *options, "--quiet"], cwd=folder, check=True)
    return folder / "game"


class Studio:
    """A studio on the folder `game` that runs until it is closed."""

    def __init__(self, folder):
        self.folder = folder
        self.game = folder / "game"
        self.process = subprocess.Popen(
            [PROGRAM, "studio", "game", "--no-open", "--port", "0"],
            cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )
        self.link = self.next_link()
        self.address = self.link.split("/open/")[0]

    def next_link(self):
        """The next link that it prints."""
        for line in self.process.stdout:
            if line.startswith("http://"):
                return line.strip()
        raise AssertionError("the studio ended without a link")

    def close(self):
        self.process.send_signal(signal.SIGINT)
        self.process.wait(timeout=5)


@pytest.fixture(scope="session")
def browser():
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def studio(tmp_path):
    new_game(tmp_path, "--from", "caper")
    studio = Studio(tmp_path)
    yield studio
    if studio.process.poll() is None:
        studio.close()


@pytest.fixture
def page(browser, studio):
    """A page of the owner; a fault of a script fails the test."""
    context = browser.new_context(viewport={"width": 1280, "height": 850})
    page = context.new_page()
    faults = []
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    page.goto(studio.link)
    yield page
    context.close()
    assert not faults, faults
