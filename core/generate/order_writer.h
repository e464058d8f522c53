// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/plan.h"

#include <array>
#include <vector>

/// Inside core/generate only.
namespace lanewright {

/// Writes an order op by op, each into the row of the rank that hosts its stage for its microbatch.
///
/// R goes right before its B where the stage recomputes, and the parts of a W stand together.
class OrderWriter {
public:
    explicit OrderWriter(const Plan& problem);

    void forward(int stage, int microbatch) { put({.kind = OpKind::F, .stage = stage, .microbatch = microbatch}); }
    /// B, or B and W in one.
    void backward(int stage, int microbatch, OpKind kind = OpKind::BW);
    void weight(int stage, int microbatch);
    /// F of one stage and BW, or B, of another one of its rank, of another microbatch, as one block.
    void pair(int forwardStage, int forwardMicrobatch, int stage, int microbatch, OpKind kind = OpKind::BW);

    /// All microbatches from `first` to `last` pass every stage, then all come back: in turn, or the last one first.
    void passAll(int first, int last, bool lastComesFirst = false);

    Schedule take() { return std::move(m_schedule); }

private:
    void put(const Op& op, MaybeOp paired = {});
    void recompute(int stage, int microbatch);

    const Plan& m_problem;
    Schedule m_schedule;
};

/// The microbatches of the first two directions, in their order; of one direction the second list is empty.
std::array<std::vector<int>, 2> dealtTo(const Schedule& schedule);

} // namespace lanewright
