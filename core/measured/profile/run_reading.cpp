// SPDX-License-Identifier: Apache-2.0
#include "core/measured/profile/run_reading.h"

#include "core/model/dataflow.h"

#include <cstdint>
#include <map>
#include <string_view>

namespace lanewright {

namespace {

constexpr std::string_view kOurRecorder = "lanewright";
constexpr std::string_view kProfiler = "kineto";
/// PyTorch's name of the action that ends a send, from 2.15 on.
constexpr std::string_view kWaitsForSend = "WAIT_SEND";

} // namespace

std::vector<const StepRecord*> warmStepsOf(const Run& run) {
    std::vector<const StepRecord*> steps;
    for (const StepRecord& record : run.steps)
        if (!run.recorder || record.step != 0 || run.steps.size() == 1)
            steps.push_back(&record);
    if (!run.recorder && steps.size() > 1)
        steps.erase(steps.begin());
    return steps;
}

bool hostsAreBusy(const Run& run) {
    return run.recorder && (run.recorder->name == kOurRecorder || run.recorder->name == kProfiler) && !run.paced &&
           run.recorder->deviceClock == "host";
}

bool isOfHost(const SideSpan& span) {
    return span.kind == SideKind::Send || span.kind == SideKind::Receive ||
           (span.kind == SideKind::Other && span.name.find(kWaitsForSend) != std::string::npos);
}

bool receivesAreTransfers(const Run& run) {
    if (run.recorder && (run.recorder->name == kOurRecorder || hostsAreBusy(run)))
        return false;                 // they note when a receive was posted
    constexpr Time kClocks = 100'000; // what clocks and rounding may be off
    constexpr double kMost = 0.9;
    std::int64_t receives = 0;
    std::int64_t after = 0;
    for (const StepRecord& step : run.steps) {
        std::map<Op, Time> ends;
        for (const Lane& lane : step.wall.lanes)
            for (const Span& span : lane)
                for (const Op& op : opsIn(span))
                    ends.emplace(op, span.end);
        for (const SideSpan& span : step.side)
            if (const auto made = span.op ? ends.find(*span.op) : ends.end();
                span.kind == SideKind::Receive && made != ends.end()) {
                ++receives;
                after += span.end + kClocks >= made->second ? 1 : 0;
            }
    }
    return receives > 0 && static_cast<double>(after) >= kMost * static_cast<double>(receives);
}

Reading readingOf(const Run& run) {
    return {.gapsCount = !run.recorder && !run.paced,
            .receivesCount = receivesAreTransfers(run),
            .waitsAreWindows = run.recorder.has_value(),
            .hostsAreBusy = hostsAreBusy(run),
            .waitsInside = run.recorder && run.recorder->waitsInside,
            .isPlanned = run.paced};
}

} // namespace lanewright
