// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/gpu/device_lane.h"
#include "engine/ranks/step_report.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace lanewright::engine {

/// What comes back to the host of a lane's step: its losses, the squares of its gradients, and what it has held.
class DeviceReturns {
public:
    DeviceReturns(const RunRequest& request, DeviceLane& lane);

    /// Enqueues what makes it, behind the blocks and the sums over copies of a step, and its copy to the host.
    void enqueue();
    /// Marks that it is here.
    Event done() const { return m_done; }
    /// The most activations since the pool was last asked to begin anew, when `enqueue` was called.
    Bytes peak() const { return m_peak; }
    /// @name What has come
    /// @{
    std::vector<TensorSquares> squares() const;
    std::vector<LossOf> losses() const;
    /// @}

private:
    const RunRequest* m_request;
    DeviceLane* m_lane;
    std::int64_t m_tokens; ///< in all microbatches, did they all fill the context
    std::int64_t m_tensors = 0;
    Buffer m_sums; ///< on the device: doubles
    std::unique_ptr<HostPiece> m_squares;
    std::unique_ptr<HostPiece> m_losses; ///< none where no last stage lives
    Event m_done;
    Bytes m_peak = 0;
};

} // namespace lanewright::engine
