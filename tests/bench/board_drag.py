#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How fast a page's board is in Chromium: its first picture, its start, and what a drag's preview takes from the
question to what is drawn, the pixels read back so that none is still to be drawn. Prints the table of board_drag.md.

    board_drag.py build/release/bin/lanewright-cli"""

import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "board"))

from browser import Browser

SHAPES = {"16 × 64": ("zb-h1", "-p", "16", "-m", "64"), "10⁴ blocks": ("zb-h1", "-p", "32", "-m", "105")}
BEGIN = """(async () => {
  const before = performance.now();
  await lanewright.board.begin(document.querySelector("#schedule").textContent);
  return performance.now() - before;
})()"""
# Blocks of a lane in the middle, each to as many places as a hand passes, as drag.js asks and draws.
DRAG = """(() => {
  const { shown, lanes, drag, board } = lanewright;
  const { blocks } = shown.plan.lanes[shown.plan.lanes.length >> 1];
  const context = lanes.canvas.getContext("2d");
  const times = { asked: [], drawn: [] };
  for (let i = 0; i < 200; ++i) {
    const at = (i * 37) % (blocks.length - 8);
    const before = performance.now();
    const [move, place] = [blocks[at], blocks[at + 2 + (i % 6)]].map((block) => block.ops[0].text);
    const answer = board.ask({ ask: "propose", move, before: place });
    times.asked.push(performance.now() - before);
    shown.preview = drag.previewOf(answer);
    lanes.drawNow();
    context.getImageData(lanes.view.width >> 1, lanes.view.height >> 1, 1, 1);
    times.drawn.push(performance.now() - before);
  }
  shown.preview = null;
  const at = (list, share) => list.sort((a, b) => a - b)[Math.floor(list.length * share)];
  return [shown.plan.blocks.length, at(times.asked, 0.5), at(times.drawn, 0.5), at(times.drawn, 0.95)];
})()"""
FIRST = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null"


def main():
    cli = sys.argv[1]
    print("| schedule | blocks | page, MB | first picture, ms | board begins, ms | asked, ms | drawn, ms | 95 %, ms |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|")
    with tempfile.TemporaryDirectory() as folder, Browser("chromium", 1366, 768) as browser:
        for name, shape in SHAPES.items():
            page = pathlib.Path(folder, "page.html")
            plan = page.with_suffix(".lwsched")
            subprocess.run([cli, "generate", *shape, "-o", plan], check=True, capture_output=True)
            subprocess.run([cli, "convert", plan, page], check=True)
            browser.open(page.as_uri())
            browser.wait_for(f"({FIRST}) !== null")
            first, begun = browser.evaluate(FIRST), browser.evaluate(BEGIN)
            blocks, *times = browser.evaluate(DRAG)
            size = page.stat().st_size / 1e6
            spans = " | ".join(f"{each:.1f}" for each in times)
            print(f"| {name} | {blocks} | {size:.2f} | {first:.0f} | {begun:.0f} | {spans} |")


if __name__ == "__main__":
    main()
