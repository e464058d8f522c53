#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds the pages that `convert FILE OUT.html` writes, of every file of the gallery and of a run, against what they
promise.

    numbers   well-formed HTML whose numbers are those that `simulate` prints
    script    the page's script runs, on a stand-in for a browser (node), and so do its keys, its pointer and its
              playback
    chromium  the browser opens the page: no line in its console, no request, and what it shows is what files say
    firefox   the same

Ends with the skip code where the program that it takes is missing."""

import argparse
import base64
import html.parser
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import zlib

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests" / "board"))

from browser import Browser, program

SLY = '</script><img src=x onerror=alert(1)><b>bold</b> & "quoted"'
MOST_BYTES = 1_600_000
WHOLE_GRID = 4000  # blocks; of more a page lists those around the chosen one
EMPTY_ELEMENTS = {"meta", "link", "input", "img", "br"}


def run_file(steps):
    """A run of two ranks whose step n takes n + 1 times as long as planned, titled with what would be markup."""
    order = [["F0.0", "F0.1", "BW0.0", "BW0.1"], ["F1.0", "BW1.0", "F1.1", "BW1.1"]]
    starts = [[0, 1, 4, 7], [1, 2, 4, 5]]
    ends = [[1, 2, 6, 9], [2, 4, 5, 7]]
    wall = [
        [
            [[op, start * n * 1_000_123, end * n * 1_000_123] for op, start, end in zip(*lane)]
            for lane in zip(order, starts, ends)
        ]
        for n in range(1, steps + 1)
    ]
    return {
        "format": "lanewright-run",
        "version": 1,
        "backend": "cpu",
        "paced": True,
        "losses": [1.0] * steps,
        "schedule": {
            "format": "lanewright-schedule",
            "version": 1,
            "title": SLY,
            "time_unit": "ms",
            "microbatches": 2,
            "placement": {"ranks": 2},
            "costs": {"forward": 1, "backward_input": 1, "backward_weight": 1},
            "memory": {"forward": 1, "backward_input": 0, "backward_weight": -1},
            "order": order,
        },
        "steps": [{"step": n, "loss": 1.0, "start": 10_000_000 * n, "wall": wall[n]} for n in range(steps)],
    }


class Page(html.parser.HTMLParser):
    """Reads a page: are its tags balanced, which are there, and its data."""

    def __init__(self, text):
        super().__init__()
        self.open, self.tags, self.faults, self.data = [], [], [], ""
        self.feed(text)
        self.close()
        self.faults += [f"<{tag}> is never closed" for tag in self.open]
        if not self.data.startswith("{"):
            self.data = zlib.decompress(base64.b64decode(self.data), wbits=-15).decode()

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.in_data = tag == "script" and ("id", "data") in attrs
        if tag not in EMPTY_ELEMENTS:
            self.open.append(tag)

    def handle_endtag(self, tag):
        self.in_data = False
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> closes what is not open")

    def handle_data(self, data):
        if self.tags and self.in_data:
            self.data += data


class Check:
    def __init__(self, cli):
        self.cli, self.failures, self.checked = cli, [], 0

    def expect(self, good, what):
        self.checked += 1
        if not good:
            self.failures.append(what)

    def answer(self, *words):
        return subprocess.run([self.cli, *map(str, words)], capture_output=True, text=True, check=False)

    def page_of(self, file, folder):
        page = pathlib.Path(folder, f"{file.name}.html")
        made = self.answer("convert", file, page)
        self.expect(made.returncode == 0, f"{file.name}: convert ended with {made.returncode}: {made.stderr}")
        return page


def files_in(folder):
    """The gallery's schedules that have an order, one with a sly title, one with receive buffers, and a run."""
    gallery = sorted((ROOT / "schedules" / "gallery").glob("*.lwsched"))
    files = [file for file in gallery if "order" in json.loads(file.read_text())]
    plain = json.loads(files[0].read_text())
    sly = plain | {"title": SLY}
    boundaries = len(plain["placement"].get("directions", [[0] * plain["placement"]["ranks"]])[0]) - 1
    buffered = plain | {
        "costs": plain["costs"] | {"boundary": {"size": [4] * boundaries}},
        "memory": plain["memory"] | {"receive_buffers": "per_microbatch"},
    }
    for name, content in (("sly.lwsched", sly), ("buffered.lwsched", buffered), ("measured.lwrun", run_file(3))):
        files.append(pathlib.Path(folder, name))
        files[-1].write_text(json.dumps(content))
    return files


