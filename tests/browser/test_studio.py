"""The studio in a real browser: what is saved is seen, what breaks is said, what is made is there."""

import re
import shutil
import subprocess
import time

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from conftest import ROOT, Studio

VIEWS = ["/cards", "/sheets", "/destinations", "/looks", "/proof", "/diff", "/sources", "/play"]


def open_card(page, studio, key="gear/lock-picks"):
    page.goto(f"{studio.address}/cards?card={key.replace('/', '%2F')}")
    return page.locator(f"li[data-key='{key}'] svg.face").first


def edit(path, before, after):
    text = path.read_text()
    assert before in text, f"{before!r} is not in {path.name}"
    path.write_text(text.replace(before, after, 1))


def test_a_saved_row_is_seen_and_the_page_stays_where_it_was(page, studio):
    face = open_card(page, studio)
    page.fill("#search", "lock")
    page.locator("#zoom").fill("90")
    source = face.get_attribute("data-face")
    page.evaluate("window.stays = true")
    edit(studio.game / "gear.toml", 'name = "Lock Picks"', 'name = "Lock Pickers"')
    expect(page.locator("li[data-key='gear/lock-picks'] .name")).to_have_text("Lock Pickers")
    expect(face).not_to_have_attribute("data-face", source)
    expect(page.locator(".detail h2")).to_contain_text("Lock Pickers")
    assert page.evaluate("window.stays") and page.input_value("#search") == "lock" and page.input_value("#zoom") == "90"


@pytest.mark.parametrize("file, before, broken", [
    ("gear.toml", 'name = "Lock Picks"', 'name = "Lock Picks'),
    ("game.toml", "[table]", "[table"),
])
def test_what_breaks_keeps_the_last_good_face_and_says_why(page, studio, file, before, broken):
    face = open_card(page, studio)
    source = face.get_attribute("data-face")
    edit(studio.game / file, before, broken)
    tile = page.locator("li[data-key='gear/lock-picks']")
    expect(tile.locator(".badge.stale")).to_be_visible()
    expect(face).to_have_attribute("data-face", source)
    expect(page.locator("#state .badge.error")).to_be_visible()
    edit(studio.game / file, broken, before)
    expect(tile.locator(".badge.stale")).to_have_count(0)
    expect(page.locator("#state .badge.good")).to_be_visible(timeout=30_000)


def test_a_script_that_breaks_is_said_and_the_cards_stay(page, studio):
    face = open_card(page, studio)
    edit(studio.game / "rules.star", "def set_up(", "def set_up((")
    expect(page.locator("#state .badge.error")).to_be_visible()
    expect(face).to_be_visible()
    edit(studio.game / "rules.star", "def set_up((", "def set_up(")
    expect(page.locator("#state .badge.good")).to_be_visible(timeout=30_000)


def test_a_saved_template_is_seen(page, studio):
    face = open_card(page, studio)
    source = face.get_attribute("data-face")
    template = next(path for path in studio.game.rglob("*.svg") if path.stem == "gear")
    text = template.read_text()
    colour = re.search(r"#[0-9a-f]{6}", text).group(0)
    template.write_text(text.replace(colour, "#ff00ff"))
    expect(face).not_to_have_attribute("data-face", source)
    template.write_text("<svg")
    expect(page.locator("#state .badge.error")).to_be_visible()
    template.write_text(text)
    expect(face).to_have_attribute("data-face", source)


def test_of_many_quick_saves_the_last_arrives(page, studio):
    open_card(page, studio)
    deck = studio.game / "gear.toml"
    text = deck.read_text()
    for number in range(30):
        deck.write_text(text.replace('name = "Lock Picks"', f'name = "Lock Picks {number}"'))
        time.sleep(0.003)
    expect(page.locator("li[data-key='gear/lock-picks'] .name")).to_have_text("Lock Picks 29")


