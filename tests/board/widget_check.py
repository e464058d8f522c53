#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A board in a notebook, without the notebook: a page runs what anywidget runs, with a model like a notebook's; the
frame is edited, and Python gets the schedule.

    PYTHONPATH=build/release/python widget_check.py chromium

Ends with the skip code where the browser, or the page's module, is missing."""

import argparse
import json
import pathlib
import sys
import tempfile

from browser import Browser, program

import lanewright as lw
from lanewright.boards import SCRIPT

NOTEBOOK = """<!doctype html><meta charset="utf-8"><body data-jp-theme-light="false"><div id="cell"></div>
<script type="application/json" id="page">PAGE</script>
<script type="module">
SCRIPT
const held = { page: JSON.parse(document.getElementById("page").textContent), edited: "" };
const model = {
    get: (key) => held[key],
    set: (key, value) => (held[key] = value),
    save_changes: () => (globalThis.kept = held.edited),
};
globalThis.show = () => {
    document.getElementById("cell").replaceChildren();
    widget.render({ model, el: document.getElementById("cell") });
};
show();
</script>"""
FRAME = "document.querySelector('iframe')?.contentWindow.lanewright?.board"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("browser", choices=("chromium", "firefox"))
    parser.add_argument("--skip-code", type=int, default=77)
    options = parser.parse_args()
    if not program(options.browser):
        print(f"skipped: {options.browser}, or its driver, is not there")
        return options.skip_code
    plan = lw.generate("zb-h1", ranks=4, microbatches=8)
    board = plan.board()
    script = SCRIPT.replace("export default", "const widget =")
    page = NOTEBOOK.replace("SCRIPT", script).replace("PAGE", json.dumps(board).replace("<", "\\u003c"))
    with tempfile.TemporaryDirectory() as folder, Browser(options.browser) as browser:
        file = pathlib.Path(folder) / "notebook.html"
        file.write_text(page, encoding="utf-8")
        browser.open(file.as_uri())
        browser.wait_for(f"{FRAME}?.acts.edit")
        if not browser.evaluate(f"{FRAME}.hasModule()"):
            print("skipped: this build has no board for browsers")
            return options.skip_code
        document = "document.querySelector('iframe').contentDocument"
        assert browser.evaluate(f"{document}.getElementById('theme').value") == "dark", "the notebook's theme"
        high = browser.evaluate(f"[document.querySelector('iframe').offsetHeight, {document}.body.scrollHeight]")
        assert high[0] >= high[1] - 1, f"the frame is as high as its page: {high}"
        x, y = browser.evaluate(
            "(([a, b]) => [a.left + b.left + b.width / 2, a.top + b.top + b.height / 2])("
            f"[document.querySelector('iframe'), {FRAME}.acts.edit].map((each) => each.getBoundingClientRect()))"
        )
        browser.click(x, y)
        browser.wait_for(f"{FRAME}.isOpen()")
        browser.evaluate(f"void {FRAME}.apply({{ remove: 'W0.0' }})")
        browser.wait_for("globalThis.kept?.includes('\"order\"') && !kept.includes('\"W0.0\"')")
        edited = lw.Schedule(browser.evaluate("kept"))
        assert edited.order == plan.remove("W0.0").order, "what came back is not what was edited"
        browser.evaluate("void show()")  # the cell is drawn anew
        browser.wait_for(f"{FRAME}?.isOpen() && {FRAME}.view.board.tray.length > 0")
        said = browser.console() + browser.requests()
        assert not said, said
    print("the schedule came back")
    return 0


if __name__ == "__main__":
    sys.exit(main())
