# SPDX-License-Identifier: Apache-2.0
"""Random figures for figure_check.py: schedules and runs as files, and the options that `render` takes. A seed tells a
case on every machine."""

import json
import math
import pathlib
import random
import re
import subprocess

GALLERY = pathlib.Path(__file__).resolve().parent.parent.parent / "schedules" / "gallery"
OURS = sorted(GALLERY.glob("*.lwsched"))
FILES = ("json", "as", "with", "below", "save-style")
"""Options that name files or say how to answer."""
STYLES = ("zero-bubble", "dualpipe", "megatron", "v-half", "hanayo", "print")
TITLES = (
    "",
    "1F1B",
    "Jgpqy|{}[]() ÄÖÜ",
    "A title that is much longer than any column of any paper is wide, " * 4,
    "W" * 300,
    "</text><script>alert(1)</script>&amp;<b>\"'",
    "\\input{/etc/passwd} $x_1^2$ 50% #1 ~ & {\\bfseries",
    "\x01\x07\x1b[31m\u009b2J\u202egnp.exe\u2066\u2028",
    "流水线并行训练的调度图：一次前向一次反向",
    "パイプライン並列 · 파이프라인 병렬",
    "الجدول الزمني للتدريب المتوازي",
    "Z̷̡̛͔͎̗a̸̧̛l̴̢g̵̛o̶ é à ñ",
    "🚂🚃🚃 👩‍👩‍👧‍👦 🏳️‍🌈",
    "\U00012000 ﷽ ⸻ W\u0301\u0301\u0301",
)
SLY = ("", "-1", "0", "nan", "inf", "1e308cm", "1e999", "0:0", "3:1", "nan:1", "x", "0-99999999", "\x1b[31m", "٣")
"""What an option has to refuse, or to take without harm."""
UNITS = ("ns", "us", "ms", "s", "unit")


def log_between(dice, low, high):
    """Small numbers as often as large ones."""
    return min(high, int(math.exp(dice.uniform(math.log(low), math.log(high + 1)))))


