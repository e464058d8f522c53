#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Looks at the desktop as a screen reader does: over AT-SPI, on a screen of Xvfb and a session bus of its own. Lanes
and blocks must be there by name, in their order and with their states; a block is selected and moved by its own
actions; a cell of the table of ops is found by name and edited by keys. Takes Debian's packages python3-pyatspi,
at-spi2-core and dbus.

  read_aloud.py BUILD
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

import drive

BUS = "LANEWRIGHT_TEST_BUS"  # set where the session bus of the test is there
DEPTH = 40


def walk(node, depth=DEPTH):
    """The node and all below it, as far as they answer."""
    yield node
    if depth:
        for index in range(node.childCount):
            child = node.getChildAtIndex(index)
            if child is not None:
                yield from walk(child, depth - 1)


def find(node, what, matches):
    return drive.wait_for(what, lambda: next((each for each in walk(node) if matches(each)), None))


def states(node):
    import pyatspi

    return {pyatspi.stateToString(each) for each in node.getState().getStates()}


def act(node, name):
    actions = node.queryAction()
    for index in range(actions.nActions):
        if actions.getName(index) == name:
            actions.doAction(index)
            return
    raise drive.Failure(f"{node.name} has no action {name}: {[actions.getName(i) for i in range(actions.nActions)]}")


def blocks(lane):
    """The words of a lane's blocks, as they stand in files: `F0.3` of `F3 of stage 0 on rank 0, …`."""
    return [
        re.sub(r"^(\w+?)(\d+) of stage (\d+) .*$", r"\1\3.\2", lane.getChildAtIndex(index).name)
        for index in range(lane.childCount)
    ]


def application(name):
    import pyatspi

    desktop = pyatspi.Registry.getDesktop(0)
    return next((each for each in desktop if each is not None and each.name == name and each.childCount), None)


def listen(order, hands):
    """What a reader hears of the open window."""
    program = drive.wait_for("the program on the accessibility bus", lambda: application("lanewright"))
    lanes = find(
        program,
        "the lanes",
        lambda each: (
            each.getRoleName() == "list"
            and each.childCount == len(order)
            and each.getChildAtIndex(0).name.startswith("rank 0")
        ),
    )
    for rank, row in enumerate(order):
        lane = lanes.getChildAtIndex(rank)
        if blocks(lane) != row:
            raise drive.Failure(f"{lane.name} reads {blocks(lane)}")
        if not lane.name.endswith(f"{len(row)} blocks") or "showing" not in states(lane):
            raise drive.Failure(f"a lane is called {lane.name} and is {sorted(states(lane))}")
    lane = lanes.getChildAtIndex(0)
    block = lane.getChildAtIndex(6)
    act(block, "Press")
    drive.wait_for("the selected block", lambda: {"selected", "focused"} <= states(lane.getChildAtIndex(6)))
    act(lane.getChildAtIndex(6), "Decrease")
    moved = order[0][:5] + [order[0][6], order[0][5]] + order[0][7:]
    drive.wait_for("the moved block", lambda: blocks(lane) == moved)
    if "selected" not in states(lane.getChildAtIndex(5)):
        raise drive.Failure("the moved block is not selected any more")
    hands.key("ctrl+z")
    drive.wait_for("the undone move", lambda: blocks(lane) == order[0])
    edit_table(program, lane, order, hands)


def middle(node):
    import pyatspi

    area = node.queryComponent().getExtents(pyatspi.DESKTOP_COORDS)
    return area.x + area.width // 2, area.y + area.height // 2


def edit_table(program, lane, order, hands):
    """Types another position for the seventh op of rank 0."""
    hands.key("F4")
    table = find(
        program, "the table of ops", lambda each: each.getRoleName() == "table" and each.name == "Ops of the schedule"
    ).queryTable()
    if table.nRows != sum(map(len, order)):
        raise drive.Failure(f"the table has {table.nRows} rows")
    columns = [table.getColumnDescription(column) for column in range(table.nColumns)]
    cell = table.getAccessibleAt(6, columns.index("position"))
    if cell.name != f"position of {order[0][6]}: 6":
        raise drive.Failure(f"a cell is called {cell.name}")
    hands.click(*middle(cell))
    drive.wait_for("the selected line", lambda: "selected" in states(lane.getChildAtIndex(6)))
    hands.key("F2")
    hands.key("ctrl+a")
    hands.key("2")
    hands.key("Return")
    moved = order[0][:2] + [order[0][6]] + order[0][2:6] + order[0][7:]
    drive.wait_for("the op at its typed place", lambda: blocks(lane) == moved)
    if table.getAccessibleAt(2, columns.index("op")).name.split(",")[0] != order[0][6]:
        raise drive.Failure(f"the third line reads {table.getAccessibleAt(2, columns.index('op')).name}")


def read(build):
    with tempfile.TemporaryDirectory() as folder:
        plan = os.path.join(folder, "plan.lwsched")
        tool = lambda name: os.path.join(build, "bin", name)
        subprocess.run(
            [tool("lanewright-cli"), "generate", "zb-h1", "-p", "4", "-m", "8", "-o", plan],
            check=True,
            stdout=subprocess.DEVNULL,
        )
        with open(plan, encoding="utf-8") as file:
            order = json.load(file)["order"]
        screen = drive.Screen(folder)
        environment = drive.environment(folder, screen.display)
        environment["QT_LINUX_ACCESSIBILITY_ALWAYS_ON"] = "1"
        program = subprocess.Popen([tool("lanewright"), plan], env=environment)
        try:
            hands = drive.Hands(screen.display)
            hands.focus("plan.lwsched")
            listen(order, hands)
        finally:
            program.kill()
            program.wait()
            screen.end()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("build")
    options = parser.parse_args()
    if BUS not in os.environ:
        with tempfile.TemporaryDirectory() as folder:
            return subprocess.run(
                ["dbus-run-session", "--", sys.executable, __file__, options.build],
                env=dict(os.environ, XDG_RUNTIME_DIR=folder, **{BUS: "1"}),
                check=False,
            ).returncode
    try:
        read(options.build)
    except drive.Failure as failure:
        print(f"failed: {failure}")
        return 1
    print("a screen reader finds lanes, blocks and the table, and edits with them")
    return 0


if __name__ == "__main__":
    sys.exit(main())
