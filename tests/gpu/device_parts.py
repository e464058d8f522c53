# SPDX-License-Identifier: Apache-2.0
"""The parts of a check that ask the GPU itself, by processes of check_device."""

import json
import os
import re
import shutil
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from checking import NoTime
from programs import run

SHARES = 16  # processes at most that compute reference kernels beside each other
RESTARTS = 5  # of a share whose cases end its process
# Lanes at once: against one alone, since clocks fall when all compute, and one after the other takes twice as long with
# two; and against streams that share the whole GPU, since parts are to cost nothing.
ALONE, SHARED = 1.5, 1.15
# compute-sanitizer's: our kernels alone, by their mangled names. Those of cuBLASLt are not ours to judge, are slow
# under it, and copy in ways in which racecheck sees hazards that are none.
OURS = ("--kernel-name", "kernel_substring=lanewright")
SUMMARY = re.compile(r"(?:ERROR|RACECHECK) SUMMARY: (.*)")  # the last line of its log, where it came so far
TOOL_SECONDS = 60  # that one tool of it may take, for all that it is asked


def kernels(check):
    """Every kernel against its reference, at odd shapes and those of a real GPT."""
    compare_kernels(check, "kernels", min(os.cpu_count() or 1, SHARES))


def small_kernels(check):
    compare_kernels(check, "small kernels", min(os.cpu_count() or 1, 4), "small")


def compare_kernels(check, part, shares, *words):
    """The references take longer than the kernels, so several processes share them."""
    first = len(check.report["kernels"])
    with ThreadPoolExecutor(shares) as pool:
        asked = [pool.submit(share_of_kernels, check, f"share={index}/{shares}", *words) for index in range(shares)]
    counts = [one.result() for one in asked]
    rows = check.report["kernels"][first:]
    bad = [one for one in rows if not one["ok"]]
    if rows or None not in counts:
        check.claim(
            f"{part}: all cases equal their references",
            rows and not bad,
            f"{len(rows)} cases" if not bad else "; ".join(f"{one['name']}: {one['words']}" for one in bad[:5]),
        )
    if None in counts:
        raise NoTime(f"the time was over after {len(rows)} cases")
    check.claim(f"{part}: no case is missing", len(rows) == sum(counts), f"{len(rows)} of {sum(counts)} cases")


def share_of_kernels(check, share, *words):
    """Runs a share, going on behind each case that ends its process. Returns how many cases it has; None: the time was
    over first."""
    begun = {}

    def take(kind, found):
        if kind == "cases":
            begun.setdefault("count", int(found["count"]))
        elif kind == "begin":
            begun["case"] = found
        elif kind == "kernel":
            begun["done"] = found["name"]
        return False

    behind = []
    for _ in range(RESTARTS + 1):
        begun.pop("case", None)
        try:
            ended = check.device("kernels", share, *words, *behind, seconds=float("inf"), take=take)
        except NoTime:
            return None
        if ended.code in (0, 1):
            return begun.get("count", 0)
        if ended.code is None:
            return None
        case = begun.get("case")
        if case is None:
            check.claim(f"check_device kernels {share} begins", False, ended.words())
            return begun.get("count", 0)
        if begun.get("done") != case["name"]:
            check.keep(
                "kernel",
                {
                    "name": case["name"],
                    "ok": False,
                    "worst": 0,
                    "limit": 0,
                    "distance": 0,
                    "farthest": 0,
                    "words": ended.words(),
                },
            )
        behind = [f"from={int(case['number']) + 1}"]
    check.leave_out(f"kernels {share} behind {case['name']}", f"{RESTARTS + 1} of its cases ended their process")
    return begun.get("count", 0)


def sanitize(check):
    """The small kernels under compute-sanitizer: reads and writes out of bounds, and races in shared memory."""
    tool = shutil.which("compute-sanitizer") or next(
        (
            place
            for home in (os.environ.get("CUDA_HOME"), "/usr/local/cuda")
            if home
            for place in (
                Path(home) / "bin" / "compute-sanitizer",
                Path(home) / "compute-sanitizer" / "compute-sanitizer",
            )
            if place.exists()
        ),
        None,
    )
    if tool is None:
        check.leave_out("compute-sanitizer", "it is neither on the path nor in CUDA's folder")
        return
    for name, seconds in (("memcheck", 20), ("racecheck", 40)):
        if check.has_time_for(f"compute-sanitizer {name}", seconds):
            sanitize_by(check, tool, name)


def sanitize_by(check, tool, name):
    """What any process found is a failed claim, whatever kept others from an answer; that is left out in words. Where
    all answered and none found anything, the claim holds."""
    shares = min(os.cpu_count() or 1, 8)
    until = time.monotonic() + TOOL_SECONDS
    with ThreadPoolExecutor(shares) as pool:
        results = list(
            pool.map(lambda index: sanitize_share(check, tool, name, f"{index}/{shares}", until), range(shares))
        )
    judged = [judgement(ended, log) for ended, log, _ in results]
    found = [words for words, _ in judged if words]
    silent = [reason for _, reason in judged if reason]
    claimed = f"compute-sanitizer {name} finds nothing in the small kernels"
    if found:
        check.claim(claimed, False, f"in {len(found)} of {shares} processes: {found[0]}")
        check.report["sanitizer"] += [
            {"tool": name, "log": log[:20000]} for (_, log, _), (words, _) in zip(results, judged) if words
        ]
    if silent:
        check.leave_out(
            f"compute-sanitizer {name}",
            (f"{len(silent)} of {shares} processes: " if len(silent) < shares else "") + silent[0],
        )
    if not found and not silent:
        cases = sum(count for _, _, count in results)
        check.claim(claimed, cases, f"{cases} cases")


