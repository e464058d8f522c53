# SPDX-License-Identifier: Apache-2.0
"""The report of tests/gpu/check as a page."""


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + " --- |" * len(head)]
    lines += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def number(value, form="{:.2f}"):
    return "" if value is None else form.format(value)


def markdown(report):
    device = report["device"]
    kernels = {}
    for one in report["kernels"]:
        kernels.setdefault(one["name"].split(" ")[0], []).append(one)
    warning = "**A rehearsal on a fake device: no figure below means anything.**\n\n" if report["rehearsal"] else ""
    parts = [f"# {device.get('name', 'GPU')}, {report['date']} UTC\n",
             f"Commit {report['commit']}, driver {report['nvidia_driver']} ({device.get('driver', '')}), capability "
             f"{device.get('capability', '')}, {number(device.get('processors'), '{:.0f}')} multiprocessors, "
             f"NCCL {report['nccl'] or 'missing'}.\n",
             "".join(f"Left out: {line}.\n" for line in report["left_out"]),
             "## Claims\n", table(("claim", "holds", "seen"), [(one["name"], "yes" if one["ok"] else "**no**", one["words"])
                                                               for one in report["claims"]]),
             "## A step on one lane\n",
             table(("model", "precision", "ms", "TFLOP/s", "MFU", "PyTorch compiled, ms", "PyTorch / ours"),
                   [(row["model"], row["precision"], number(row.get("milliseconds")) or row.get("words"),
                     number(row.get("tflops"), "{:.0f}"), number(row.get("mfu"), "{:.1%}"),
                     number(row.get("pytorch_milliseconds")), number(row.get("speedup"))) for row in report["steps"]]),
             "## Planned and measured longest span\n",
             table(("schedule", "lanes", "planned, ms", "measured, ms", "ratio"),
                   [(row["schedule"], row["lanes"], number(row["planned"]), number(row["measured"]),
                     number(row["ratio"], "{:.3f}")) for row in report["plans"]]),
             "## Overlapped pairs of a step\n",
             table(("schedule", "lanes", "together, ms", "their ops in turn, ms"),
                   [(row["schedule"], row["lanes"], number(row["together"]), number(row["in_turn"]))
                    for row in report["pairs"]]),
             "## Memory\n", table(("schedule", "lanes", "planned, MiB", "held, MiB"),
                                  [(row["schedule"], row["lanes"], number(row["planned"] / 2**20, "{:.1f}"),
                                    number(row["held"] / 2**20, "{:.1f}")) for row in report["memory"]]),
             "## Lanes\n", table(("lanes", "multiprocessors each", "one alone, ms", "all together, ms"),
                                 [(number(row["lanes"], "{:.0f}"), number(row["processors_per_lane"], "{:.0f}"),
                                   number(row["alone"]), number(row["together"])) for row in report["lanes"]]),
             "## Kernels\n", table(("kernel", "ms", "rate", ""), [(row["name"], number(row["milliseconds"], "{:.4f}"),
                                                                  number(row["rate"], "{:.0f}"), row["unit"])
                                                                 for row in report["rates"]]),
             table(("against its twin", "cases", "failed", "furthest / allowed"),
                   [(name, len(cases), sum(not one["ok"] for one in cases),
                     number(max((one["worst"] / one["limit"] for one in cases
                                 if one["limit"] and not isinstance(one["worst"], str)), default=None)))
                    for name, cases in kernels.items()]),
             "## Algorithms chosen for products\n", "".join(f"* {line}\n" for line in report["choices"])]
    return warning + "\n".join(parts)
