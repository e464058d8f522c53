// SPDX-License-Identifier: Apache-2.0
#include "core/cli/print/print_kernels.h"

#include "core/explain/kernel_times.h"

#include <algorithm>
#include <cstdio>

namespace lanewright::cli {

namespace {

Time busyOf(const StepRecord& step) {
    Time busy = 0;
    for (const Lane& lane : step.wall.lanes)
        for (const Span& span : lane)
            busy += span.length();
    return busy;
}

std::string percentOf(Time part, Time whole) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f%%",
                  whole == 0 ? 0 : 100 * static_cast<double>(part) / static_cast<double>(whole));
    return text;
}

} // namespace

std::string kernelsText(const Run& run, int most) {
    const StepRecord* const step = tracedStep(run);
    if (step == nullptr)
        return "";
    const KernelTimes times = kernelsOf(step->kernels, step->wall);
    const TimeUnit unit = run.plan.timeUnit;
    Table table({"kernel", "count", "total", "share", "mean", "longest"}, "lrrrrr");
    const std::size_t rows = std::min(times.totals.size(), static_cast<std::size_t>(most));
    for (std::size_t row = 0; row < rows; ++row) {
        const KernelTotal& each = times.totals[row];
        table.add({each.name, std::to_string(each.count), roundedTimeText(each.total, unit),
                   percentOf(each.total, times.total), roundedTimeText(each.total / each.count, unit),
                   roundedTimeText(each.longest, unit)});
    }
    const Time busy = busyOf(*step);
    std::string text = "\nKernels of step " + std::to_string(run.firstStep + step->step) + ", longest first (" +
                       std::to_string(rows) + " of " + std::to_string(times.totals.size()) + "):\n" + table.text() +
                       "In its blocks the GPUs ran no kernel for " + roundedTimeText(times.idle, unit) + " of " +
                       roundedTimeText(busy, unit) + " (" + percentOf(times.idle, busy) + ").\n";
    if (const std::int64_t leftOut = leftOutOf(step->kernels); leftOut > 0)
        text += std::to_string(leftOut) + " more kernels ran than could be kept; a smaller model or fewer "
                                          "microbatches show them all.\n";
    return text;
}

void writeKernels(json::Writer& writer, const Run* run, TimeUnit unit) {
    const StepRecord* const step = run == nullptr ? nullptr : tracedStep(*run);
    if (step == nullptr) {
        writer.null();
        return;
    }
    const KernelTimes times = kernelsOf(step->kernels, step->wall);
    writer.beginObject(json::Layout::Lines);
    writer.key("step").number(step->step);
    writer.key("count").number(times.count);
    writeTime(writer.key("total"), times.total, unit);
    writeTime(writer.key("blocks"), busyOf(*step), unit);
    writeTime(writer.key("idle_in_blocks"), times.idle, unit);
    writer.key("left_out").number(leftOutOf(step->kernels));
    writer.key("by_name").beginArray(json::Layout::Lines);
    for (const KernelTotal& each : times.totals) {
        writer.beginObject(json::Layout::Line);
        writer.key("name").string(each.name);
        writer.key("count").number(each.count);
        writeTime(writer.key("total"), each.total, unit);
        writeTime(writer.key("longest"), each.longest, unit);
        writer.endObject();
    }
    writer.endArray();
    writer.endObject();
}

} // namespace lanewright::cli
