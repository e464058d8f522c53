// SPDX-License-Identifier: Apache-2.0
#include "engine/cpu/rank_stages.h"

#include "engine/run/stage_settings.h"

#include <algorithm>
#include <cassert>

namespace lanewright::engine {

namespace {

std::int64_t mostWeights(const RunRequest& request, const std::vector<StageCopy>& copies) {
    std::int64_t most = 0;
    for (const StageCopy& copy : copies)
        most = std::max(most, layoutOf(request, copy.stage).count());
    return most;
}

} // namespace

RankStages::RankStages(const RunRequest& request, int rank, const Corpus& corpus)
    : m_schedule(&request.plan.schedule), m_row(&m_schedule->order[rank]),
      m_copies(copiesOn(request.plan.schedule.placement, rank)),
      m_memory(request.model, mostWeights(request, m_copies), corpus, request.threads) {
    for (const StageCopy& copy : m_copies)
        m_stages.push_back(
            std::make_unique<Stage>(request.model, settingsOf(request, copy, banksOn(request, rank)), m_memory));
}

Stage& RankStages::of(int direction, int stage) {
    const auto found = std::ranges::find(m_copies, StageCopy{direction, stage});
    assert(found != m_copies.end());
    return *m_stages[found - m_copies.begin()];
}

Stage& RankStages::of(const Op& op) { return of(m_schedule->direction(op.microbatch), op.stage); }

void RankStages::warmUp() {
    for (const auto& stage : m_stages)
        stage->warmUp();
    RankStages::beginStep(0, 0);
    beginGradients();
    const auto rehearse = [this](const Op& op) { of(op).rehearse(op); };
    int before = 0;
    do { // until what serves microbatches of several lengths in turns has grown
        before = m_memory.pool.allocations();
        for (const Block& block : *m_row) {
            rehearse(block.op);
            if (block.paired)
                rehearse(*block.paired);
        }
        beginGradients();
    } while (m_memory.pool.allocations() != before);
}

void RankStages::beginStep(int /*step*/, std::uint64_t firstSample) {
    m_memory.pool.resetPeak();
    for (const auto& stage : m_stages)
        stage->beginStep(firstSample);
}

void RankStages::beginGradients() {
    for (const auto& stage : m_stages)
        stage->beginGradients();
}

void RankStages::run(const Op& op, const Tensor& input, const Tensor& output) {
    Stage& stage = of(op);
    switch (op.kind) {
    case OpKind::F: stage.forward(op.microbatch, input, output); return;
    case OpKind::R: stage.recompute(op.microbatch); return;
    case OpKind::B: stage.backwardInput(op.microbatch, input, output); return;
    case OpKind::W: stage.backwardWeight(op.microbatch, op.part); return;
    case OpKind::BW:
        stage.backwardInput(op.microbatch, input, output);
        stage.backwardWeights(op.microbatch);
        return;
    }
}

void RankStages::scaleGradient(int tensor, float factor) {
    for (const auto& stage : m_stages)
        stage->scaleGradient(tensor, factor);
}

std::vector<HostedCopy> RankStages::hostedCopies() {
    std::vector<HostedCopy> copies;
    for (const auto& stage : m_stages) {
        OptimizerState& state = stage->state();
        copies.push_back({&stage->layout(), {state.weights(), state.moment1(), state.moment2()}});
    }
    return copies;
}

Evaluation RankStages::evaluate(int stage, const Samples& samples, std::vector<float>& input,
                                std::vector<float>& output, std::int64_t token) {
    const auto rows = static_cast<std::int64_t>(samples.tokens.size());
    const auto cols = static_cast<std::int64_t>(input.size()) / rows;
    return of(0, stage).evaluate(samples, {input.data(), rows, cols}, {output.data(), rows, cols}, token);
}

} // namespace lanewright::engine