def judgement(ended, log):
    """What the tool found, and why it judged nothing, as words; one of them is empty, or both."""
    said = [line.strip("= ") for line in log.split("\n")[1:] if line.strip("= ")]
    # Where it can't watch the GPU, as in a sandbox or without a debugger's interface, it counts that among the errors.
    unsupported = next((line for line in said if "Device not supported" in line), None)
    summary = SUMMARY.search(log)
    if unsupported or ended.code in (None, 4):
        return "", unsupported or ended.words()
    if summary is None:
        return "", (said or [ended.words()])[-1]
    if not re.match(r"0 (errors|hazards)", summary[1]):
        return f"{summary[1]}: {(said or [log])[0]}", ""
    return "" if ended.code in (0, 1) else ended.words(), ""


def sanitize_share(check, tool, name, share, until):
    """How check_device ended under the tool, the tool's log, and how many cases were seen. A tool that knows no filter
    runs without it. A kernel takes long under it, so check_device waits as long as it is let."""
    log = check.work / f"{name}-{share.split('/')[0]}.log"
    for only in (OURS, ()):
        log.unlink(missing_ok=True)
        seen = []
        before = [tool, "--tool", name, *only, "--report-api-errors", "no", "--error-exitcode", "99", "--log-file", log]
        ended = check.device(
            "kernels",
            "small",
            f"share={share}",
            f"patience={10 * TOOL_SECONDS}000",
            before=before,
            seconds=max(1, until - time.monotonic()),
            take=lambda kind, found: kind == "kernel" and not seen.append(found),
        )
        said = log.read_text(errors="replace") if log.exists() else ""
        if SUMMARY.search(said) or ended.code is None or min(check.left(), until - time.monotonic()) < 5:
            break
    return ended, said, len(seen)


def speed(check):
    """Products of F, B and W, attention, and what is bound by memory, beside PyTorch's where it has the same."""
    check.torch.rest()
    first = len(check.report["rates"])
    check.finish("speed", check.device("speed"))
    rows = [row for row in check.report["rates"][first:] if row["shape"]]
    check.claim("speed: products and attention were measured", rows, f"{len(rows)} shapes")
    answer = check.torch.ask("PyTorch's products and attention", do="rates", shapes=[row["shape"] for row in rows])
    if answer is None:
        return
    for row, found in zip(rows, answer["rates"]):
        if "error" in found:
            check.leave_out(f"PyTorch's {row['shape']}", found["error"])
        else:
            row["pytorch_milliseconds"], row["pytorch_by"] = found["milliseconds"], found["by"]


def lanes(check):
    """Work on all lanes at once against one alone."""
    check.torch.rest()
    first = len(check.report["lanes"])
    check.finish("lanes", check.device("lanes"))
    rows = check.report["lanes"][first:]
    check.claim(
        "lanes: 2, 4 and 8 were measured",
        [row["lanes"] for row in rows] == [2, 2, 4, 4, 8, 8],
        ", ".join(f"{row['lanes']:.0f}" for row in rows),
    )
    for row in rows:
        if row["work"] == "attention":
            judge_lanes(check, row)


def judge_lanes(check, row):
    """Of work that needs little of what lanes share."""
    count = f"{row['lanes']:.0f} lanes"
    if int(check.report["device"].get("capability", "0.0").split(".")[0]) >= 9:
        check.claim(
            f"{count} have multiprocessors of their own",
            row["processors_per_lane"] > 0,
            f"{row['processors_per_lane']:.0f} each" if row["processors_per_lane"] > 0 else row["why_shared"],
        )
    for limit, beside, than in (
        (ALONE, "alone", "one alone"),
        (SHARED, "shared_together", "streams that share the GPU"),
    ):
        check.claim(
            f"{count} at once take at most {limit} times as long as {than}",
            row["together"] <= limit * row[beside],
            f"{row['together']:.2f} ms against {row[beside]:.2f} ms, {row['together'] / row[beside]:.2f} times as long",
            timed=True,
        )


def links(check):
    """NCCL from the GPU to itself: bytes, and what is aborted. A hang of it costs a minute."""
    check.finish("links", check.device("links", seconds=60))


def failures(check):
    """What must be refused in words; last, since a GPU that does not refuse it may come to harm."""
    model = {"layers": 64, "width": 16384, "heads": 128, "context": 64, "vocabulary": 256, "batch": 1}
    ended = run(
        [
            check.programs / "lanewright-cli",
            "run",
            check.plan("1f1b", 1, 1),
            "--backend",
            "cuda",
            "--in-process",
            "--steps",
            "1",
            "--model",
            json.dumps(model),
        ],
        check.limit(),
        check.environment,
    )
    check.claim(
        "a model that does not fit is refused with what it needs",
        ended.code == 3 and "of GPU memory and there are" in ended.words(),
        ended.words(),
    )
    check.finish("failures", check.device("failures", seconds=60))
