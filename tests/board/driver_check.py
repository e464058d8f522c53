#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds the driver of browsers against a small page: input, looks, console, requests, downloads, and that nothing of a
browser stays. Ends with the skip code where the browser is missing."""

import argparse
import os
import pathlib
import select
import signal
import subprocess
import sys
import tempfile

from browser import Browser, program

PAGE = """<!DOCTYPE html><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy"
 content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:">
<title>Tiny</title><link rel="icon" href="data:,"><button id="save">Save</button> <input type="file" id="file">
<canvas id="board" width="300" height="300" style="touch-action: none"></canvas>
<script>
"use strict";
const seen = [];
for (const name of ["pointerdown", "pointerup", "keydown"])
  addEventListener(name, (event) => seen.push(`${name} ${event.pointerType ?? event.key} ${event.ctrlKey}`));
document.getElementById("save").addEventListener("click", () => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob(["saved"]));
  link.download = "tiny.txt";
  link.click();
});
</script>"""
LOOKS = """["(prefers-color-scheme: dark)", "(forced-colors: active)", "(prefers-reduced-motion: reduce)",
    "(pointer: coarse)"].map((query) => matchMedia(query).matches)"""


def check(browser, folder):
    """Yields what is wrong."""
    page = folder / "tiny.html"
    page.write_text(PAGE)
    browser.open(page.as_uri())
    x, y = browser.middle("#board")
    for by in ("mouse", "touch"):
        browser.drag((x, y), (x + 20, y), (x + 40, y + 10), by=by)
    browser.press("Control+b", "ArrowLeft")
    seen = browser.evaluate("seen.filter((each) => !each.includes('Control '))")
    expected = [f"pointer{what} {by} false" for by in ("mouse", "touch") for what in ("down", "up")]
    if seen != [*expected, "keydown b true", "keydown ArrowLeft false"]:
        yield f"the page saw {seen}"
    if browser.evaluate("[given, innerWidth]", given="</script>ü") != ["</script>ü", 1280]:
        yield "evaluate() gives another value"
    if browser.console() or browser.requests():
        yield "a quiet page isn't quiet"

    browser.click(*browser.middle("#save"))
    saved = browser.downloaded()
    if (saved.name, saved.read_text()) != ("tiny.txt", "saved"):
        yield f"it saved {saved}"
    browser.choose_files("#file", page)
    if browser.evaluate("document.getElementById('file').files[0].name") != page.name:
        yield "the chosen file isn't there"

    browser.evaluate("console.warn('a warning')")
    browser.evaluate("void setTimeout(() => { throw new Error('a fault'); }, 0)")
    browser.evaluate("fetch('https://example.com/secret').catch(() => 0)")
    browser.wait_for("new Promise((go) => setTimeout(() => go(true), 0))")
    lines = " | ".join(browser.console())
    for words in ("a warning", "a fault", "connect-src"):
        if words not in lines:
            yield f"the console has no {words}: {lines}"

    if browser.evaluate(LOOKS) != [False] * 4:
        yield "it doesn't begin plain"
    browser.prefer(dark=True, forced_colours=True, reduced_motion=True)
    browser.phone()
    looks, size = browser.evaluate(LOOKS), browser.evaluate("[innerWidth, innerHeight, 'ontouchstart' in window]")
    if looks != [True] * 4 or size[:2] != [390, 844]:
        yield f"as a phone it looks {looks} and {size}"
    shot, paper = folder / "tiny.png", folder / "tiny.pdf"
    browser.screenshot(shot)
    browser.pdf(paper)
    if shot.read_bytes()[1:4] != b"PNG" or paper.read_bytes()[:4] != b"%PDF":
        yield "no picture is made"

    loose = folder / "loose.html"
    loose.write_text("<title>Loose</title><script>fetch('http://example.com/secret').catch(() => 0)</script>")
    browser.open(loose.as_uri())
    browser.wait_for("new Promise((go) => setTimeout(() => go(true), 0))")
    if not any("example.com/secret" in line for line in browser.requests()):
        yield "a request is missed"


def end_of_a_killed(name):
    """Yields what stays of a browser whose process was killed."""
    code = f"import os, browser; b = browser.Browser({name!r}); print(b.folder, b.guard.pid); os.abort()"
    ran = subprocess.run(
        [sys.executable, "-u", "-c", code],
        cwd=pathlib.Path(__file__).parent,
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    folder, guard = ran.stdout.split()
    if ran.returncode != -signal.SIGABRT:
        yield f"the process ended with {ran.returncode}"
    # The guard outlives its parent, ends the browser and goes; whoever adopts it takes it away in their time.
    ended = os.pidfd_open(int(guard)) if pathlib.Path("/proc", guard).exists() else None
    if ended is not None:
        select.select([ended], [], [], 240)
        os.close(ended)
    if pathlib.Path(folder).exists():
        yield f"{folder} stays"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("browser", choices=("chromium", "firefox"))
    parser.add_argument("--skip-code", type=int, default=77)
    options = parser.parse_args()
    if not program(options.browser):
        print(f"skipped: {options.browser}, or its driver, is not there")
        return options.skip_code
    with tempfile.TemporaryDirectory() as folder, Browser(options.browser) as browser:
        faults = list(check(browser, pathlib.Path(folder)))
    faults += end_of_a_killed(options.browser)
    if browser.folder.exists():
        faults.append(f"{browser.folder} stays")
    print("\n".join(faults) or f"{options.browser} does as it is told")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
