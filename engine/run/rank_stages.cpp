// SPDX-License-Identifier: Apache-2.0
#include "engine/run/rank_stages.h"

#include "core/model/sample_tokens.h"

#include <algorithm>
#include <cassert>

namespace lanewright::engine {

namespace {

std::int64_t mostWeights(const RunRequest& request, const std::vector<StageCopy>& copies) {
    std::int64_t most = 0;
    for (const StageCopy& copy : copies) {
        const StageShape shape = shapeOf(request.model, request.plan.schedule.stages(), copy.stage);
        most = std::max(most, ParameterLayout(request.model, shape).count());
    }
    return most;
}

} // namespace

std::vector<int> microbatchesOf(const Schedule& schedule, int direction) {
    std::vector<int> microbatches;
    for (int microbatch = 0; microbatch < schedule.microbatches; ++microbatch)
        if (schedule.direction(microbatch) == direction)
            microbatches.push_back(microbatch);
    return microbatches;
}

int banksOn(const RunRequest& request, int rank) {
    const bool mayStepBack =
        request.optimizer.mode == OptimizerMode::PostValidated && rank + 1 < request.plan.schedule.ranks();
    return mayStepBack ? 2 : 1;
}

RankStages::RankStages(const RunRequest& request, int rank, const Corpus& corpus)
    : m_schedule(&request.plan.schedule), m_row(&m_schedule->order[rank]),
      m_copies(copiesOn(request.plan.schedule.placement, rank)),
      m_memory(request.model, mostWeights(request, m_copies), corpus, request.threads) {
    const Schedule& schedule = request.plan.schedule;
    const std::vector<int> contexts = contextsOf(request.model, request.plan);
    for (const auto& [direction, stage] : m_copies) {
        const StageSettings settings{.shape = shapeOf(request.model, schedule.stages(), stage),
                                     .microbatches = microbatchesOf(schedule, direction),
                                     .allMicrobatches = schedule.microbatches,
                                     .contexts = contexts,
                                     .weightParts = request.plan.costs.weightParts,
                                     .recomputes = request.plan.costs.recomputes(direction, stage),
                                     .precision = request.precision,
                                     .banks = banksOn(request, rank)};
        m_stages.push_back(std::make_unique<Stage>(request.model, settings, m_memory));
    }
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

/// Calls `visit(where the numbers of a kind begin, kind)` for each copy that has the tensor; true when there is one.
template <typename Visit>
bool RankStages::forEachCopy(int tensor, Visit visit) {
    bool any = false;
    for (const auto& stage : m_stages)
        for (const Parameter& parameter : stage->layout().parameters()) {
            if (parameter.number != tensor)
                continue;
            any = true;
            OptimizerState& state = stage->state();
            visit(state.weights() + parameter.offset, 0U);
            visit(state.moment1() + parameter.offset, 1U);
            visit(state.moment2() + parameter.offset, 2U);
        }
    return any;
}

bool RankStages::hosts(int tensor) {
    return forEachCopy(tensor, [](float*, std::size_t) {});
}

Numbers RankStages::numbersOf(int tensor, std::int64_t from, std::int64_t count) {
    Numbers numbers;
    forEachCopy(tensor, [&](const float* memory, std::size_t kind) {
        numbers[kind].assign(memory + from, memory + from + count);
    });
    return numbers;
}

void RankStages::put(int tensor, std::int64_t from, const Numbers& numbers) {
    forEachCopy(tensor, [&](float* memory, std::size_t kind) { std::ranges::copy(numbers[kind], memory + from); });
}

Evaluation RankStages::evaluate(int stage, const Samples& samples, std::vector<float>& input,
                                std::vector<float>& output, std::int64_t token) {
    const auto rows = static_cast<std::int64_t>(samples.tokens.size());
    const auto cols = static_cast<std::int64_t>(input.size()) / rows;
    return of(0, stage).evaluate(samples, {input.data(), rows, cols}, {output.data(), rows, cols}, token);
}

} // namespace lanewright::engine
