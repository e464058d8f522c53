# SPDX-License-Identifier: Apache-2.0
"""A board in a browser under somebody's hands: a mouse, a finger on a phone, or a keyboard alone.

All that is done is the browser's own input. What the page's scripts know is read, to find where a block lies, and never
called to change anything."""

import json

from browser import Fault

HOLD = 400  # milliseconds that a finger rests on a block to take hold of it

# Where the page has a place of a lane in the viewport: left edge and width of the block that stands there, of width 0
# behind the last one, the middle of the height, and between which the lanes are seen. `shows` scrolls to it as a hand
# would before it begins.
BOX = """(() => {
    const { shown, lanes } = lanewright;
    const { canvas, view } = lanes;
    const { blocks } = shown.plan.lanes[rank];
    const block = blocks[at] ?? blocks.at(-1);
    const edges = [lanes.gutter() + 8, view.width - 8];
    const boxNow = () => {
        if (!block) return { left: edges[0] + 32, width: 0 };
        const { left, width } = lanes.boxOf(block);
        return at < blocks.length ? { left, width } : { left: left + width + 5, width: 0 };
    };
    const isSeen = ({ left, width }) => left >= edges[0] - 8 && left + width <= edges[1] + 8;
    const height = () => canvas.getBoundingClientRect().top + lanes.laneTop(rank) + lanes.blockHeight() / 2;
    if (shows && block && (!isSeen(boxNow()) || view.height < lanes.allLanes())) {
        lanes.reveal(block);
        lanes.bounded();
        lanes.redraw();
    }
    if (shows && (height() < 120 || height() > innerHeight - 160))
        scrollBy({ top: height() - innerHeight * 0.4, behavior: "instant" });
    const { x } = canvas.getBoundingClientRect();
    const { left, width } = boxNow();
    return { left: x + left, width, height: height(), from: x + edges[0] - 9, to: x + edges[1] };
})()"""


class Hands:
    """The board of a page that is open, and what all hands read of it."""

    def __init__(self, browser):
        self.browser = browser

    def rows(self):
        """The blocks of each lane, by their text, in order."""
        return self.browser.evaluate("lanewright.shown.plan.lanes.map((lane) => lane.blocks.map((each) => each.text))")

    def tray(self):
        return self.browser.evaluate("lanewright.board.view.board.tray.flatMap(([, ops]) => ops)")

    def board(self):
        """What the board says of itself beside its lanes."""
        return self.browser.evaluate("lanewright.board.view.board")

    def status(self):
        return self.browser.evaluate("document.getElementById('status').textContent")

    def button(self, word, *given):
        """The selector of the button that says a word of the page, or of its lesson."""
        code = """(() => {
            const { words, lesson } = lanewright;
            const own = lesson?.course.words[document.documentElement.lang].lesson[word];
            const text = own === undefined ? words.word(word, ...given) : words.filled(own, given);
            const isIt = (each) => each.textContent === text && each.offsetWidth > 0;
            const found = [...document.querySelectorAll("button")].find(isIt);
            document.querySelectorAll("[data-found]").forEach((each) => delete each.dataset.found);
            if (found) found.dataset.found = "it";
            return Boolean(found);
        })()"""
        self.browser.wait_for(code, word=word, given=given)
        return "[data-found]"

    def move(self, op, rank, at):
        """Moves a block of the lane so that it stands at a place of it, and nothing else moves."""
        rows = self.rows()
        source = rows[rank].index(op)
        self.carry(rank, source, at)
        rows[rank].insert(at, rows[rank].pop(source))
        self.expect(rows, op)

    def insert(self, op, rank, at):
        """Takes an op from the tray to a place of its lane."""
        rows = self.rows()
        self.take_from_tray(op, rank, at)
        rows[rank].insert(at, op)
        self.expect(rows, op)

    def expect(self, rows, op):
        """Waits until these are the lanes: a browser may go on before its page has heard of all input."""
        now = "JSON.stringify(lanewright.shown.plan.lanes.map((lane) => lane.blocks.map((each) => each.text)))"
        try:
            self.browser.wait_for(f"{now} === wanted", wanted=json.dumps(rows, separators=(",", ":")))
        except Fault:
            differ = [pair for pair in zip(self.rows(), rows) if pair[0] != pair[1]]
            raise Fault(f"{op} is not where it was put: {differ}; the page says: {self.status()}") from None

    def arrange(self, rows):
        """Brings every lane into an order, whose blocks are there or in the tray."""
        for rank, row in enumerate(rows):
            for at, op in enumerate(row):
                now = self.rows()[rank]
                if at < len(now) and now[at] == op:
                    continue
                if op in now:
                    self.move(op, rank, at)
                else:
                    self.insert(op, rank, at)