def test_whatever_lies_in_the_folder_the_page_stays_up(page, studio):
    open_card(page, studio)
    game, deck = studio.game / "game.toml", studio.game / "gear.toml"
    whole, cards = game.read_bytes(), deck.read_bytes()
    game.unlink()
    expect(page.locator(".badge.stale").first).to_be_visible()
    game.mkdir()
    expect(page.locator("#state .badge.error")).to_be_visible()
    game.rmdir()
    game.write_bytes(whole)
    deck.write_bytes(bytes(range(256)) * 2_000)
    expect(page.locator("#state .badge.error")).to_be_visible()
    deck.write_bytes(cards)
    expect(page.locator("#state .badge.good")).to_be_visible(timeout=30_000)


def test_a_file_is_edited_in_the_browser(page, studio):
    page.goto(f"{studio.address}/sources")
    page.click("text=gear.toml")
    text = page.input_value(".editor textarea")
    page.fill(".editor textarea", text.replace('name = "Lock Picks"', 'name = "Lock Lifters"'))
    page.keyboard.press("Control+s")
    page.wait_for_function("document.querySelector('.editor textarea').value.includes('Lock Lifters')")
    deadline = time.time() + 5
    while "Lock Lifters" not in (studio.game / "gear.toml").read_text() and time.time() < deadline:
        time.sleep(0.05)
    open_card(page, studio)
    expect(page.locator("li[data-key='gear/lock-picks'] .name")).to_have_text("Lock Lifters")


def test_sheets_are_printed_and_fetched(page, studio):
    page.goto(f"{studio.address}/sheets?deck=coins")
    assert page.locator("svg.sheet").count() > 0
    page.click("text=Make the PDF")
    link = page.locator("[data-key=printed] a").first
    expect(link).to_be_visible(timeout=30_000)
    answer = page.request.get(studio.address + link.get_attribute("href"))
    assert answer.ok and answer.body().startswith(b"%PDF")
    page.goto(f"{studio.address}/sheets?more=--nonsense")
    expect(page.locator(".fault.error")).to_contain_text("--nonsense")


def test_unsaved_text_stays_when_another_program_saves_the_file(page, studio):
    page.goto(f"{studio.address}/sources?file=game/gear.toml")
    page.locator("#line").press("Control+End")
    page.keyboard.type("# mine")
    edit(studio.game / "gear.toml", 'name = "Lock Picks"', 'name = "Lock Pickers"')
    expect(page.locator(".editor .notice")).to_contain_text("Another program has saved this file")
    assert page.input_value("#line").endswith("# mine")
    page.click("text=Save")
    expect(page.locator(".fault.error, #state .badge.error, .notice").first).to_be_visible()
    assert "# mine" not in (studio.game / "gear.toml").read_text()


def test_sheets_are_shown_with_the_bleed_that_is_made(page, studio):
    art = next(studio.game.rglob("templates/thief-back.svg"))
    art.write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="63.5mm" height="88.9mm" viewBox="0 0 63.5 88.9">'
        '<rect width="63.5" height="88.9" fill="#46724c"/></svg>'
    )
    page.goto(f"{studio.address}/sheets?deck=thieves&bleed=2&more=--make-bleed+mirror")
    # Of each back four sides and four corners.
    made = page.locator("svg.sheet .placed:has(g[transform^=matrix])")
    expect(made.first.locator("g[transform^=matrix]")).to_have_count(8)


