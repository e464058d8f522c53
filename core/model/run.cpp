// SPDX-License-Identifier: Apache-2.0
#include "core/model/run.h"

#include <algorithm>
#include <cmath>

namespace lanewright {

namespace {

/// How far steps end apart.
struct Spacing {
    Time neighbours = 0; ///< the sum, of steps whose numbers follow each other
    Time neighbourCount = 0;
    Time others = 0; ///< the same of all other steps in a row
    Time otherCount = 0;

    /// Steps whose numbers do not follow each other lie no further apart than those that do: the file has left out the
    /// time between them, so that none of it is a measured one.
    bool isMadeUp() const {
        constexpr double kNoFurther = 1.5;
        return neighbourCount > 0 && otherCount > 0 &&
               static_cast<double>(others) / static_cast<double>(otherCount) <
                   kNoFurther * static_cast<double>(neighbours) / static_cast<double>(neighbourCount);
    }
};

Spacing spacingOf(const Run& run) {
    const auto endOf = [&](const StepRecord& record) {
        Time end = extentOf(record.wall).end;
        for (const Activity& activity : record.others)
            end = activity.kind == ActivityKind::Optimizer && !run.paced ? std::max(end, activity.end) : end;
        return record.start + end;
    };
    const StepRecord& first = run.steps.front();
    const bool makesUp = run.optimizer.mode == OptimizerMode::PostValidated && !first.virtualTime.lanes.empty();
    Time last = makesUp ? first.start + extentOf(first.virtualTime).end : endOf(first);
    Spacing spacing;
    for (std::size_t at = 1; at < run.steps.size(); ++at) {
        const Time end = endOf(run.steps[at]);
        const bool follows = run.steps[at].step == run.steps[at - 1].step + 1;
        (follows ? spacing.neighbours : spacing.others) += end - last;
        ++(follows ? spacing.neighbourCount : spacing.otherCount);
        last = end;
    }
    return spacing;
}

/// Whether the file says when its steps began.
bool hasStarts(const Run& run) { return run.steps.size() > 1 && run.steps.back().start > run.steps.front().start; }

} // namespace

std::string_view toText(ActivityKind kind) {
    switch (kind) {
    case ActivityKind::Wait: return "wait";
    case ActivityKind::Transfer: return "transfer";
    case ActivityKind::Optimizer: return "optimizer";
    case ActivityKind::Discarded: return "discarded";
    case ActivityKind::Part: return "part";
    }
    return "?";
}

std::string_view toText(SideKind kind) {
    switch (kind) {
    case SideKind::Send: return "send";
    case SideKind::Receive: return "receive";
    case SideKind::Gather: return "gather";
    case SideKind::Reduce: return "reduce";
    case SideKind::Collective: return "collective";
    case SideKind::Host: return "host";
    case SideKind::Other: return "other";
    }
    return "?";
}

std::string_view toText(ClockSource source) {
    switch (source) {
    case ClockSource::Unstated: return "";
    case ClockSource::Raw: return "raw";
    case ClockSource::Dependencies: return "dependencies";
    case ClockSource::Exchange: return "exchange";
    }
    return "?";
}

bool isOfAJob(const Run& run) { return run.recorder || !run.replicas.empty(); }

std::optional<Time> iterationTimeOf(const Run& run) {
    if (!hasStarts(run))
        return {};
    const Spacing spacing = spacingOf(run);
    return spacing.neighbourCount > 0 && !spacing.isMadeUp()
               ? std::optional(spacing.neighbours / spacing.neighbourCount)
               : std::nullopt;
}

bool stepsStandApart(const Run& run) {
    return run.steps.size() > 1 &&
           std::ranges::adjacent_find(run.steps, [](const StepRecord& one, const StepRecord& next) {
               return next.step == one.step + 1;
           }) == run.steps.end();
}

bool stepSpacingIsMadeUp(const Run& run) { return hasStarts(run) && spacingOf(run).isMadeUp(); }

std::vector<ReplicaSteps> replicaStepsOf(const Run& run) {
    std::vector<ReplicaSteps> all{{.replica = run.replica, .steps = &run.steps}};
    for (const Replica& replica : run.replicas)
        all.push_back({.replica = replica.replica, .steps = &replica.steps});
    std::ranges::sort(all, {}, &ReplicaSteps::replica);
    return all;
}

bool isWhole(const Schedule& schedule, const StepRecord& record) {
    const auto opCountOf = [](const auto& blocks) {
        return std::ranges::distance(blocks) +
               std::ranges::count_if(blocks, [](const auto& one) { return one.paired.has_value(); });
    };
    return std::ranges::equal(schedule.order, record.wall.lanes, {}, opCountOf, opCountOf);
}

std::optional<int> firstLossThatIsNoNumber(const Run& run) {
    for (std::size_t index = 0; index < run.losses.size(); ++index)
        if (!std::isfinite(run.losses[index]))
            return run.losses.size() == run.steps.size() ? run.steps[index].step : static_cast<int>(index);
    return {};
}

const StepRecord* representativeStep(const Run& run) {
    std::vector<const StepRecord*> steps;
    steps.reserve(run.steps.size());
    const auto add = [&](bool all) {
        for (const StepRecord& record : run.steps)
            if (all || isWhole(run.plan.schedule, record))
                steps.push_back(&record);
    };
    add(!run.partial);
    if (steps.empty())
        add(true);
    if (steps.empty())
        return nullptr;
    if (steps.size() > 1 && steps.front() == &run.steps.front())
        steps.erase(steps.begin());
    // With an even number the shorter of the two in the middle; among equals the earlier.
    const auto makespan = [](const StepRecord* record) { return extentOf(record->wall).length(); };
    std::ranges::stable_sort(steps, {}, makespan);
    return steps[(steps.size() - 1) / 2];
}

const StepRecord* tracedStep(const Run& run) {
    const auto found = std::find_if(run.steps.rbegin(), run.steps.rend(),
                                    [](const StepRecord& record) { return !record.kernels.empty(); });
    return found == run.steps.rend() ? nullptr : &*found;
}

} // namespace lanewright
