#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Solves the lessons of a course in a browser as a pupil would, by mouse, by finger on a phone or by keyboard, and
hands in: every goal is reached, the teacher's command gives full marks, a page opened anew goes on where it was left,
the console has no line and no request leaves.

    course_check.py chromium --cli lanewright-cli --lessons 0,1,2,5 --by touch --served

The pupil's course has no answers in it. What order solves a lesson is read from a course of the same lessons that has
them. Ends with the skip code where the browser, or the page's module, is missing."""

import argparse
import contextlib
import csv
import functools
import http.server
import io
import json
import pathlib
import re
import sys
import tempfile
import threading

from browser import Browser, Fault, program
from browser_check import GALLERY, Check, is_board

PUPIL = 'Ann "the hand" <b>O\'Neil</b>'


class Served(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@contextlib.contextmanager
def served(folder):
    """The address under which a web server of this machine gives the files of a folder."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Served, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


def make_course(check, name, lessons, *words):
    page = check.folder / name
    made = check.ask("course", page, *lessons, "--name", "Pipelines", *words)
    if made.returncode:
        raise Fault(made.stderr)
    return page


def solutions(check, page):
    """For each lesson its own title, and the lanes and the optimizer of the teacher's answer."""
    browser = check.browser
    check.open(page)
    browser.evaluate("void (Storage.prototype.setItem = () => {})")  # nothing of this stays for the pupil
    browser.wait_for("document.querySelector('dialog input')")
    browser.press("Enter")
    browser.wait_for("lanewright.board.isOpen()")
    code = """(async () => {
        const { lesson, board } = lanewright;
        const all = [];
        for (let at = 0; at < lesson.course.lessons.length; ++at) {
            await lesson.begin(at);
            const { page, board: shown } = board.ask({ ask: "answer", shown: true });
            board.ask({ ask: "answer", shown: false });
            const rows = page.lanes.map((lane) => lane.blocks.map(([text]) => text));
            all.push({ title: lesson.course.lessons[at].title, rows, optimizer: shown?.lesson?.optimizer ?? null });
        }
        return all;
    })()"""
    return browser.evaluate(code)


def parts_of(rows, wholes):
    """The rows with pairs that aren't blocks yet as their parts."""
    return [[op for block in row for op in ([block] if block in wholes else block.split("+"))] for row in rows]


def slide(browser, rows):
    """Brings the slider to the number of microbatches of these rows, by keys as any hand can."""
    wanted = len({op.split(".")[-1] for op in rows[0]})
    browser.evaluate("document.querySelector('#microbatches').focus()")
    for _ in range(1000):
        now = browser.evaluate("lanewright.board.view.board.lesson.remake.microbatches")
        if now == wanted:
            return
        browser.press("ArrowRight" if now < wanted else "ArrowLeft")


def solve(check, solution):
    """Brings the board into the order of the answer, by the edits that the lesson allows."""
    hand, browser = check.hands, check.browser
    allowed = hand.board()["lesson"]["allowed"]
    rows = solution["rows"]
    remake = hand.board()["lesson"]["remake"]
    if "microbatches" in allowed:
        slide(browser, rows)
    if "generator" in allowed:
        for generator in remake["generators"]:
            hand.choose_option("#generator", generator["name"])
            if hand.rows() == rows:
                break
    if "halve" in allowed:
        hand.press(hand.button("halve"))
    if "split" in allowed:
        wanted = {op for row in rows for op in row}
        for rank, row in enumerate(hand.rows()):
            for op in row:
                if op.startswith("BW") and op not in wanted:
                    hand.choose(rank, hand.rows()[rank].index(op))
                    hand.press(hand.button("split"))
    hand.arrange(parts_of(rows, {block for row in hand.rows() for block in row}))
    if "pair" in allowed:
        for rank, row in enumerate(rows):
            for block in row:
                if "+" in block and block not in hand.rows()[rank]:
                    first, second = block.split("+")
                    hand.choose(rank, hand.rows()[rank].index(first))
                    hand.press(hand.button("pair", second))
    if "optimizer" in allowed and not browser.evaluate("lanewright.board.view.board.lesson.reached"):
        hand.choose_option("select:has([value=postvalidated])", "postvalidated")
    check.equal(hand.rows(), rows, f"{solution['title']}: the lanes")


# Between which heights of the window the parts of a page are, and whether the page is wider than the window.
FIRST_SCREEN = """(() => {
    const place = (selector) => {
        const { top, bottom } = document.querySelector(selector).getBoundingClientRect();
        return { top: Math.round(top), bottom: Math.round(bottom) };
    };
    const { scrollWidth } = document.documentElement;
    return { bar: place("#course"), task: place("#lesson .task"), lanes: place("#lanes"), tools: place("#toolbars"),
             height: innerHeight, isWide: scrollWidth > innerWidth };
})()"""


def check_first_screen(check, title):
    """On a phone what is to be reached, a lane at least and the tools are in sight before anything is scrolled."""
    seen = check.browser.evaluate(FIRST_SCREEN)
    bar, task, lanes, tools = (seen[part] for part in ("bar", "task", "lanes", "tools"))
    check.expect(bar["top"] >= 0 and bar["bottom"] <= 56, f"{title}: the bar of the course: {bar}")
    check.expect(bar["bottom"] <= task["top"], f"{title}: the task: {task}")
    check.expect(task["bottom"] <= lanes["top"] <= tools["top"] - 120, f"{title}: the lanes: {lanes}")
    check.expect(lanes["top"] <= seen["height"] / 2, f"{title}: the lanes: {lanes}")
    check.expect(tools["bottom"] <= seen["height"], f"{title}: the tools: {tools}")
    check.expect(not seen["isWide"], f"{title}: it is wider than the phone")


# The paragraphs of a lesson, those of its words that say what they mean, and what the card says.
WORDS = """({
    text: [...document.querySelectorAll("#lesson details p")].map((each) => each.textContent),
    terms: [...document.querySelectorAll("#lesson abbr")].filter((each) => each.title.length > 0).length,
    card: document.getElementById("sentence").textContent,
})"""


def check_words(check, title):
    """Words of the field are marked, and no word is lost by it; where there is a finger the card names no keys."""
    seen = check.browser.evaluate(WORDS)
    check.equal(seen["text"], check.hands.board()["lesson"]["text"], f"{title}: its text")
    check.expect(seen["terms"] > 3, f"{title}: {seen['terms']} words are explained")
    check.expect(check.by != "touch" or not re.search("Ctrl|Space", seen["card"]), f"{title}: keys: {seen['card']}")


def check_lesson(check, at, solution):
    hand, browser = check.hands, check.browser
    title = solution["title"]
    browser.wait_for("lanewright.board.isOpen() && lanewright.board.view.board.lesson.title === title", title=title)
    check.shot(f"lesson-{title}")
    check_words(check, title)
    if check.by == "touch":
        check_first_screen(check, title)
    check.expect(not hand.board()["lesson"]["reached"], f"{title}: it is solved before it is begun")
    solve(check, solution)
    lesson = hand.board()["lesson"]
    check.expect(lesson["reached"], f"{title}: not reached: {lesson['goals']}")
    check.equal(lesson["points"], 100, f"{title}: points of {lesson['score']}")
    open_goals = browser.evaluate("document.querySelectorAll('#lesson .goals li:not(.reached)').length")
    check.equal(open_goals, 0, f"{title}: goals without a tick")
    iterations = lesson["in_a_row"]["ranks"] if lesson["in_a_row"] else []
    drawn = browser.evaluate("document.querySelectorAll('#inARow b').length")
    check.equal(drawn, sum(map(len, iterations)), f"{title}: iterations in a row")
    check.shot(f"solved-{title}")
    check.quiet(title)


def check_name(check):
    """A name is given once: the key that gives it presses nothing behind the dialog."""
    hand, browser = check.hands, check.browser
    if browser.evaluate("innerWidth <= 900"):
        hand.press("#course .right button[aria-label]")
        hand.press("dialog .narrow button")
    else:
        hand.press("#course .right > :first-child")
    check.equal(browser.wait_for("document.querySelector('dialog input')?.value"), PUPIL, "the name that is asked for")
    browser.press("Enter")
    check.equal(
        browser.evaluate("document.querySelectorAll('dialog[open]').length"), 0, "dialogs behind that of the name"
    )


def check_course(check, lessons):
    hand, browser = check.hands, check.browser
    teachers = make_course(check, "teacher.html", lessons)
    answers = solutions(check, teachers)
    page = make_course(check, "course.html", lessons, "--no-answers")
    check.open(page)
    browser.wait_for("document.querySelector('dialog input')")
    browser.type(PUPIL)
    browser.press("Enter")
    for at, solution in enumerate(answers):
        check_lesson(check, at, solution)
        if at + 1 < len(answers):
            hand.press("#sentence button.first")
    rows = hand.rows()
    browser.reload()
    browser.wait_for("lanewright.board.isOpen()")
    check.equal(hand.rows(), rows, "the board after the page was opened anew")
    hand.press("#handIn")
    file = browser.downloaded()
    check.equal(json.loads(file.read_text())["by"], PUPIL, "the pupil's name")
    check.expect(re.fullmatch(r"[^/\\:*?\"<>|]+\.lwanswers", file.name), f"a file named {file.name}")
    check_marks(check, file, answers, teachers)
    check_name(check)
    check.quiet("handing in")


def check_marks(check, file, answers, teachers):
    """What the teacher's command says of the files of a class that handed in the same."""
    handed = json.loads(file.read_text())
    folder = check.folder / "handed-in"
    folder.mkdir(exist_ok=True)
    pupils = [f"{PUPIL} {n}" for n in range(30)]
    for n, pupil in enumerate(pupils):
        (folder / f"{n}.lwanswers").write_text(json.dumps(handed | {"by": pupil}))
    marked = check.ask("validate", "--course", folder, "--lessons", teachers, "--csv")
    check.expect(marked.returncode == 0, f"marking ended with {marked.returncode}: {marked.stderr}")
    lines = list(csv.reader(io.StringIO(marked.stdout)))
    for solution in answers:
        full = {line[1] for line in lines if solution["title"] in line and "100" in line}
        check.equal(sorted(full), sorted(pupils), f"{solution['title']}: who has full marks")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("browser", choices=("chromium", "firefox"))
    parser.add_argument("--lessons", default="", help="numbers and files, with commas; none: all")
    parser.add_argument("--by", default="mouse,touch,keys")
    parser.add_argument("--cli", required=True)
    parser.add_argument("--keep", type=pathlib.Path, help="a folder for pictures")
    parser.add_argument("--served", action="store_true", help="the pages come from a web server, not from the disk")
    parser.add_argument("--skip-code", type=int, default=77)
    options = parser.parse_args()
    if not program(options.browser):
        print(f"skipped: {options.browser}, or its driver, is not there")
        return options.skip_code
    faults, held = [], 0
    for by in options.by.split(","):
        with tempfile.TemporaryDirectory() as folder, Browser(options.browser) as browser, served(folder) as server:
            check = Check(browser, by, options.cli, pathlib.Path(folder), options.keep)
            check.server = server if options.served else None
            if by == "touch":
                browser.phone()
            lessons = options.lessons.split(",") if options.lessons else []
            check.open(check.page_of(GALLERY / "zb-h1.lwsched"))
            if not is_board(check):
                print("skipped: this build has no board for browsers")
                return options.skip_code
            check_course(check, lessons)
            faults, held = faults + check.faults, held + check.held
    print("\n".join(faults) or f"{held} expectations hold")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