def test_the_link_works_once_and_the_terminal_gives_another(browser, studio, page):
    stranger = browser.new_context().new_page()
    assert stranger.goto(studio.link).status == 403
    assert stranger.goto(f"{studio.address}/cards").status == 403
    studio.process.stdin.write("\n")
    studio.process.stdin.flush()
    assert stranger.goto(studio.next_link()).ok


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("view", VIEWS)
def test_every_view_can_be_read_by_everybody(browser, studio, page, view, scheme):
    page.emulate_media(color_scheme=scheme)
    page.goto(studio.address + view)
    page.wait_for_timeout(300)
    found = Axe().run(page).response["violations"]
    grave = [f"{one['id']}: {one['nodes'][0]['html'][:120]}" for one in found if one["impact"] in ("serious", "critical")]
    assert not grave, grave
    page.set_viewport_size({"width": 390, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1"), "it scrolls sideways on a phone"


def test_the_keyboard_suffices(page, studio):
    page.goto(f"{studio.address}/cards")
    page.locator(".tile a").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("aside.detail")).to_be_visible()


def test_a_sheet_is_edited_broken_and_mended(page, studio):
    """Cards from a spreadsheet: the deck names its sheet, and a saved sheet is seen like any other file."""
    sheet, deck = studio.game / "tokens.csv", studio.game / "tokens.toml"
    words = "name,copies\nLantern,2\nRope,1\n"
    sheet.write_text(words)
    deck.write_text('title = "Tokens"\ntemplate = "token.svg"\nsize = "40 x 40"\nrows = "tokens.csv"\n')
    template = next(path for path in studio.game.rglob("*.svg") if path.parent.name == "templates").parent / "token.svg"
    template.write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="40mm" height="40mm" viewBox="0 0 40 40">'
        '<rect x="-3" y="-3" width="46" height="46" fill="#dde6cc"/></svg>'
    )
    game = studio.game / "game.toml"
    if re.search(r"(?m)^decks = \[", game.read_text()):
        game.write_text(re.sub(r"(?m)^decks = \[", 'decks = ["tokens", ', game.read_text(), count=1))
    page.goto(f"{studio.address}/cards")
    lantern = page.locator("li[data-key^='tokens/'] .name").first
    expect(lantern).to_have_text("Lantern")
    sheet.write_text(words.replace("Lantern", "Dark Lantern"))
    expect(lantern).to_have_text("Dark Lantern")
    sheet.write_text('name,copies\n"Lantern,2\nRope,1\n')
    expect(page.locator("#state .badge.error")).to_be_visible()
    expect(lantern).to_be_visible()
    sheet.write_text(words)
    expect(lantern).to_have_text("Lantern")
    expect(page.locator("#state .badge.error")).to_have_count(0)


def test_a_shop_is_asked_and_files_are_made(page, studio):
    page.goto(f"{studio.address}/destinations")
    page.select_option("select[name=to]", "makeplayingcards")
    page.select_option("select[name=deck]", "gear")
    page.get_by_role("button", name="Check", exact=True).click()
    outcome = page.locator("[data-key=outcome]")
    expect(outcome).to_contain_text("check game --games 0 --for=makeplayingcards --deck=gear", timeout=60_000)
    page.select_option("select[name=to]", "pcio")
    page.click("text=Make the files")
    expect(outcome).to_contain_text("export pcio game", timeout=60_000)
    expect(outcome).to_contain_text(".pcio")
    assert list(studio.folder.rglob("*.pcio")), "the files are where the page says"
    page.fill("input[name=more]", "--nonsense")
    page.click("text=Make the files")
    expect(outcome.locator(".fault.error")).to_contain_text("--nonsense")


def test_a_scenario_is_stepped_through_on_the_board(page, studio):
    page.goto(f"{studio.address}/proof")
    link = page.locator(".scenarios a.step").first
    expect(link).to_be_visible(timeout=60_000)
    with page.expect_popup() as opened:
        link.click()
    board = opened.value
    expect(board.locator("#board .card").first).to_be_visible()
    board.click("#next")
    expect(board.locator("#move")).not_to_be_empty()


def test_who_wins_is_set_beside_the_last_commit(page, studio):
    page.goto(f"{studio.address}/proof")
    page.click("text=Play 1,000 games of each variant")
    # The folder is in no repository yet: that is said, and nothing else happens.
    expect(page.locator("section", has_text="Who wins").locator(".fault.error")).to_be_visible(timeout=60_000)
    git = ["git", "-c", "user.name=Ann", "-c", "user.email=ann@example.org"]
    for words in (["init", "--quiet"], ["add", "."], ["commit", "--quiet", "-m", "first"]):
        subprocess.run([*git, *words], cwd=studio.game, check=True)
    page.click("text=Play 1,000 games of each variant")
    # A table for each variant.
    section = page.locator("section", has_text="Who wins")
    tables = section.locator("table")
    expect(tables.first).to_be_visible(timeout=240_000)
    expect(tables).to_have_count(9, timeout=240_000)
    expect(section.locator("h3").first).to_contain_text("paris")
    expect(tables.first.locator("td", has_text="%").first).to_be_visible()
    # Nothing was edited: the games of each pair are the same.
    expect(tables.first.locator("td", has_text=" to ").first).to_have_text(re.compile(r"^0\.0 \("))
    assert tables.locator("td", has_text=re.compile("^(more|fewer)$")).count() == 0, "nothing was edited"


