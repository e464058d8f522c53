#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Installs a build into a folder of its own and uses the installed desktop as a person does: on a screen of Xvfb, with
mouse and keys of xdotool. A block is dragged, the drag undone and done again, the file saved, the window closed; what
is seen on the screen, the saved file and the exit code must agree. Ends with 77 where Xvfb or xdotool is missing.

  drive.py BUILD [--picture FILE.png]
"""

import argparse
import json
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import time
import zlib

SKIPPED = 77
SIZE = (1600, 1000)
PATIENCE = 120.0
# The light theme's fills of F, B and W; the lanes are read off the screen by them.
FILLS = {(0x08, 0x1C, 0x94): "F", (0x41, 0xBD, 0xDD): "B", (0x20, 0x86, 0x63): "W"}
NARROWEST = 12
GRIP = 20  # pixels from the upper edge of a block to where it is taken
DOUBLE_CLICK = 0.7  # seconds after which a second press is a press of its own


class Failure(Exception):
    pass


def wait_for(what, condition):
    """What the condition gives once it gives something."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if value := condition():
            return value
        time.sleep(0.05)
    raise Failure(f"{what} did not come within {PATIENCE:.0f} s")


class Screen:
    """What Xvfb shows: it keeps its pixels in a file, an X window dump."""

    def __init__(self, folder):
        self.file = os.path.join(folder, "Xvfb_screen0")
        read, write = os.pipe()
        # With a reset it would be gone for a moment whenever the last window on it closes, and what opens then fails.
        self.process = subprocess.Popen(
            [
                "Xvfb",
                "-displayfd",
                str(write),
                "-screen",
                "0",
                f"{SIZE[0]}x{SIZE[1]}x24",
                "-fbdir",
                folder,
                "-nolisten",
                "tcp",
                "-noreset",
            ],
            pass_fds=[write],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(write)
        with os.fdopen(read) as answer:
            number = answer.readline().strip()
        if not number:
            raise Failure("Xvfb does not start")
        self.display = f":{number}"

    def rows(self):
        """The pixels of each row, four bytes each: blue, green, red and nothing."""
        with open(self.file, "rb") as dump:
            data = dump.read()
        header = struct.unpack(">25I", data[:100])
        begin, height, line = header[0] + 12 * header[19], header[5], header[12]
        return [data[begin + y * line : begin + (y + 1) * line] for y in range(height)]

    def save(self, path):
        width = SIZE[0]
        raw = b"".join(
            b"\0" + b"".join(bytes((row[i + 2], row[i + 1], row[i])) for i in range(0, 4 * width, 4))
            for row in self.rows()
        )

        def chunk(name, body):
            return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

        with open(path, "wb") as out:
            out.write(
                b"\x89PNG\r\n\x1a\n"
                + chunk(b"IHDR", struct.pack(">IIBBBBB", width, SIZE[1], 8, 2, 0, 0, 0))
                + chunk(b"IDAT", zlib.compress(raw, 6))
                + chunk(b"IEND", b"")
            )

    def end(self):
        self.process.terminate()
        self.process.wait()


def runs_of(row):
    """The stretches of block colours in a row of pixels: kind, first and last x."""
    runs = []
    kind, start = None, 0
    for x in range(len(row) // 4 + 1):
        here = FILLS.get((row[4 * x + 2], row[4 * x + 1], row[4 * x])) if 4 * x < len(row) else None
        if here == kind:
            continue
        if kind and x - start >= NARROWEST:
            runs.append((kind, start, x - 1))
        kind, start = here, x
    return runs


def first_lane(screen):
    """The topmost lane's blocks, a few pixels below their upper edge, and that y; nothing before they are drawn."""
    rows = screen.rows()
    for y, row in enumerate(rows):
        if (b"\x94\x1c\x08" in row) and len(runs_of(row)) >= 8 and y + 4 < len(rows):
            return runs_of(rows[y + 4]), y + 4
    return None


def kinds(lane):
    return "".join(kind for kind, _, _ in lane[0]) if lane else ""


class Hands:
    """Mouse and keys."""

    def __init__(self, display):
        self.environment = dict(os.environ, DISPLAY=display)

    def do(self, *words):
        return subprocess.run(
            ["xdotool", *map(str, words)], env=self.environment, capture_output=True, text=True, check=False
        )

    def focus(self, title):
        found = wait_for(
            f"a window named {title}", lambda: self.do("search", "--onlyvisible", "--name", title).stdout.split()
        )
        self.do("windowfocus", "--sync", found[0])

    def key(self, keys):
        self.do("key", keys)

    def click(self, x, y):
        self.do("mousemove", x, y, "click", 1)

    def drag(self, start, end):
        self.do("mousemove", *start, "mousedown", 1)
        for step in range(1, 9):
            self.do("mousemove", *(round(a + (b - a) * step / 8) for a, b in zip(start, end)))
            time.sleep(0.02)
        self.do("mouseup", 1)


def install(build, prefix):
    for component in ("desktop", "engine"):
        subprocess.run(
            ["cmake", "--install", build, "--prefix", prefix, "--component", component],
            check=True,
            stdout=subprocess.DEVNULL,
        )
    for program in ("lanewright", "lanewright-cli"):
        if not os.access(os.path.join(prefix, "bin", program), os.X_OK):
            raise Failure(f"{program} is not installed")


def words_of(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)["order"][0]


def environment(folder, display):
    """Of a person who never used the program, on that display."""
    values = dict(os.environ, DISPLAY=display, QT_QPA_PLATFORM="xcb", HOME=folder, LC_ALL="C.UTF-8")
    values.update({name: os.path.join(folder, name) for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME")})
    for name in ("WAYLAND_DISPLAY", "QT_SCALE_FACTOR"):
        values.pop(name, None)
    return values


def use(prefix, folder, picture):
    """A person's minute."""
    plan = os.path.join(folder, "plan.lwsched")
    subprocess.run(
        [os.path.join(prefix, "bin", "lanewright-cli"), "generate", "zb-h1", "-p", "4", "-m", "8", "-o", plan],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    before = words_of(plan)
    screen = Screen(folder)
    program = subprocess.Popen(
        [os.path.join(prefix, "bin", "lanewright"), "--theme", "light", plan], env=environment(folder, screen.display)
    )
    try:
        hands = Hands(screen.display)
        lane, y = wait_for("the first lane", lambda: first_lane(screen))
        if kinds((lane, y)) != "FFFFBWFBWFBWFBWFBWBWBWBW"[: len(lane)] or len(lane) < 20:
            raise Failure(f"the first lane shows {kinds((lane, y))}")
        hands.focus("plan.lwsched")
        middle = lambda block: (block[1] + block[2]) // 2
        # F4 from behind W0 to the place before it.
        weight, forward = lane[5], lane[6]
        hands.click(middle(forward), y + GRIP)
        time.sleep(DOUBLE_CLICK)
        hands.drag((middle(forward), y + GRIP), (weight[1] + 1, y + GRIP))
        moved = "FFFFBFW"
        wait_for("the dragged block", lambda: kinds(first_lane(screen)).startswith(moved))
        hands.key("ctrl+z")
        wait_for("the undone drag", lambda: kinds(first_lane(screen)).startswith("FFFFBWF"))
        hands.key("ctrl+shift+z")
        wait_for("the drag done again", lambda: kinds(first_lane(screen)).startswith(moved))
        hands.key("ctrl+s")
        wait_for("the saved file", lambda: words_of(plan) != before)
        if picture:
            screen.save(picture)
        hands.key("ctrl+q")
        try:
            code = program.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            raise Failure("the program does not close") from None
        if code != 0:
            raise Failure(f"the program ended with {code}")
    except Failure:
        if picture:
            screen.save(picture)
        raise
    finally:
        program.kill()
        program.wait()
        screen.end()
    after = words_of(plan)
    expected = before[:5] + ["F0.4", "W0.0"] + before[7:]
    if after != expected:
        raise Failure(f"the saved row is {after}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("build")
    parser.add_argument("--picture", help="keep what the screen showed last")
    options = parser.parse_args()
    for tool in ("Xvfb", "xdotool"):
        if not shutil.which(tool):
            print(f"skipped: {tool} is not there")
            return SKIPPED
    with tempfile.TemporaryDirectory() as folder:
        try:
            prefix = os.path.join(folder, "prefix")
            install(options.build, prefix)
            use(prefix, folder, options.picture)
        except Failure as failure:
            print(f"failed: {failure}")
            return 1
    print("the installed desktop opens, drags, undoes, saves and closes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
