// SPDX-License-Identifier: Apache-2.0
#include "core/generate/rank_writer.h"

namespace lanewright {

void RankWriter::put(OpKind kind, int stage, int microbatch, int part) {
    m_row.push_back({.op = {.kind = kind, .part = part, .stage = stage, .microbatch = microbatch}});
}

void RankWriter::recompute(int stage, int microbatch) {
    if (m_problem->costs.recomputes(m_problem->schedule.direction(microbatch), stage))
        put(OpKind::R, stage, microbatch);
}

void RankWriter::backward(int stage, int microbatch) {
    recompute(stage, microbatch);
    put(OpKind::B, stage, microbatch);
}

void RankWriter::weight(int stage, int microbatch) {
    for (int part = 0; part < m_problem->costs.weightParts; ++part)
        put(OpKind::W, stage, microbatch, part);
}

void RankWriter::fused(int stage, int microbatch) {
    recompute(stage, microbatch);
    put(OpKind::BW, stage, microbatch);
}

void RankWriter::pair(int forwardStage, int forwardMicrobatch, int stage, int microbatch, OpKind backward) {
    recompute(stage, microbatch);
    put(OpKind::F, forwardStage, forwardMicrobatch);
    m_row.back().paired = Op{.kind = backward, .stage = stage, .microbatch = microbatch};
}

} // namespace lanewright