def test_a_value_is_edited_beside_its_card(page, studio):
    open_card(page, studio)
    before = (studio.game / "gear.toml").read_bytes()
    name = page.get_by_label("name", exact=True)
    name.fill("Lock Lifters")
    # What is typed stays when another file is saved.
    edit(studio.game / "game.toml", "[table]", "# looked at\n[table]")
    page.wait_for_timeout(1_500)
    expect(name).to_have_value("Lock Lifters")
    name.press("Enter")
    expect(page.locator("li[data-key='gear/lock-picks'] .name")).to_have_text("Lock Lifters")
    expect(page.locator(".detail h2")).to_contain_text("Lock Lifters")
    after = before.replace(b'"Lock Picks"', b'"Lock Lifters"', 1)
    assert (studio.game / "gear.toml").read_bytes() == after
    bad = page.get_by_label("id", exact=True)
    bad.fill("Lock Lifters!")
    bad.press("Enter")
    expect(page.locator(".values .fault.error")).to_be_visible()
    expect(page.locator(".values .fault.error")).to_contain_text("cannot name a card")
    expect(bad).to_have_value("Lock Lifters!")
    assert (studio.game / "gear.toml").read_bytes() == after


@pytest.fixture
def lanterns(tmp_path):
    """A game whose cards stand in a CSV file and in workbooks, and which lacks a symbol."""
    game = tmp_path / "sheets" / "game"
    shutil.copytree(ROOT / "tests/good/sheet", game)
    (game / "symbols/lamp.svg").unlink()
    studio = Studio(game.parent)
    yield studio
    studio.close()


def test_a_fault_in_a_workbook_leads_to_its_cell(page, lanterns):
    page.goto(lanterns.link)
    page.goto(f"{lanterns.address}/proof")
    page.click("text=heroes.xlsx, Heroes!C3")
    expect(page.locator("#marked")).to_have_text("Draw a card {lamp}.")
    expect(page.get_by_role("button", name="Open in its own program")).to_be_visible()
    assert page.locator("textarea").count() == 0
    page.set_viewport_size({"width": 390, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1"), "it scrolls sideways on a phone"
    found = Axe().run(page).response["violations"]
    grave = [one["id"] for one in found if one["impact"] in ("serious", "critical")]
    assert not grave, grave


def test_cards_hang_at_one_height_and_badges_cover_nothing(page, studio):
    edit(studio.game / "gear.toml", 'name = "Lock Picks"', 'name = "Lock Picks that nobody could ever print on one card in one line"')
    page.goto(f"{studio.address}/cards")
    badge = page.locator(".tile .badge").first
    expect(badge).to_be_visible()
    for deck in page.locator("section.deck").all():
        tops = {}
        for face in deck.locator(".tile > a > .face").all():
            box = face.bounding_box()
            tops.setdefault(round(box["y"]) // 60, set()).add(round(box["y"]))
        assert all(len(row) == 1 for row in tops.values()), tops
    box = badge.bounding_box()
    name = badge.locator("xpath=../a").bounding_box()
    assert box["y"] >= name["y"] + name["height"] - 1


def test_tokens_are_round_wherever_they_are_shown(page, studio):
    round_ones = "[...document.querySelectorAll('.face')].filter((face) => getComputedStyle(face).borderTopLeftRadius === '50%').length"
    for view in ["/cards", "/looks?deck=coins", "/sources?file=game/coins.toml"]:
        page.goto(studio.address + view)
        page.wait_for_timeout(300)
        assert page.evaluate(round_ones) > 0, view
