"""People at a table, each in a browser of their own."""

import json

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect


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
