// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/protocol/protocol.h"

#include "engine/gpt/stage.h"
#include "engine/run/stage_host.h"

#include <memory>
#include <vector>

namespace lanewright::engine {

/// The copies of stages that one rank hosts, and the memory they share.
class RankStages : public StageHost {
public:
    RankStages(const RunRequest& request, int rank, const Corpus& corpus);

    /// A copy that this rank hosts.
    Stage& of(int direction, int stage) { return stageOf({direction, stage}, m_stages); }
    /// The copy of an op.
    Stage& of(const Op& op) { return of(m_schedule->direction(op.microbatch), op.stage); }
    /// Those that it hosts.
    const std::vector<std::unique_ptr<Stage>>& all() const { return m_stages; }
    RankMemory& memory() { return m_memory; }

    /// Runs every kind of op once and forgets what came of it, so that the first step does not pay for fresh memory and
    /// for what is prepared at first use; then goes through a step without computing, so that no step has to ask for
    /// memory. Leaves all weights as they are.
    void warmUp();
    /// @name A step
    /// @{
    /// Begins a step before which `firstSample` samples have been trained on.
    virtual void beginStep(int step, std::uint64_t firstSample);
    void beginGradients();
    /// A block is due; what it needs may not have come yet.
    virtual void beginBlock(const Block& /*block*/) {}
    /// Runs an op. `input` and `output` (n,C) are the values that come from and go to another stage; an op that has
    /// none does not look at them.
    virtual void run(const Op& op, const Tensor& input, const Tensor& output);
    /// All gradients are whole, and the optimizer has not read them yet.
    virtual void endGradients() {}
    /// @}

    StageForward evaluate(int stage, const Samples& samples, std::vector<float> input, std::int64_t token) override;

private:
    std::vector<HostedCopy> hostedCopies() override;

    const Schedule* m_schedule;
    int m_rank;
    RankMemory m_memory;
    std::vector<std::unique_ptr<Stage>> m_stages;
};

} // namespace lanewright::engine
