// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run/run_recorder.h"

#include <algorithm>

namespace lanewright {
namespace {

void addSpans(Lane& lane, const std::vector<Span>& spans) {
    lane.insert(lane.end(), spans.begin(), spans.end());
    std::ranges::sort(lane, {}, &Span::start);
}

} // namespace

RunRecorder::RunRecorder(const Plan& plan, const std::string& backend, bool paced)
    : m_run{.plan = plan, .backend = backend, .paced = paced, .partial = true} {}

StepRecord* RunRecorder::stepAt(int step) {
    if (step < 0)
        return nullptr;
    const auto found = std::ranges::find(m_run.steps, step, &StepRecord::step);
    if (found != m_run.steps.end())
        return &*found;
    if (!m_run.steps.empty() && step < m_run.steps.front().step)
        return nullptr;
    if (m_run.steps.size() >= kSteps)
        m_run.steps.erase(m_run.steps.begin());
    const auto ranks = static_cast<std::size_t>(m_run.plan.schedule.ranks());
    m_run.steps.push_back({.step = step, .wall = {std::vector<Lane>(ranks)}});
    if (m_run.paced)
        m_run.steps.back().virtualTime.lanes.resize(ranks);
    return &m_run.steps.back();
}

void RunRecorder::take(const Event& event) {
    if (const auto* spans = std::get_if<SpansEvent>(&event))
        take(*spans);
    else if (const auto* step = std::get_if<StepEvent>(&event))
        take(*step);
    else if (const auto* ready = std::get_if<ReadyEvent>(&event)) {
        m_run.hosts = ready->hosts;
        m_run.clockUncertainty = ready->clockUncertainty;
    } else if (const auto* done = std::get_if<DoneEvent>(&event))
        m_run.weightsHash = done->weightsHash;
}

void RunRecorder::take(const SpansEvent& event) {
    if (event.rank < 0 || event.rank >= m_run.plan.schedule.ranks())
        return;
    StepRecord* step = stepAt(event.step);
    if (!step)
        return;
    addSpans(step->wall.lanes[event.rank], event.wall);
    if (m_run.paced)
        addSpans(step->virtualTime.lanes[event.rank], event.virtualTime);
    step->others.insert(step->others.end(), event.others.begin(), event.others.end());
}

void RunRecorder::take(const StepEvent& event) {
    m_run.losses.push_back(event.loss);
    if (StepRecord* step = stepAt(event.step)) {
        step->loss = event.loss;
        step->peakActivations = event.peakActivations;
    }
}

} // namespace lanewright