class Pointer(Hands):
    """A mouse, or a finger."""

    def __init__(self, browser, by):
        super().__init__(browser)
        self.by = by

    def press(self, selector):
        self.browser.click(*self.browser.middle(selector), by=self.by)

    def box(self, rank, at, shows=True):
        return self.browser.evaluate(BOX, rank=rank, at=at, shows=shows)

    def edge(self, rank, at):
        """The beginning of the block that stands at a place, or behind the last one."""
        box = self.box(rank, at)
        return box["left"], box["height"]

    def middle(self, rank, at):
        box = self.box(rank, at)
        return box["left"] + box["width"] / 2, box["height"]

    def choose(self, rank, at):
        self.browser.click(*self.middle(rank, at), by=self.by)

    def choose_option(self, selector, value):
        """The list of options is a window of the browser's own; so the last step is a key."""
        self.browser.middle(selector)
        self.browser.evaluate("document.querySelector(selector).focus()", selector=selector)
        choose_by_arrows(self.browser, selector, value)

    def carry(self, rank, source, at):
        x, y = self.middle(rank, source)
        self.grab(x, y)
        # Behind the blocks that are in front of its place without it.
        self.bring(rank, at if at < source else at + 1)
        self.browser.up(self.by)

    def grab(self, x, y):
        """Takes hold of what is there and begins to move it."""
        self.browser.down(x, y, self.by)
        if self.by == "touch":
            self.browser.point(self.by, {"type": "pause", "duration": HOLD})
        self.browser.move(x - 8, y + 3, self.by, 30)

    def bring(self, rank, at):
        """Moves what is held to a place, which scrolls into sight while it is held at the border."""
        box = self.box(rank, at, shows=False)
        if not box["from"] <= box["left"] <= box["to"]:
            border = box["from"] + 4 if box["left"] < box["from"] else box["to"] - 4
            self.browser.move(border, box["height"], self.by, 30)
            inside = f"(({{ left, from, to }}) => from <= left && left <= to)({BOX})"
            self.browser.wait_for(inside, rank=rank, at=at, shows=False)
            # Off the border, so that the place stays where it is.
            self.browser.move((box["from"] + box["to"]) / 2, box["height"], self.by, 30)
            box = self.box(rank, at, shows=False)
        self.browser.move(box["left"], box["height"], self.by, 30)

    def take_from_tray(self, op, rank, at):
        chip = f'#tray button.op[data-op="{op}"]'
        if self.by == "touch":  # a tap chooses it, another says where it goes
            self.press(chip)
            self.browser.click(*self.edge(rank, at), by=self.by)
            return
        self.box(rank, at)  # scrolls
        self.grab(*self.browser.middle(chip))
        self.bring(rank, at)
        self.browser.up(self.by)

    def take_out(self, rank, at):
        x, y = self.middle(rank, at)
        self.grab(x, y)
        # Below the lanes, where the tray is.
        below = "Math.min(innerHeight - 4, lanewright.lanes.canvas.getBoundingClientRect().bottom + 16)"
        self.browser.move(x, self.browser.evaluate(below), self.by, 60)
        self.browser.up(self.by)

    def undo(self):
        self.press("#undo")

    def redo(self):
        self.press("#redo")


class Keyboard(Hands):
    """No hand but that on the keys."""

    by = "keys"

    def press(self, selector):
        self.go_to(selector)
        self.browser.press("Enter")

    def go_to(self, selector):
        self.tab_until("document.activeElement?.matches(selector) ?? false", selector=selector)

    def tab_until(self, condition, **given):
        """Presses Tab until something is so; behind the last of the page come the browser's own bars."""
        for _ in range(400):
            if self.browser.evaluate(condition, **given):
                return
            self.browser.press("Tab")
            if not self.browser.evaluate("document.hasFocus()"):
                self.browser.take_keys()
        raise Fault(f"Tab never comes to where {condition} {given}")

    def choose_option(self, selector, value):
        self.go_to(selector)
        choose_by_arrows(self.browser, selector, value)

    def go_to_lanes(self):
        self.tab_until("document.activeElement.closest('#board') || document.activeElement === document.body")

    def choose(self, rank, at):
        self.go_to_lanes()
        chosen = "(({ selected }) => selected && [selected.rank, selected.position])(lanewright.shown)"
        for _ in range(2000):
            now = self.browser.evaluate(chosen)
            if now == [rank, at]:
                return
            if now is None or now[0] == rank:
                self.browser.press("ArrowRight" if now is None or now[1] < at else "ArrowLeft")
            else:
                self.browser.press("ArrowDown" if now[0] < rank else "ArrowUp")
        raise Fault(f"the arrows never come to place {at} of rank {rank}")

    def carry(self, rank, source, at):
        self.choose(rank, source)
        self.browser.press(*["Control+ArrowLeft" if at < source else "Control+ArrowRight"] * abs(at - source))

    def take_from_tray(self, op, rank, at):
        chosen = "document.activeElement?.dataset.op ?? null"
        if self.browser.evaluate(chosen) is None:
            self.go_to_lanes()
            self.browser.press("Enter")
        for _ in range(2000):
            order = self.browser.evaluate(
                "[...document.querySelectorAll('#tray button.op')].map((each) => each.dataset.op)"
            )
            now = self.browser.evaluate(chosen)
            if now == op:
                break
            self.browser.press("ArrowRight" if order.index(now) < order.index(op) else "ArrowLeft")
        if at == len(self.rows()[rank]):
            self.browser.press("Enter")
            self.browser.wait_for("lanewright.shown.plan.blockOf.has(op)", op=op)
        else:
            # It goes into its lane, and the keys with it.
            self.browser.press("Control+ArrowLeft")
            self.browser.wait_for("lanewright.shown.selected?.ops[0].text === op", op=op)
        source = self.rows()[rank].index(op)
        if source != at:
            self.carry(rank, source, at)

    def take_out(self, rank, at):
        self.choose(rank, at)
        self.browser.press("Delete")

    def undo(self):
        self.browser.press("Control+z")

    def redo(self):
        self.browser.press("Control+y")


def choose_by_arrows(browser, selector, value):
    code = "(({ options, selectedIndex, value }) => [[...options].map((each) => each.value), selectedIndex, value])"
    options, now, _ = browser.evaluate(f"{code}(document.querySelector(selector))", selector=selector)
    steps = options.index(value) - now
    browser.press(*["ArrowDown" if steps > 0 else "ArrowUp"] * abs(steps), "Enter")


def hands(browser, by):
    return Keyboard(browser) if by == "keys" else Pointer(browser, by)
