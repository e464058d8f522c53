# SPDX-License-Identifier: Apache-2.0
"""The report of tests/gpu/check as a page."""

SHOWN = 12  # kernels of a table


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + " --- |" * len(head)]
    lines += [
        "| " + " | ".join(str(cell).replace("|", "\\|").replace("\n", " ") for cell in row) + " |" for row in rows
    ]
    return "\n".join(lines) + "\n"


def number(value, form="{:.2f}"):
    return "" if value is None else value if isinstance(value, str) else form.format(value)


def section(title, *parts):
    """Empty where no part has anything to show."""
    return "\n".join((f"## {title}\n", *filter(None, parts))) if any(parts) else ""


def rows_of(head, rows):
    rows = list(rows)
    return table(head, rows) if rows else ""


def trace_of(row):
    """Ours and PyTorch's kernels of one step, each list longest first."""
    title = (
        f"{row['model']}: ours {number(row.get('total'))} ms of kernels, none for {number(row.get('idle'))} of "
        f"{number(row.get('blocks'))} ms in blocks; PyTorch {number(row.get('pytorch_total')) or 'unknown'} ms\n"
    )
    ours, theirs = row.get("by_kind", {}), row.get("pytorch_by_kind", {})
    kinds = rows_of(
        ("kernels of", "ours, ms", "PyTorch, ms", "ours longer by, ms"),
        (
            (
                kind,
                number(ours.get(kind)),
                number(theirs.get(kind)),
                number(ours[kind] - theirs[kind]) if kind in ours and kind in theirs else "",
            )
            for kind in ours or theirs
        ),
    )
    tables = [
        rows_of(
            (who, "count", "ms"),
            (
                (f"`{one['name'][:90]}`", one["count"], number(one["milliseconds"], "{:.3f}"))
                for one in row.get(key, [])[:SHOWN]
            ),
        )
        for who, key in (("ours", "ours"), ("PyTorch", "pytorch"))
    ]
    return "\n".join((title, *filter(None, (kinds, *tables))))


def rate_of(row):
    theirs = row.get("pytorch_milliseconds")
    by = ", ".join(f"{name} {number(ms, '{:.4f}')}" for name, ms in row.get("pytorch_by", {}).items() if ms is not None)
    return (
        row["name"],
        number(row["milliseconds"], "{:.4f}"),
        number(row["rate"], "{:.0f}"),
        row["unit"],
        number(theirs, "{:.4f}") + (f" ({by})" if by else ""),
        number(theirs / row["milliseconds"] if theirs and row["milliseconds"] else None),
    )


def lanes_of(row):
    def ratio(beside):
        return number(row["together"] / row[beside] if row[beside] else None)

    own = number(row["processors_per_lane"], "{:.0f}") + (f": {row['why_shared']}" if row["why_shared"] else "")
    return (
        number(row["lanes"], "{:.0f}"),
        own,
        row["work"],
        number(row["alone"]),
        number(row["together"]),
        ratio("alone"),
        number(row["shared_alone"]),
        number(row["shared_together"]),
        ratio("shared_together"),
    )


def kernels_of(report):
    kernels = {}
    for one in report["kernels"]:
        kernels.setdefault(one["name"].split(" ")[0], []).append(one)

    def furthest(cases, found, allowed):
        """Of what is allowed; a number that is not finite is a string."""
        return number(
            max(
                (
                    one[found] / one[allowed]
                    for one in cases
                    if one[allowed] and not isinstance(one[found], str) and not isinstance(one[allowed], str)
                ),
                default=None,
            )
        )

    return rows_of(
        ("against its reference", "cases", "failed", "furthest number / allowed", "norm / allowed"),
        (
            (
                name,
                len(cases),
                sum(not one["ok"] for one in cases),
                furthest(cases, "worst", "limit"),
                furthest(cases, "distance", "farthest"),
            )
            for name, cases in kernels.items()
        ),
    )


