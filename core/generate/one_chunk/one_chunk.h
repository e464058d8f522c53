// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generate/memory_limits.h"
#include "core/generate/placing.h"
#include "core/model/plan.h"

#include <functional>

/// What the methods with one chunk per rank and one direction share. Inside core/generate only.
namespace lanewright {

/// Writes the row of one stage; the k-th op of each kind is of microbatch k.
///
/// R goes right before its B where the stage recomputes, and the parts of a W stand together.
class StageWriter {
public:
    StageWriter(const Plan& problem, int stage);

    void forward() { put(OpKind::F, m_forwards++); }
    void backward();
    void weight();
    /// B and W in one.
    void fused();

    int forwards() const { return m_forwards; }
    int backwards() const { return m_backwards; }
    int weights() const { return m_weights; }
    Row take() { return std::move(m_row); }

private:
    void put(OpKind kind, int microbatch, int part = 0);
    void recompute();

    int m_stage = 0;
    int m_weightParts = 1;
    bool m_recomputes = false;
    int m_forwards = 0;
    int m_backwards = 0;
    int m_weights = 0;
    Row m_row;
};

/// A schedule on the problem's placement whose rows `write` fills, one stage at a time.
Schedule writeStages(const Plan& problem, const std::function<void(StageWriter&, int stage)>& write);

} // namespace lanewright
