#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws the houses from the include lines of their sources, for ARCHITECTURE.md.

    tests/house/draw.py            renews doc/house.svg
    tests/house/draw.py --check    exits with 1 where it differs from what it would draw

A room is a folder; it stands on the floor above all rooms that it includes. An arrow that others imply is left out.
"""

import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PICTURE = ROOT / "doc" / "house.svg"
HOUSES = ("core", "engine", "app")
COLOURS = {"core": "#2b6cb0", "engine": "#2f855a", "app": "#b7791f"}
WIDTH, HEIGHT, ACROSS, UP = 104, 30, 22, 34  # of a room, and between rooms
MARGIN = 24


def rooms():
    """Which rooms each room includes; the file count of each."""
    includes, count = collections.defaultdict(set), collections.Counter()
    for house in HOUSES:
        for source in (ROOT / house).rglob("*"):
            if source.suffix not in (".h", ".cpp", ".cu", ".cuh"):
                continue
            room = "/".join(source.relative_to(ROOT).parts[:2])
            count[room] += 1
            for other in re.findall(r'(?m)^\s*#\s*include "((?:core|engine|app)/[a-z]+)/', source.read_text()):
                if other != room:
                    includes[room].add(other)
    return {room: includes[room] for room in sorted(count)}, count


def implied(room, target, includes):
    """Whether the arrow follows from others."""
    seen, todo = set(), [other for other in includes[room] if other != target]
    while todo:
        other = todo.pop()
        if other == target:
            return True
        if other not in seen:
            seen.add(other)
            todo += includes[other]
    return False


def floors(own, includes):
    level = {}

    def of(room):
        if room not in level:
            level[room] = 1 + max((of(other) for other in includes[room] if other in own), default=-1)
        return level[room]

    rows = collections.defaultdict(list)
    for room in own:
        rows[of(room)].append(room)
    return [rows[at] for at in sorted(rows)]


def placed(own, includes, arrows):
    """Column by room: each row stands over the middle of what it leans on."""
    rows, column = floors(own, includes), {}
    for row in rows:

        def wish(room):
            below = [column[other] for other in arrows[room] if other in column]
            return sum(below) / len(below) if below else 0

        row.sort(key=lambda room: (wish(room), room))
        at = -(len(row) - 1) / 2
        for room in row:
            column[room] = at
            at += 1
    return rows, column


def draw():
    includes, count = rooms()
    arrows = {room: {other for other in includes[room] if not implied(room, other, includes)} for room in includes}
    own = {house: [room for room in includes if room.startswith(house + "/")] for house in HOUSES}
    layout = {house: placed(own[house], includes, arrows) for house in HOUSES}
    wide = {house: max(len(row) for row in layout[house][0]) * (WIDTH + ACROSS) for house in HOUSES}
    upper = max(len(layout["engine"][0]), len(layout["app"][0]))
    total = max(wide["core"], wide["engine"] + wide["app"] + 3 * MARGIN) + 2 * MARGIN
    down = MARGIN + 20 + upper * (HEIGHT + UP) + 40
    size = down + len(layout["core"][0]) * (HEIGHT + UP) + MARGIN
    middle = {"core": total / 2, "engine": MARGIN + wide["engine"] / 2, "app": total - MARGIN - wide["app"] / 2}
    spot = {}
    for house in HOUSES:
        rows, column = layout[house]
        ground = size - MARGIN if house == "core" else down - 40
        for floor, row in enumerate(rows):
            for room in row:
                spot[room] = (
                    middle[house] + column[room] * (WIDTH + ACROSS),
                    ground - (floor + 1) * (HEIGHT + UP) + UP,
                )
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {total:.0f} {size:.0f}" '
        'font-family="sans-serif" font-size="13">',
        f'<rect width="{total:.0f}" height="{size:.0f}" fill="#ffffff"/>',
    ]
    for room, targets in arrows.items():
        for other in sorted(targets):
            if room.split("/")[0] != other.split("/")[0]:
                continue
            (x, y), (u, v) = spot[room], spot[other]
            out.append(
                f'<path d="M{x:.0f} {y + HEIGHT:.0f}C{x:.0f} {y + HEIGHT + 20:.0f} {u:.0f} {v - 20:.0f} '
                f'{u:.0f} {v:.0f}" fill="none" stroke="#a0aec0"/>'
            )
    for room, (x, y) in spot.items():
        house, name = room.split("/")
        out.append(
            f'<rect x="{x - WIDTH / 2:.0f}" y="{y:.0f}" width="{WIDTH}" height="{HEIGHT}" rx="4" '
            f'fill="{COLOURS[house]}"/>'
        )
        out.append(f'<text x="{x:.0f}" y="{y + 20:.0f}" fill="#ffffff" text-anchor="middle">{name}</text>')
    for house in HOUSES:
        top = min(y for room, (_, y) in spot.items() if room.startswith(house + "/"))
        out.append(
            f'<text x="{middle[house]:.0f}" y="{top - 12:.0f}" fill="{COLOURS[house]}" text-anchor="middle" '
            f'font-weight="bold">{house}/</text>'
        )
    return "\n".join([*out, "</svg>", ""])


if __name__ == "__main__":
    if sys.argv[1:] == ["--check"]:
        if not PICTURE.exists() or PICTURE.read_text() != draw():
            sys.exit(f"{PICTURE.relative_to(ROOT)} is not the house as it stands: run tests/house/draw.py")
    else:
        PICTURE.write_text(draw())
