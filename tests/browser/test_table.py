"""People at a table, each in a browser of their own."""

import json

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from conftest import Studio, new_game


def open_table(page, studio, seats, **more):
    """Opens a table; gives the links of its invitations, in the order of the seats."""
    page.goto(f"{studio.address}/play")
    for seat, who in enumerate(seats):
        page.select_option(f"select[name=seat-{seat}]", who)
    for name in more:
        page.check(f"input[name={name}]")
    page.click("text=Open the table")
    expect(page.locator(".invitation").first).to_be_visible()
    return [link.get_attribute("href") for link in page.locator(".invitation a").all()]


def sit_down(browser, link, name, **options):
    page = browser.new_context(viewport={"width": 1280, "height": 850}, **options).new_page()
    page.faults = []
    page.on("pageerror", lambda fault: page.faults.append(str(fault)))
    page.goto(link)
    page.fill("input[name=name]", name)
    page.click("button.main")
    expect(page.locator("#turn")).not_to_be_empty()
    return page


def state_of(page):
    return page.request.get(page.url.split("?")[0] + "/state").json()


def known_cards(state):
    game = state["game"]
    lies = game["frames"][-1]["lies"]
    return {game["cards"][lies[at]][0] for at in range(0, len(lies), 4)} - {""}


def test_two_people_play_a_whole_game_and_a_third_looks_on(browser, studio, page):
    links = open_table(page, studio, ["invite", "invite"], onlookers=True)
    ann, ben = sit_down(browser, links[0], "Ann"), sit_down(browser, links[1], "Ben")
    onlooker = sit_down(browser, links[2], "Cleo")
    expect(onlooker.locator("#choices")).to_be_hidden()
    expect(ann.locator("#people")).to_contain_text("Ben")
    moves = 0
    while not (state := state_of(ann))["over"]:
        mover = ann if state["legal"] else ben
        other = ben if mover is ann else ann
        hidden = known_cards(state_of(mover)) - known_cards(state_of(other))
        words = other.request.get(other.url + "/state").text()
        told = json.loads(words)
        # Every game has a list of its cards; where they lie, and what is told, names none that are not known.
        told["game"]["cards"] = []
        assert not [card for card in hidden if f'"{card}"' in json.dumps(told)]
        expect(mover.locator("#legal button").first).to_be_visible()
        mover.locator("#legal button").nth(moves % mover.locator("#legal button").count()).click()
        moves += 1
        if moves == 20:
            ann.reload()
            expect(ann.locator("#log li").first).to_be_visible()
        ann.wait_for_function("ply => document.querySelectorAll('#log li').length > ply", arg=moves)
        ben.wait_for_function("ply => document.querySelectorAll('#log li').length > ply", arg=moves)
        assert moves < 500
    for seen in (ann, ben, onlooker):
        expect(seen.locator("#score")).to_be_visible()
        assert not seen.faults, seen.faults
    assert moves > 20
    record = (studio.game / "output/records/game-0001.jsonl").read_text()
    assert record.count('"move"') == moves and '"winner"' in record.splitlines()[-1]
    page.goto(f"{studio.address}/play/record/game-0001.jsonl")
    expect(page.locator("#board .card").first).to_be_visible()


def test_several_at_one_device_hand_it_on(browser, studio, page):
    links = open_table(page, studio, ["here", "here"])
    both = sit_down(browser, links[0], "Ann and Ben")
    for _ in range(30):
        if both.locator("#curtain").is_visible():
            break
        both.locator("#legal button").first.click()
        both.wait_for_timeout(150)
    expect(both.locator("#curtain")).to_be_visible()
    assert both.locator("#board .card").count() == 0, "no card is seen before the device is handed on"
    both.click("#lift")
    expect(both.locator("#legal button").first).to_be_visible()
    assert not both.faults, both.faults


def test_against_the_program_and_a_move_is_refused_with_its_reason(browser, studio, page):
    links = open_table(page, studio, ["here", "program"])
    ann = sit_down(browser, links[0], "Ann")
    for _ in range(6):
        expect(ann.locator("#legal button").first).to_be_visible(timeout=15_000)
        ann.locator("#legal button").first.click()
        ann.wait_for_timeout(200)
    expect(ann.locator("#text")).to_be_visible(timeout=15_000)
    ann.fill("#text", "eat the table")
    ann.keyboard.press("Enter")
    expect(ann.locator("#refused")).to_contain_text("eat the table")
    found = [one for one in Axe().run(ann).response["violations"] if one["impact"] in ("serious", "critical")]
    assert not found, [f"{one['id']}: {one['nodes'][0]['html'][:150]}" for one in found]
    ann.set_viewport_size({"width": 390, "height": 800})
    assert ann.evaluate("document.documentElement.scrollWidth <= innerWidth + 1"), "it scrolls sideways on a phone"
    assert not ann.faults, ann.faults


