// SPDX-License-Identifier: Apache-2.0
#include "core/explain/kernel_times.h"

#include "core/base/mapped.h"

#include <algorithm>
#include <functional>
#include <map>
#include <string_view>
#include <utility>

namespace lanewright {

namespace {

using ByName = std::map<std::string_view, KernelTotal>;

void count(ByName& byName, const KernelLane& lane, const Kernel& kernel) {
    const Time length = kernel.end - kernel.start;
    KernelTotal& total = byName[lane.names[kernel.name]];
    ++total.count;
    total.total += length;
    total.longest = std::max(total.longest, length);
}

/// Calls `see` for the kernels of a block, by start.
void forEachIn(const KernelLane& lane, const Span& span, const std::function<void(const Kernel&)>& see) {
    auto next = std::ranges::lower_bound(lane.kernels, span.start, {}, &Kernel::start);
    for (; next != lane.kernels.end() && next->start < span.end; ++next)
        if (next->op && span.holds(*next->op))
            see(*next);
}

/// How much of a block passes while none of its kernels runs.
Time idleIn(const KernelLane& lane, const Span& span) {
    Time idle = span.length();
    Time covered = span.start;
    forEachIn(lane, span, [&](const Kernel& kernel) {
        const Time end = std::min(kernel.end, span.end);
        idle -= std::max<Time>(0, end - std::max(kernel.start, covered));
        covered = std::max(covered, end);
    });
    return idle;
}

KernelTimes timesOf(const ByName& byName, Time idle) {
    KernelTimes times{.idle = idle};
    for (const auto& [name, total] : byName) {
        times.totals.push_back(total);
        times.totals.back().name = name;
        times.count += total.count;
        times.total += total.total;
    }
    std::ranges::stable_sort(times.totals, std::greater<>{}, &KernelTotal::total);
    return times;
}

} // namespace

KernelTimes kernelsOf(const std::vector<KernelLane>& lanes, int rank, const Span& span) {
    const auto lane = std::ranges::find(lanes, rank, &KernelLane::rank);
    if (lane == lanes.end())
        return {.idle = span.length()};
    ByName byName;
    forEachIn(*lane, span, [&](const Kernel& kernel) { count(byName, *lane, kernel); });
    return timesOf(byName, idleIn(*lane, span));
}

KernelTimes kernelsOf(const std::vector<KernelLane>& lanes, const Timeline& wall) {
    ByName byName;
    Time idle = 0;
    for (const KernelLane& lane : lanes) {
        for (const Kernel& kernel : lane.kernels)
            count(byName, lane, kernel);
        if (lane.rank < static_cast<int>(wall.lanes.size()))
            for (const Span& span : wall.lanes[lane.rank])
                idle += idleIn(lane, span);
    }
    return timesOf(byName, idle);
}

std::int64_t leftOutOf(const std::vector<KernelLane>& lanes) { return summed(lanes, &KernelLane::leftOut); }

} // namespace lanewright
