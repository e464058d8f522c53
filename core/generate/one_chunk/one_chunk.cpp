// SPDX-License-Identifier: Apache-2.0
#include "core/generate/one_chunk/one_chunk.h"

namespace lanewright {

StageWriter::StageWriter(const Plan& problem, int stage)
    : m_stage(stage), m_weightParts(problem.costs.weightParts), m_recomputes(problem.costs.recomputes(0, stage)) {
    const std::size_t perMicrobatch = 2 + m_weightParts + (m_recomputes ? 1 : 0);
    m_row.reserve(perMicrobatch * problem.schedule.microbatches);
}

void StageWriter::put(OpKind kind, int microbatch, int part) {
    m_row.push_back({.op = {.kind = kind, .part = part, .stage = m_stage, .microbatch = microbatch}});
}

void StageWriter::recompute() {
    if (m_recomputes)
        put(OpKind::R, m_backwards);
}

void StageWriter::backward() {
    recompute();
    put(OpKind::B, m_backwards++);
}

void StageWriter::weight() {
    for (int part = 0; part < m_weightParts; ++part)
        put(OpKind::W, m_weights, part);
    ++m_weights;
}

void StageWriter::fused() {
    recompute();
    put(OpKind::BW, m_backwards++);
    ++m_weights;
}

Schedule writeStages(const Plan& problem, const std::function<void(StageWriter&, int)>& write) {
    Schedule schedule{.placement = problem.schedule.placement, .microbatches = problem.schedule.microbatches};
    schedule.order.resize(schedule.ranks());
    for (int stage = 0; stage < schedule.stages(); ++stage) {
        StageWriter writer(problem, stage);
        write(writer, stage);
        schedule.order[schedule.placement.rankOf(0, stage)] = writer.take();
    }
    return schedule;
}

} // namespace lanewright
