// SPDX-License-Identifier: Apache-2.0
#include "core/api/kernels_text.h"

#include "core/api/table.h"
#include "core/base/mapped.h"

#include <algorithm>

namespace lanewright::api {

namespace {

Time busyOf(const StepRecord& step) {
    return summed(step.wall.lanes, [](const Lane& lane) { return summed(lane, &Span::length); });
}

std::string percentOf(Time part, Time whole) {
    return printed("%.1f%%", whole == 0 ? 0 : 100 * static_cast<double>(part) / static_cast<double>(whole));
}

} // namespace

std::optional<TracedKernels> tracedKernelsOf(const Run* run) {
    const StepRecord* const step = run == nullptr ? nullptr : tracedStep(*run);
    if (step == nullptr)
        return {};
    return TracedKernels{step->step, busyOf(*step), kernelsOf(step->kernels, step->wall), leftOutOf(step->kernels)};
}

const Fields<TracedKernels>& kernelFields() {
    static const Fields<KernelTotal> kTotals = {{"name", "of the kernel", &KernelTotal::name},
                                                {"count", "how often it ran", &KernelTotal::count},
                                                {"total", "its time in all", &KernelTotal::total, In::Times},
                                                {"longest", "of its times", &KernelTotal::longest, In::Times}};
    static const Fields<KernelTimes> kTimes = {
        {"count", "of kernels that ran", &KernelTimes::count},
        {"total", "their time", &KernelTimes::total, In::Times},
        {"idle_in_blocks", "without a kernel", &KernelTimes::idle, In::Times},
        {"by_name", "the longest first", rowsOf<KernelTimes>(&KernelTimes::totals, kTotals)}};
    static const Fields<TracedKernels> kFields =
        Fields<TracedKernels>{{"step", "that was traced", &TracedKernels::step},
                              {"blocks", "the time of all blocks", &TracedKernels::blocks, In::Times},
                              {"left_out", "that could not be kept", &TracedKernels::leftOut}} +
        membersOf<TracedKernels>(&TracedKernels::times, kTimes);
    return kFields;
}

std::string kernelsText(const Run& run, int most) {
    const std::optional<TracedKernels> traced = tracedKernelsOf(&run);
    if (!traced)
        return "";
    const auto& [step, busy, times, leftOut] = *traced;
    const TimeUnit unit = run.plan.timeUnit;
    Table table({"kernel", "count", "total", "share", "mean", "longest"}, "lrrrrr");
    const std::size_t rows = std::min(times.totals.size(), static_cast<std::size_t>(most));
    for (std::size_t row = 0; row < rows; ++row) {
        const KernelTotal& each = times.totals[row];
        table.add({each.name, std::to_string(each.count), roundedTimeText(each.total, unit),
                   percentOf(each.total, times.total), roundedTimeText(each.total / each.count, unit),
                   roundedTimeText(each.longest, unit)});
    }
    std::string text = "\nKernels of step " + std::to_string(run.firstStep + step) + ", longest first (" +
                       std::to_string(rows) + " of " + std::to_string(times.totals.size()) + "):\n" + table.text() +
                       "In its blocks the GPUs ran no kernel for " + roundedTimeText(times.idle, unit) + " of " +
                       roundedTimeText(busy, unit) + " (" + percentOf(times.idle, busy) + ").\n";
    if (leftOut > 0)
        text += std::to_string(leftOut) + " more kernels ran than could be kept; a smaller model or fewer "
                                          "microbatches show them all.\n";
    return text;
}

} // namespace lanewright::api
