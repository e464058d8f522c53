// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/plan.h"

/// Inside core/generate only.
namespace lanewright {

/// Writes the row of one rank, whichever copies of stages it hosts.
///
/// R goes right before its B where the stage recomputes, and the parts of a W stand together.
class RankWriter {
public:
    explicit RankWriter(const Plan& problem) : m_problem(&problem) {}

    void forward(int stage, int microbatch) { put(OpKind::F, stage, microbatch); }
    void backward(int stage, int microbatch);
    void weight(int stage, int microbatch);
    /// B and W in one.
    void fused(int stage, int microbatch);
    /// F of one stage and BW, or B, of another, of another microbatch, as one block.
    void pair(int forwardStage, int forwardMicrobatch, int stage, int microbatch, OpKind backward = OpKind::BW);

    Row take() { return std::move(m_row); }

private:
    void put(OpKind kind, int stage, int microbatch, int part = 0);
    void recompute(int stage, int microbatch);

    const Plan* m_problem;
    Row m_row = {};
};

} // namespace lanewright
