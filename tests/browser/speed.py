"""From save to changed pixels, measured in the browser; printed, not judged.

    DECKPROOF=target/release/deckproof python tests/browser/speed.py [--times 50]
"""

import argparse
import pathlib
import re
import statistics
import sys
import tempfile
import time

from playwright.sync_api import sync_playwright

from conftest import Studio, new_game

# Notes when every face that is seen has been decoded and painted after its source changed.
PAINTED = """
selector => {
  const seen = () => [...document.querySelectorAll(selector)].filter((face) => {
    const at = face.getBoundingClientRect();
    return at.height > 0 && at.bottom > 0 && at.top < innerHeight;
  });
  window.before = new Map(seen().map((face) => [face, face.dataset.face]));
  window.painted = 0;
  const look = async () => {
    const all = [...window.before.keys()];
    if (!all.every((face) => face.dataset.face !== window.before.get(face))) return requestAnimationFrame(look);
    await Promise.all(all.map((face) => face.querySelector("image").decode()));
    requestAnimationFrame(() => requestAnimationFrame(() => { window.painted = Date.now(); }));
  };
  requestAnimationFrame(look);
  return window.before.size;
}
"""

LOADED = """
async () => {
  const seen = [...document.querySelectorAll("svg.face")].filter((face) => face.checkVisibility() && face.getBoundingClientRect().top < innerHeight);
  for (const face of seen) await face.querySelector("image").decode();
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  return [performance.now(), seen.length];
}
"""


def game_of(folder, cards):
    """A new game with a deck of so many cards of one template."""
    game = new_game(folder)
    deck = next(path for path in sorted(game.glob("*.toml")) if "[[card]]" in path.read_text())
    head = deck.read_text().split("\n[[card]]")[0] + "\n"
    head = re.sub(r"(?m)^count *=.*\n", "", head)
    row = '[[card]]\nname = "Card {0}"\ncost = {1}\ntext = "Gain {{spark}}{{spark}}, then take card **{0}** from the row."\n\n'
    deck.write_text(head + "".join(row.format(number, number % 7) for number in range(cards)))
    return game, deck


def measure(page, selector, change, times):
    took = []
    for number in range(times):
        faces = page.evaluate(PAINTED, selector)
        started = time.time() * 1000
        change(number)
        page.wait_for_function("() => window.painted > 0", timeout=20_000, polling=5)
        took.append(page.evaluate("window.painted") - started)
        time.sleep(0.25)
    return faces, took


def told(what, took):
    took = sorted(took)
    print(f"{what}: median {statistics.median(took):.0f} ms, from {took[0]:.0f} to {took[-1]:.0f}", flush=True)


def seconds_of(process):
    fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / 100


def megabytes_of(process):
    status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    return {key: int(re.search(rf"{key}:\s+(\d+)", status).group(1)) / 1024 for key in ("VmRSS", "VmHWM")}


def run(browser, cards, times):
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        game, deck = game_of(folder, cards)
        studio = Studio(folder)
        try:
            figures(browser, studio, deck, cards, times)
        finally:
            studio.close()


def figures(browser, studio, deck, cards, times):
    page = browser.new_context(viewport={"width": 1600, "height": 1000}).new_page()
    page.goto(studio.link)
    page.wait_for_selector("#state .badge.good, #state .badge.warning, #state .badge.error", timeout=60_000)
    opened = []
    for _ in range(times):
        page.goto(f"{studio.address}/cards")
        took, seen = page.evaluate(LOADED)
        opened.append(took)
    told(f"{cards} cards: the page opens, {seen} faces seen", opened)
    page.locator("#zoom").fill("20")
    page.wait_for_timeout(1500)
    text = deck.read_text()
    renamed = lambda number: deck.write_text(text.replace("card **0**", f"card **0, {number}**"))
    _, took = measure(page, "li[data-key$='/card-0'] svg.face", renamed, times)
    told(f"{cards} cards: a row is saved", took)
    template = max(studio.game.rglob("*.svg"), key=lambda path: path.stat().st_size)
    shape = template.read_text()
    colour = re.search(r'fill="(#[0-9a-fA-F]{6})"', shape).group(1)
    coloured = lambda number: template.write_text(shape.replace(colour, f"#{0x204060 + number * 977:06x}"))
    faces, took = measure(page, "section.deck svg.face", coloured, times)
    told(f"{cards} cards: their template is saved, {faces} faces seen", took)
    page.wait_for_timeout(5000)
    before, start = seconds_of(studio.process), time.time()
    time.sleep(20)
    share = (seconds_of(studio.process) - before) / (time.time() - start)
    memory = megabytes_of(studio.process)
    print(f"{cards} cards: idle {100 * share:.2f} % of a core, {memory['VmRSS']:.0f} MB now, {memory['VmHWM']:.0f} MB at most", flush=True)
    page.context.close()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--times", type=int, default=50)
    parser.add_argument("--cards", type=int, nargs="*", default=[100, 120, 540])
    asked = parser.parse_args()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        for cards in asked.cards:
            run(browser, cards, asked.times)
        browser.close()


if __name__ == "__main__":
    sys.exit(main())
