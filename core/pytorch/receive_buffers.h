// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/check/validate.h"
#include "core/model/plan.h"
#include "core/model/timeline.h"
#include "core/simulate/memory.h"

#include <span>
#include <vector>

/// Buffers for what ranks receive, which published jobs ran out of memory by: as each framework keeps them.
namespace lanewright {

/// What a rank keeps for its receives.
struct RankBuffers {
    int slots = 0;   ///< how many messages it has room for
    Bytes bytes = 0; ///< all of them together; where none is kept, the most at one time
    Bytes always = 0;
    std::vector<Bytes> taken = {}; ///< per block: what is taken beyond `always` when it starts
    std::vector<Bytes> freed = {}; ///< per block: what is freed of that when it ends

    friend bool operator==(const RankBuffers&, const RankBuffers&) = default;
};

/// Per rank what it keeps where buffers are kept that way.
///
/// A pool's buffers are as large as the largest message that they hold; messages have the sizes of `Costs::boundary`,
/// and none without. Pools follow the receives as PyTorch lowers the order, all of its passes included: each of its
/// UNSHARD and RESHARD is a turn of a rank, with FSDP or without it, so that other ranks run ahead by as much. They
/// fail on orders that PyTorch can't run. A buffer whose B (or W) the order lacks is held to the end.
Result<std::vector<RankBuffers>> receiveBuffers(const Plan& plan, ReceiveBuffers how);

/// What the buffers of a rank take over the time of its blocks.
MemoryCurve bufferCurve(const RankBuffers& buffers, const Lane& lane, Time begin);

/// Both together at each time; a curve is 0 before its first point.
MemoryCurve sumOf(const MemoryCurve& one, const MemoryCurve& other);

/// Per rank: the most that its activations and its buffers take together, in program order.
std::vector<Bytes> peakWithBuffers(const Plan& plan, std::span<const RankBuffers> buffers);

/// What is to know of a plan whose memory says how buffers are kept, beside what `validate` says: `device-memory`, an
/// error, where a rank needs more than its device has with them and not without; `receive-buffers`, a warning: why they
/// can't be counted, and a note: how many there are and how many would do.
std::vector<Finding> findingsOfBuffers(const Plan& plan);

} // namespace lanewright
