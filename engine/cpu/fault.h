// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/protocol/protocol.h"

#include "engine/cpu/rank_stages.h"

#include <memory>

namespace lanewright::engine {

/// A rank's stages that come to the harm that the request asks for: its `Fault` at a block, its `Poison` to the
/// gradients of a step. For tests of failures; a run that asks for none never makes one.
class FaultyStages : public RankStages {
public:
    FaultyStages(const RunRequest& request, int rank, const Corpus& corpus);

    void beginStep(int step, std::uint64_t firstSample) override;
    void beginBlock(const Block& block) override;
    void run(const Op& op, const Tensor& input, const Tensor& output) override;
    void endGradients() override;

private:
    const RunRequest* m_request;
    Block m_block;          ///< where the fault strikes
    bool m_strikes = false; ///< this rank, at all
    int m_step = -1;
};

/// The stages of a rank, which come to harm where the request asks for that.
std::unique_ptr<RankStages> stagesOf(const RunRequest& request, int rank, const Corpus& corpus);

} // namespace lanewright::engine
