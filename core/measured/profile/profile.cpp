// SPDX-License-Identifier: Apache-2.0
#include "core/measured/profile/profile.h"

#include "core/base/mapped.h"
#include "core/measured/profile/profile_samples.h"
#include "core/measured/profile/run_reading.h"
#include "core/measured/profile/shared_cores.h"
#include "core/model/costs.h"
#include "core/model/microbatch_costs.h"
#include "core/simulate/metrics.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <numeric>
#include <span>
#include <utility>

namespace lanewright {

namespace {

/// What a microbatch of share 1 took. The mean is that of which all shares together make what was taken.
Measured perShare(const std::vector<Taken>& samples) {
    std::vector<Time> each;
    std::int64_t shares = 0;
    Time sum = 0;
    bool areAlike = true;
    for (const auto& [time, share] : samples) {
        if (share <= 0)
            continue; // there is nothing to measure
        areAlike = areAlike && share == kShare;
        each.push_back(share == kShare ? time : scaled(std::max<Time>(0, time), {kShare, share}));
        shares += share;
        sum += std::max<Time>(0, time);
    }
    Measured measured = measuredOf(std::move(each));
    if (!areAlike)
        measured.mean = scaled(sum, {kShare, shares});
    return measured;
}

/// What none of these that are no less than it took can exceed.
Measured leastOf(const std::vector<Taken>& samples) {
    Measured measured = perShare(samples);
    std::vector<Time> each;
    for (const auto& [time, share] : samples)
        if (share > 0)
            each.push_back(scaled(std::max<Time>(0, time), {kShare, share}));
    if (!each.empty())
        measured.mean = measured.median = measured.low = measured.high = std::ranges::min(each);
    return measured;
}

/// By sender and receiver. What was waited for is what transfers took, and counts before what was only seen.
std::vector<LinkProfile> linksOf(const Samples& samples) {
    std::map<std::pair<int, int>, LinkProfile> links;
    for (const auto& [link, times] : samples.seen)
        links[link] = {.from = link.first, .to = link.second, .transfer = leastOf(times), .waitedFor = false};
    for (const auto& [link, times] : samples.waited)
        links[link] = {.from = link.first, .to = link.second, .transfer = perShare(times)};
    return mapped(links, [](const auto& each) { return each.second; });
}

Profile summed(const Plan& plan, const Samples& samples, int steps) {
    Profile profile{.steps = steps};
    const int stages = plan.schedule.stages();
    for (std::size_t at = 0; at < samples.stages.size(); ++at) {
        const Samples::Stage& stage = samples.stages[at];
        profile.stages.push_back(
            {.copy = {.direction = static_cast<int>(at) / stages, .stage = static_cast<int>(at) % stages},
             .forward = perShare(stage.forward),
             .backwardInput = perShare(stage.backwardInput),
             .backwardWeight = perShare(stage.backwardWeight),
             .backward = perShare(stage.backward),
             .recompute = perShare(stage.recompute),
             .overlapped = perShare(stage.overlapped),
             .optimizer = perShare(stage.optimizer)});
    }
    for (const auto& [pair, times] : samples.pairs) {
        const auto& [forward, backward, kind] = pair;
        profile.pairs.push_back({.forward = forward, .backward = backward, .kind = kind, .time = perShare(times)});
    }
    profile.links = linksOf(samples);
    for (const auto& [op, times] : samples.ops)
        profile.ops.push_back({op, measuredOf(times).mean});
    profile.send = perShare(samples.sends);
    profile.receive = perShare(samples.receives);
    return profile;
}

/// Steps as they are to be sampled.
struct Sampled {
    Reading reading = {};
    std::vector<StepRecord> planned = {};      ///< for a paced run: its steps on the planned clock
    std::vector<const StepRecord*> steps = {}; ///< by their longest spans
    std::vector<const StepRecord*> own = {};   ///< the steps of the run's own replica
};

/// Only the planned clock of a paced run means something, and it has no waits beside the ops.
StepRecord onPlannedClock(const StepRecord& step) {
    return {.step = step.step, .wall = step.virtualTime.lanes.empty() ? step.wall : step.virtualTime};
}

Sampled sampledOf(const Run& run) {
    Sampled sampled{.reading = readingOf(run), .own = warmStepsOf(run)};
    std::vector<const StepRecord*> steps = sampled.own;
    if (run.paced) {
        for (const StepRecord* const step : steps)
            sampled.planned.push_back(onPlannedClock(*step));
        steps.clear();
        for (const StepRecord& step : sampled.planned)
            steps.push_back(&step);
        sampled.own = steps;
    }
    for (const Replica& replica : run.replicas)
        for (const StepRecord& step : replica.steps)
            if (std::ranges::any_of(sampled.own, [&](const StepRecord* own) { return own->step == step.step; }))
                steps.push_back(&step);
    std::vector<std::pair<Time, const StepRecord*>> byLength = mapped(
        steps, [&](const StepRecord* step) { return std::pair(measureRun(run.plan, step->wall).longestSpan, step); });
    std::ranges::stable_sort(byLength, {}, &std::pair<Time, const StepRecord*>::first);
    for (const auto& [length, step] : byLength)
        sampled.steps.push_back(step);
    return sampled;
}

Profile profileOf(const Plan& plan, std::span<const StepRecord* const> steps, const Sampled& how) {
    return summed(plan, samplesOf(plan, steps, how.reading), static_cast<int>(steps.size()));
}

/// Takes over the means of what was measured there.
void takeMeans(Profile& profile, const Profile& from) {
    const auto take = [](Measured& own, const Measured& other) {
        if (other.samples > 0)
            own.mean = other.mean;
    };
    for (std::size_t at = 0; at < profile.stages.size(); ++at)
        for (Measured StageProfile::*const part :
             {&StageProfile::forward, &StageProfile::backwardInput, &StageProfile::backwardWeight,
              &StageProfile::backward, &StageProfile::recompute, &StageProfile::overlapped, &StageProfile::optimizer})
            take(profile.stages[at].*part, from.stages[at].*part);
    for (PairProfile& pair : profile.pairs)
        for (const PairProfile& other : from.pairs)
            if (other.forward == pair.forward && other.backward == pair.backward && other.kind == pair.kind)
                take(pair.time, other.time);
    for (LinkProfile& link : profile.links)
        for (const LinkProfile& other : from.links)
            if (other.from == link.from && other.to == link.to && other.waitedFor && link.waitedFor)
                take(link.transfer, other.transfer);
    if (!from.ops.empty())
        profile.ops = from.ops;
    take(profile.send, from.send);
    take(profile.receive, from.receive);
}

/// Leaves of the ways of values what is host time, from where a value was made to where the rank that waited went on.
void takeHostsOut(Profile& profile) {
    const auto less = [](Time& time, Time host) { time = std::max<Time>(0, time - host); };
    const Time median = profile.send.median + profile.receive.median;
    for (LinkProfile& link : profile.links) {
        if (!link.waitedFor)
            continue; // that one host was quicker than the mean makes it no bound
        less(link.transfer.mean, profile.send.mean + profile.receive.mean);
        for (Time Measured::*const number : {&Measured::median, &Measured::low, &Measured::high})
            less(link.transfer.*number, median);
    }
}

} // namespace

Measured measuredOf(std::vector<Time> samples) {
    if (samples.empty())
        return {};
    std::ranges::sort(samples);
    const auto count = static_cast<Time>(samples.size());
    const auto at = [&](std::size_t quarter) { return samples[(samples.size() - 1) * quarter / 4]; };
    return {.mean = (std::accumulate(samples.begin(), samples.end(), Time{0}) + count / 2) / count,
            .median = at(2),
            .low = at(1),
            .high = at(3),
            .samples = static_cast<int>(count)};
}

Profile profileOf(const Run& run) {
    const Sampled sampled = sampledOf(run);
    Profile profile = profileOf(run.plan, sampled.steps, sampled);
    const std::size_t quarter = sampled.steps.size() / 4;
    const auto middle = std::span(sampled.steps).subspan(quarter, sampled.steps.size() - 2 * quarter);
    takeMeans(profile, profileOf(run.plan, middle, sampled));
    if (run.paced && !run.plan.costs.host.areNone()) {
        profile.send = measuredOf({run.plan.costs.host.send});
        profile.receive = measuredOf({run.plan.costs.host.receive});
    } else {
        takeHostsOut(profile);
    }
    profile.steps = static_cast<int>(sampled.own.size());
    profile.measuredOn = sharedCoresOf(run);
    return profile;
}

MicrobatchCosts::Table timesPerMicrobatch(const Run& run) {
    const Sampled sampled = sampledOf(run);
    const Samples samples = samplesOf(run.plan, sampled.own, sampled.reading);
    MicrobatchCosts::Table table;
    for (std::size_t kind = 0; kind < table.size(); ++kind) {
        const Samples::Cells& cells = samples.cells[kind];
        if (std::ranges::any_of(cells.count, [](Time count) { return count == 0; }))
            continue;
        for (std::size_t cell = 0; cell < cells.sum.size(); ++cell)
            table[kind].push_back((cells.sum[cell] + cells.count[cell] / 2) / cells.count[cell]);
    }
    return table;
}

void addTrips(Profile& profile, const std::vector<LinkTrips>& trips) {
    for (const LinkTrips& trip : trips) {
        auto link = std::ranges::find_if(
            profile.links, [&](const LinkProfile& each) { return each.from == trip.from && each.to == trip.to; });
        if (link == profile.links.end())
            continue;
        link->latency = measuredOf(mapped(trip.small, [](Time there) { return there / 2; }));
        const Time large = measuredOf(trip.large).median / 2 - link->latency.median;
        if (large > 0)
            link->bytesPerSecond = static_cast<double>(trip.valueBytes) * 1e9 / static_cast<double>(large);
    }
}

} // namespace lanewright