class Cases:
    """Makes cases with the command line `cli`, below `folder`."""

    def __init__(self, cli, folder):
        self.cli, self.folder = cli, pathlib.Path(folder)
        self.generators = re.findall(r"(?m)^([a-z][a-z0-9-]*)  \(", self.said("list"))
        self.rows = self.rows_of_render()

    def said(self, *words):
        return subprocess.run([self.cli, *map(str, words)], capture_output=True, text=True, check=False).stdout

    def rows_of_render(self):
        """What `render` takes, by the name of the option: its choices, and its words."""
        section = self.said("list", "--questions").split("## `render`")[1].split("\nThe answer:")[0]
        rows = {}
        for option, takes, words in re.findall(r"(?m)^\| `\w+` \| `([^`]*)` \| (.*?) \| (.*) \|$", section):
            if option.startswith("-"):
                name = next(name for name in option.split(",") if name.startswith("--"))
                rows[name.removeprefix("--")] = (re.findall("`([^`]*)`", takes), words)
        return rows

    def generated(self, dice, path):
        """An order by a random generator; those that refuse the shape are asked no further."""
        for _ in range(30):
            words = ["generate", dice.choice(self.generators), "-p", log_between(dice, 1, 32)]
            words += ["-m", log_between(dice, 1, 64), "-o", path]
            words += ["-v", dice.randint(1, 4)] if dice.random() < 0.4 else []
            if dice.random() < 0.6:
                digits = dice.choice((0, 0, 3))
                for option, least in (("--tf", 0.5), ("--tb", 0.5), ("--tw", 0.2), ("--tcomm", 0)):
                    words += [option, f"{dice.uniform(least, dice.choice((2, 30))) + (digits == 0):.{digits}f}"]
                words += ["--time-unit", dice.choice(UNITS[1:]), "--memory-unit", dice.choice(("MiB", "GiB", "unit"))]
                words += ["--mf", 12]
            words += ["--lengths", f"uniform:1:{dice.choice((9, 4096))}"] if dice.random() < 0.15 else []
            words += ["--w-parts", dice.randint(2, 3)] if dice.random() < 0.1 else []
            path.unlink(missing_ok=True)
            self.said(*words)
            if path.exists():
                return json.loads(path.read_text())
        raise RuntimeError(f"no generator makes an order for {path}")

    def plan(self, dice, path):
        """A schedule, now and then with unequal stages, without its order, or whose order stalls or is unfinished."""
        plan = self.generated(dice, path) if dice.random() < 0.9 else json.loads(dice.choice(OURS).read_text())
        if "order" not in plan:
            path.write_text(json.dumps(plan))
            return plan
        stages = len(plan["placement"]["directions"][0])
        if dice.random() < 0.3:
            plan["title"] = dice.choice(TITLES)
        if dice.random() < 0.25:
            for key in ("forward", "backward_input", "backward_weight"):
                plan["costs"][key] = [dice.choice((0.001, 1, 3, 3, 7, 50)) for _ in range(stages)]
            if dice.random() < 0.3:
                plan["costs"]["overlapped"] = [dice.choice((1, 2, 40)) for _ in range(stages)]
        if dice.random() < 0.1:
            plan["costs"] |= {"optimizer": dice.choice((0, 2)), "all_reduce": dice.choice((0, 5))}
        if dice.random() < 0.3:
            plan["memory"]["limit"] = dice.choice((2, 8, 1000))
        if dice.random() < 0.1:
            row = dice.choice(plan["order"])
            for _ in range(3):
                row.insert(dice.randrange(len(row)), row.pop(dice.randrange(len(row))))
        if dice.random() < 0.1:
            row = dice.choice(plan["order"])
            del row[dice.randrange(len(row)) :]
        if dice.random() < 0.04:
            del plan["order"]
        plan.pop("gaps", None)
        path.write_text(json.dumps(plan))
        return plan

    @staticmethod
    def run(dice, plan, path):
        """A run of the plan's order: blocks follow each other as they please."""
        steps = []
        for step in range(dice.randint(1, 3)):
            wall = []
            for row in plan["order"]:
                now, lane = dice.randint(0, 5_000_000), []
                for block in row:
                    now += dice.choice((0, 0, 1000, 2_000_000))
                    lane.append([block, now, now := now + dice.choice((900, 1_000_000, 1_300_000, 9_000_000))])
                wall.append(lane)
            steps.append({"step": step, "loss": 1.0, "start": 10_000_000_000 * step, "wall": wall})
        head = {"format": "lanewright-run", "version": 1, "backend": "cpu", "paced": dice.random() < 0.5}
        run = head | {"losses": [1.0] * len(steps), "schedule": plan, "steps": steps}
        path.write_text(json.dumps(run))

    def files(self, dice, folder):
        """The files of a figure and the plans in them: one as a rule, now and then several of one unit, or a run."""
        if dice.random() < 0.03:
            return {"FILE": [GALLERY / "measured-job.lwrun"]}, []
        several = dice.randint(2, 4) if "below" in self.rows and dice.random() < 0.2 else 1
        paths, plans = [folder / f"{number}.lwsched" for number in range(several)], []
        for path in paths:
            plans.append(self.plan(dice, path))
            if dice.random() < 0.95:
                plans[-1]["time_unit"] = plans[0]["time_unit"]
            path.write_text(json.dumps(plans[-1]))
        files = {"FILE": paths[:1], "below": paths[1:]}
        if "order" in plans[0] and dice.random() < 0.2:
            run = folder / "run.lwrun"
            self.run(dice, plans[0], run)
            files |= {"FILE": [run]} if dice.random() < 0.5 else {"with": [run]}
        return files, plans

    def value(self, dice, name, plans):
        """A value for an option: of those that we know how to draw, else one of its words or of its examples."""
        choices, words = self.rows[name]
        ranks = plans[0]["placement"]["ranks"] if plans else 4
        microbatches = plans[0]["microbatches"] if plans else 4
        parts = re.findall(r"\b(?:numbers|legend|ranks|digits|memory|title|ruler|bubbles)\b", words)

        def length(least, most):
            millimetres = math.exp(dice.uniform(math.log(least), math.log(most)))
            return dice.choice((f"{millimetres:.2f}mm", f"{millimetres / 10:.2f}cm", f"{millimetres / 25.4:.3f}in"))

        def some(end):
            return ",".join(map(str, dice.sample(range(end), dice.randint(1, min(end, 4)))))

        drawn = {
            "width": lambda: dice.choice(("column", "page", "slide", *[length(15, 400)] * 6)),
            "height": lambda: length(5, 300),
            "font": lambda: f"{dice.uniform(3, 20):.1f}",
            "lane": lambda: f"{math.exp(dice.uniform(0, 3.7)):.2f}",
            "dpi": lambda: dice.choice(("72", "300")),
            "show": lambda: dice.choice(
                ("all", "all", "all", "none", "+memory,+numbers", "+bubbles,-title", dice.choice(parts))
            ),
            "time": lambda: "{}:{}".format(*sorted(round(dice.uniform(0, 60), 2) for _ in range(2))),
            "ranks": lambda: some(ranks),
            "arrows": lambda: dice.choice(("all", some(microbatches))),
            "style": lambda: dice.choice(STYLES),
            "iterations": lambda: str(dice.randint(1, 4)),
        }
        if dice.random() < 0.01:
            return dice.choice(SLY)
        if name in drawn:
            return drawn[name]()
        found = choices or re.findall(r"such as ([^\s,;()]+)", words)
        if not found:
            raise RuntimeError(f"nobody has said what --{name} takes: add it to `drawn`")
        return dice.choice(found)

    def case(self, seed):
        """The folder of a case, and the words that `render` takes for a picture of that name in it."""
        dice = random.Random(f"figure {seed}")
        folder = self.folder / str(seed)
        folder.mkdir(parents=True)
        files, plans = self.files(dice, folder)
        options = []
        for name in self.rows:
            if name not in FILES and dice.random() < (0.75 if name == "width" else 0.15):
                options += [f"--{name}", self.value(dice, name, plans)]
        for name in ("below", "with"):
            options += [word for file in files.get(name, []) for word in (f"--{name}", file)]
        return folder, lambda picture: ["render", *files["FILE"], folder / picture, *options]