RULES = '''"Both pick a card at the same time; then they wait, until somebody ends it or breaks it."

def set_up(_t):
    deal(deck, hand, rules.hand)
    ask_all("pick")

def legal_pick(_t, me):
    play("pick", hand[me])

def on_pick(_t, me, c):
    move(c, down[me])

def legal(_t, _me):
    play("wait")
    play("break")
    play("end")

def on_wait(t, me):
    points[me] += 1
    t.turn = 1 - me

def on_break(t, me):
    points[me] = 1 // (len(down[me]) - 1)

def on_end(_t, me):
    points[me] += 1
    end()
'''


@pytest.fixture
def playtest(browser, tmp_path):
    """The page of the owner of a small game that asks both at once and has a fault, and its studio."""
    game = new_game(tmp_path, "--rules", "blank")
    text = (game / "game.toml").read_text()
    text = text.replace("longest = 6", 'questions = ["pick"]\nlongest = 20')
    text = text.replace("[table.counters]", 'down = { each = "seat", sees = "owner" }\n\n[table.counters]')
    moves = '[table.moves]\npick = "pick {card}"\nwait = "wait"\nbreak = "break"\nend = "end"\n\n'
    text = text[: text.index("[table.moves]")] + moves + text[text.index("[table.end]") :]
    (game / "game.toml").write_text(text)
    (game / "rules.star").write_text(RULES)
    studio = Studio(tmp_path)
    page = browser.new_context(viewport={"width": 1400, "height": 900}).new_page()
    page.goto(studio.link)
    yield studio, page
    page.context.close()
    studio.close()


def move(page, text):
    page.locator("#legal button", has_text=text).first.click()


def test_what_is_asked_at_once_is_answered_in_any_order(browser, playtest):
    studio, page = playtest
    ann, ben = (sit_down(browser, link, name) for link, name in zip(open_table(page, studio, ["invite"] * 2), ["Ann", "Ben"]))
    for one in (ann, ben):
        expect(one.locator("#turn")).to_have_text("Your move")
    move(ben, "Pick")
    expect(ben.locator("#turn")).to_have_text("Ann is to move")
    expect(ann.locator("#turn")).to_have_text("Your move")
    move(ann, "Pick")
    expect(ann.locator("#legal button")).to_have_count(3)
    expect(ben.locator("#turn")).to_have_text("Ann is to move")
    assert not ann.faults + ben.faults


def test_a_page_that_slept_forgets_a_move_that_was_taken_back(browser, playtest):
    studio, page = playtest
    links = open_table(page, studio, ["here", "here"], onlookers=True)
    both, onlooker = sit_down(browser, links[0], "Ann and Ben"), sit_down(browser, links[1], "Cleo")
    hide = "hidden => {Object.defineProperty(document, 'hidden', {value: hidden, configurable: true}); document.dispatchEvent(new Event('visibilitychange'))}"
    for text in ("Pick", "Pick", "Wait"):
        move(both, text)
        both.click("#lift")
    expect(onlooker.locator("#log")).to_contain_text("Points of Ann: 1")
    onlooker.evaluate(hide, True)
    both.click("text=Take the last move back")
    both.click("#lift")
    expect(both.locator("#turn")).to_have_text("Ann: your move")
    onlooker.evaluate(hide, False)
    expect(onlooker.locator("#log")).not_to_contain_text("Points of Ann")
    expect(onlooker.locator("#log li")).to_have_count(3)
    assert not both.faults + onlooker.faults


def test_a_fault_is_shown_to_all_and_its_line_to_the_owner(browser, playtest):
    studio, page = playtest
    ann, ben = (sit_down(browser, link, name) for link, name in zip(open_table(page, studio, ["invite"] * 2), ["Ann", "Ben"]))
    move(ben, "Pick")
    move(ann, "Pick")
    move(ann, "Break")
    for one in (ann, ben):
        expect(one.locator("#turn")).to_have_text("The game stopped: a fault of its rules")
        expect(one.locator("body")).not_to_contain_text("rules.star")
        expect(one.locator("#choices")).to_be_hidden()
        one.set_viewport_size({"width": 390, "height": 844})
        stamp, board = one.locator(".finale").bounding_box(), one.locator("#board").bounding_box()
        assert board["x"] <= stamp["x"] and stamp["x"] + stamp["width"] <= board["x"] + board["width"], "the stamp is cut off on a phone"
    page.goto(f"{studio.address}/play")
    expect(page.locator("body")).to_contain_text("rules.star:23")
    assert not ann.faults + ben.faults


def test_a_lost_seat_is_given_to_who_is_invited_again(browser, playtest):
    studio, page = playtest
    links = open_table(page, studio, ["invite"] * 2)
    ann, ben = sit_down(browser, links[0], "Ann"), sit_down(browser, links[1], "Ben")
    page.goto(f"{studio.address}/play")
    page.click("text=Invite again to play Ben")
    link = page.locator(".invitation a").first.get_attribute("href")
    again = sit_down(browser, link, "Bella")
    expect(ann.locator("#people")).to_contain_text("Ben: Bella")
    move(ben, "Pick")
    expect(ben.locator("#refused")).to_contain_text("this place at the table is not yours")
    ben.reload()
    expect(ben.locator("body")).to_contain_text("Ask whoever runs the table to invite you again")
    move(again, "Pick")
    expect(again.locator("#turn")).to_have_text("Ann is to move")
    assert not ann.faults + again.faults
