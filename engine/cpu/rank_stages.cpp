// SPDX-License-Identifier: Apache-2.0
#include "engine/cpu/rank_stages.h"

#include "core/base/mapped.h"

#include "engine/run/stage_settings.h"

#include <algorithm>

namespace lanewright::engine {

namespace {

std::int64_t mostWeights(const RunRequest& request, const std::vector<StageCopy>& copies) {
    return mostOf(copies, [&](const StageCopy& copy) { return layoutOf(request, copy.stage).count(); });
}

} // namespace

RankStages::RankStages(const RunRequest& request, int rank, const Corpus& corpus)
    : m_schedule(&request.plan.schedule), m_rank(rank),
      m_memory(request.model, mostWeights(request, copiesOn(request.plan.schedule.placement, rank)), corpus,
               request.threads) {
    for (const StageCopy& copy : copiesOn(request.plan.schedule.placement, rank))
        m_stages.push_back(
            std::make_unique<Stage>(request.model, settingsOf(request, copy, banksOn(request, rank)), m_memory));
}

void RankStages::warmUp() {
    for (const auto& stage : m_stages)
        stage->warmUp();
    RankStages::beginStep(0, 0);
    beginGradients();
    int before = 0;
    do { // until what serves microbatches of several lengths in turns has grown
        before = m_memory.pool.allocations();
        for (const Block& block : m_schedule->order[m_rank])
            for (const Op& op : opsIn(block))
                of(op).rehearse(op);
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

std::vector<HostedCopy> RankStages::hostedCopies() {
    return mapped(m_stages, [this](const auto& stage) { return hostedCopy(m_rank, *stage); });
}

StageForward RankStages::evaluate(int stage, const Samples& samples, std::vector<float> input, std::int64_t token) {
    StageForward forward{.output = std::vector<float>(input.size())};
    const auto rows = static_cast<std::int64_t>(samples.tokens.size());
    const auto cols = static_cast<std::int64_t>(input.size()) / rows;
    forward.evaluation =
        of(0, stage).evaluate(samples, {input.data(), rows, cols}, {forward.output.data(), rows, cols}, token);
    return forward;
}

} // namespace lanewright::engine
