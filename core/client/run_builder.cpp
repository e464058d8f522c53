// SPDX-License-Identifier: Apache-2.0
#include "core/client/run_builder.h"

#include <algorithm>

namespace lanewright {

namespace {

void append(Lane& lane, const Lane& more) { lane.insert(lane.end(), more.begin(), more.end()); }

void sortByStart(Timeline& timeline) {
    for (Lane& lane : timeline.lanes)
        std::ranges::stable_sort(lane, {}, &Span::start);
}

} // namespace

RunBuilder::RunBuilder(const RunRequest& request, const std::string& launcher) : m_request(request) {
    m_run.plan = request.plan;
    m_run.plan.model = request.model;
    m_run.backend = request.backend;
    m_run.launcher = launcher;
    m_run.paced = request.paced;
}

std::optional<std::string> RunBuilder::add(const Event& event) {
    if (const auto* ready = std::get_if<ReadyEvent>(&event))
        return take(*ready);
    if (const auto* spans = std::get_if<SpansEvent>(&event))
        return take(*spans);
    if (const auto* step = std::get_if<StepEvent>(&event))
        return take(*step);
    if (const auto* done = std::get_if<DoneEvent>(&event))
        m_run.weightsHash = done->weightsHash;
    return {};
}

std::optional<std::string> RunBuilder::take(const ReadyEvent& ready) {
    const int ranks = m_request.plan.schedule.ranks();
    if (ready.ranks != ranks)
        return "it started " + std::to_string(ready.ranks) + " ranks instead of " + std::to_string(ranks);
    m_run.backend = ready.backend;
    m_run.hosts = ready.hosts;
    m_run.clockUncertainty = ready.clockUncertainty;
    m_pids = ready.pids;
    return {};
}

std::optional<std::string> RunBuilder::take(const SpansEvent& spans) {
    if (spans.rank < 0 || spans.rank >= m_request.plan.schedule.ranks() || spans.step < step() ||
        spans.step >= m_request.steps)
        return "it reports spans of rank " + std::to_string(spans.rank) + ", step " + std::to_string(spans.step) +
               ", which can't be";
    if (!inShape(spans.wall) || !inShape(spans.virtualTime))
        return "it reports a span of an op that the schedule does not have";
    StepRecord& open = record(spans.step);
    append(open.wall.lanes[spans.rank], spans.wall);
    if (m_request.paced)
        append(open.virtualTime.lanes[spans.rank], spans.virtualTime);
    open.others.insert(open.others.end(), spans.others.begin(), spans.others.end());
    return {};
}

std::optional<std::string> RunBuilder::take(const StepEvent& ended) {
    if (ended.step != step() || ended.step >= m_request.steps)
        return "it ends step " + std::to_string(ended.step) + " where step " + std::to_string(step()) + " runs";
    StepRecord& open = record(ended.step);
    open.loss = ended.loss;
    open.peakActivations = ended.peakActivations;
    m_run.losses.push_back(ended.loss);
    return {};
}

bool RunBuilder::inShape(const Lane& lane) const {
    const Schedule& schedule = m_request.plan.schedule;
    const auto fits = [&](const Op& op) {
        return op.stage >= 0 && op.stage < schedule.stages() && op.microbatch >= 0 &&
               op.microbatch < schedule.microbatches;
    };
    return std::ranges::all_of(lane,
                               [&](const Span& span) { return fits(span.op) && (!span.paired || fits(*span.paired)); });
}

StepRecord& RunBuilder::record(int step) {
    StepRecord& record = m_open[step];
    const int ranks = m_request.plan.schedule.ranks();
    record.step = step;
    record.wall.lanes.resize(ranks);
    if (m_request.paced)
        record.virtualTime.lanes.resize(ranks);
    return record;
}

Run RunBuilder::take(bool partial) {
    m_run.partial = partial;
    if (partial)
        m_run.weightsHash.clear();
    const int complete = step();
    for (auto& [step, open] : m_open)
        if (step < complete || (complete == 0 && step == 0)) {
            sortByStart(open.wall);
            sortByStart(open.virtualTime);
            m_run.steps.push_back(std::move(open));
        }
    m_open.clear();
    return std::move(m_run);
}

} // namespace lanewright