def head_of(report):
    device = report["device"]
    budget = f", within {report['minutes']:g} minutes" if report["minutes"] else ""
    torch = report.get("pytorch")
    return "".join(
        (
            "**A rehearsal on a fake device: no figure below means anything.**\n\n" if report["rehearsal"] else "",
            f"# {device.get('name', 'GPU')}, {report['date']} UTC\n\n",
            f"Commit {report['commit']}, driver {report['nvidia_driver']} ({device.get('driver', '')}), capability "
            f"{device.get('capability', '')}, {number(device.get('processors'), '{:.0f}')} multiprocessors, "
            + (f"NCCL {report['nccl']}, " if report["nccl"] else "")
            + (f"PyTorch {torch['version']} with cuDNN {torch['cudnn']}" if torch else "no PyTorch")
            + f"{budget}.\n",
        )
    )


def markdown(report):
    parts = [
        head_of(report),
        section("Left out", "".join(f"* {line}\n" for line in report["left_out"])),
        section(
            "Claims",
            rows_of(
                ("claim", "holds", "seen"),
                (
                    (one["name"], "yes" if one["ok"] else "**no**", one["words"])
                    for one in sorted(report["claims"], key=lambda one: one["ok"])
                ),
            ),
        ),
        section(
            "A step on one lane",
            rows_of(
                (
                    "model",
                    "precision",
                    "optimizer",
                    "algorithms",
                    "ms, median",
                    "mean",
                    "TFLOP/s",
                    "MFU",
                    "PyTorch compiled, ms",
                    "PyTorch / ours",
                ),
                (
                    (
                        row["model"],
                        row["precision"],
                        row["optimizer"],
                        row["algorithms"],
                        number(row.get("milliseconds")) or row.get("words", ""),
                        number(row.get("mean")),
                        number(row.get("tflops"), "{:.0f}"),
                        number(row.get("mfu"), "{:.1%}"),
                        number(row.get("pytorch_milliseconds")),
                        number(row.get("speedup")),
                    )
                    for row in report["steps"]
                ),
            ),
        ),
        section("Kernels of a step", *map(trace_of, report["traces"])),
        section(
            "Lanes",
            rows_of(
                (
                    "lanes",
                    "multiprocessors each",
                    "work",
                    "one alone, ms",
                    "all at once, ms",
                    "at once / alone",
                    "whole GPU: one stream alone, ms",
                    "as many streams at once, ms",
                    "lanes / streams",
                ),
                map(lanes_of, report["lanes"]),
            ),
        ),
        section(
            "Planned and measured longest span",
            rows_of(
                ("schedule", "lanes", "planned, ms", "measured, ms", "ratio"),
                (
                    (
                        row["schedule"],
                        row["lanes"],
                        number(row["planned"]),
                        number(row["measured"]),
                        number(row["ratio"], "{:.3f}"),
                    )
                    for row in report["plans"]
                ),
            ),
        ),
        section(
            "Overlapped pairs of a step",
            rows_of(
                ("schedule", "lanes", "together, ms", "their ops in turn, ms"),
                (
                    (row["schedule"], row["lanes"], number(row["together"]), number(row["in_turn"]))
                    for row in report["pairs"]
                ),
            ),
        ),
        section(
            "Memory",
            rows_of(
                ("schedule", "lanes", "planned, MiB", "held, MiB"),
                (
                    (
                        row["schedule"],
                        row["lanes"],
                        number(row["planned"] / 2**20, "{:.1f}"),
                        number(row["held"] / 2**20, "{:.1f}"),
                    )
                    for row in report["memory"]
                ),
            ),
        ),
        section(
            "Speed",
            rows_of(("kernel", "ms", "rate", "", "PyTorch, ms", "PyTorch / ours"), map(rate_of, report["rates"])),
        ),
        section("Kernels against their references", kernels_of(report)),
        section("Algorithms chosen for products", "".join(f"* {line}\n" for line in report["choices"])),
        section(
            "compute-sanitizer", *(f"{one['tool']}:\n\n```\n{one['log'][:4000]}\n```\n" for one in report["sanitizer"])
        ),
        section("Said by programs, unasked", "".join(f"* `{line[:200]}`\n" for line in report["said"][:50])),
        section(
            "Faults of the check", *(f"{one['part']}:\n\n```\n{one['words']}```\n" for one in report["tracebacks"])
        ),
        section(
            "Parts",
            rows_of(
                ("part", "seconds", "ended"),
                ((row["part"], number(row.get("seconds"), "{:.0f}"), row["ended"]) for row in report["parts"]),
            ),
        ),
        f"Our programs looked for libraries in `{report['libraries']}`.\n" if report["libraries"] else "",
    ]
    return "\n".join(filter(None, parts))
