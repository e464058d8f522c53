// SPDX-License-Identifier: Apache-2.0
#include "core/generate/order_writer.h"

namespace lanewright {

OrderWriter::OrderWriter(const Plan& problem)
    : m_problem(problem), m_schedule{.placement = problem.schedule.placement,
                                     .microbatches = problem.schedule.microbatches,
                                     .directionOf = problem.schedule.directionOf,
                                     .order = std::vector<Row>(problem.schedule.ranks())} {
    const int blocks = 2 * m_schedule.microbatches * m_schedule.stages() / m_schedule.ranks();
    for (Row& row : m_schedule.order)
        row.reserve(blocks);
}

void OrderWriter::put(const Op& op, MaybeOp paired) {
    m_schedule.order[m_schedule.rankOf(op)].push_back({.op = op, .paired = paired});
}

void OrderWriter::recompute(int stage, int microbatch) {
    if (m_problem.costs.recomputes(m_schedule.direction(microbatch), stage))
        put({.kind = OpKind::R, .stage = stage, .microbatch = microbatch});
}

void OrderWriter::backward(int stage, int microbatch, OpKind kind) {
    recompute(stage, microbatch);
    put({.kind = kind, .stage = stage, .microbatch = microbatch});
}

void OrderWriter::weight(int stage, int microbatch) {
    for (int part = 0; part < m_problem.costs.weightParts; ++part)
        put({.kind = OpKind::W, .part = part, .stage = stage, .microbatch = microbatch});
}

void OrderWriter::pair(int forwardStage, int forwardMicrobatch, int stage, int microbatch, OpKind kind) {
    recompute(stage, microbatch);
    put({.kind = OpKind::F, .stage = forwardStage, .microbatch = forwardMicrobatch},
        Op{.kind = kind, .stage = stage, .microbatch = microbatch});
}

void OrderWriter::passAll(int first, int last, bool lastComesFirst) {
    for (int stage = 0; stage < m_schedule.stages(); ++stage)
        for (int microbatch = first; microbatch <= last; ++microbatch)
            forward(stage, microbatch);
    for (int stage = m_schedule.stages() - 1; stage >= 0; --stage)
        for (int microbatch = first; microbatch <= last; ++microbatch)
            backward(stage, lastComesFirst ? first + last - microbatch : microbatch);
}

std::array<std::vector<int>, 2> dealtTo(const Schedule& schedule) {
    std::array<std::vector<int>, 2> dealt;
    for (int microbatch = 0; microbatch < schedule.microbatches; ++microbatch)
        dealt[schedule.direction(microbatch)].push_back(microbatch);
    return dealt;
}

} // namespace lanewright