def lines_of(table):
    """The cells of each line, which two blanks or more keep apart."""
    return [tuple(re.split(r" {2,}", line.strip())) for line in table.splitlines()]


def check_numbers(check, folder):
    scripts = set()
    for file in files_in(folder):
        text = check.page_of(file, folder).read_text()
        page = Page(text)
        check.expect(not page.faults, f"{file.name}: {page.faults}")
        scripts.add(page.tags.count("script"))
        check.expect("img" not in page.tags and len(scripts) == 1, f"{file.name}: a title became markup")
        check.expect(len(text) < MOST_BYTES, f"{file.name}: {len(text)} bytes")
        data = json.loads(page.data)
        shown = data["run"]["steps"][data["run"]["chosen"]] if data["run"] else data
        printed = lines_of(check.answer("simulate", file).stdout)
        for key, value in shown["numbers"]:
            check.expect((key, value) in printed, f"{file.name}: {key} is {value} on the page alone")
        for row in shown["ranks"]:
            check.expect(tuple(row) in printed, f"{file.name}: {row} is on the page alone")
        keys = {key for key, _ in shown["numbers"]}
        check.expect(len(keys) >= 7 and "makespan" in keys, f"{file.name}: only {sorted(keys)}")
        check.expect(data["title"] == json.loads(file.read_text()).get("title", SLY), f"{file.name}: another title")


def check_script(check, folder, node):
    stand_in = pathlib.Path(__file__).with_name("stand_in.mjs")
    for file in files_in(folder):
        ran = subprocess.run(
            [node, str(stand_in), str(check.page_of(file, folder))], capture_output=True, text=True, check=False
        )
        check.expect(ran.returncode == 0, f"{file.name}: {ran.stdout}{ran.stderr}")


def check_browser(check, folder, name):
    with Browser(name) as browser:
        for file in files_in(folder):
            page = check.page_of(file, folder)
            data = json.loads(Page(page.read_text()).data)
            blocks = sum(len(lane["blocks"]) for lane in data["lanes"])
            browser.open(page.as_uri())
            if blocks <= WHOLE_GRID:
                cells = "document.querySelectorAll('#blocks [role=gridcell]').length"
                browser.wait_for(f"{cells} === blocks", blocks=blocks)
            check.expect(not browser.evaluate("document.images.length"), f"{file.name}: a title became markup")
            measured = data["run"] and data["run"]["steps"][data["run"]["chosen"]]["peak"]
            peak = measured if data["run"] else data["peak"]
            shown = browser.evaluate("[...document.querySelectorAll('#tiles dd')].map((each) => each.textContent)")
            check.expect(not peak or peak in shown, f"{file.name}: the numbers are not shown: {shown}")
            said = browser.console() + browser.requests()
            check.expect(not said, f"{file.name}: {said}")
        shot = pathlib.Path(folder, "page.png")
        browser.screenshot(shot)
        check.expect(shot.stat().st_size > 10_000, "the screenshot is empty")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("numbers", "script", "chromium", "firefox"))
    parser.add_argument("--cli", required=True)
    parser.add_argument("--skip-code", type=int, default=77)
    options = parser.parse_args()
    needed = {"numbers": sys.executable, "script": shutil.which("node") or shutil.which("nodejs")}
    found = needed[options.what] if options.what in needed else program(options.what)
    if not found:
        print(f"skipped: what {options.what} takes is not there")
        return options.skip_code
    check = Check(options.cli)
    with tempfile.TemporaryDirectory() as folder:
        if options.what == "numbers":
            check_numbers(check, folder)
        elif options.what == "script":
            check_script(check, folder, found)
        else:
            check_browser(check, folder, options.what)
    print("\n".join(check.failures) or f"{check.checked} expectations hold")
    return 1 if check.failures else 0


if __name__ == "__main__":
    sys.exit(main())
