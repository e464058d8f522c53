// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/costs.h"
#include "core/model/dataflow.h"
#include "core/model/schedule.h"
#include "core/model/timeline.h"
#include "core/simulate/memory.h"

#include <cstddef>
#include <optional>
#include <vector>

/// Buffers for messages between ranks, as memory of the rank that has them.
namespace lanewright {

/// What a rank keeps for its messages one way.
struct RankBuffers {
    int slots = 0;   ///< how many messages it has room for
    int least = 0;   ///< how many would do: each there for the ops that need it alone
    Bytes bytes = 0; ///< all of them together; where none is kept, the most at one time
    Bytes always = 0;
    std::vector<Bytes> taken = {}; ///< per block: what is taken beyond `always` when it starts
    std::vector<Bytes> freed = {}; ///< per block: what is freed of that when it ends

    friend bool operator==(const RankBuffers&, const RankBuffers&) = default;
};

/// A message, the stage of the rank that has it in a buffer, and from which place to which of the rank's row, both
/// included. A place behind the row is the end of the iteration.
struct HeldMessage {
    Value value = {};
    int stage = 0;
    int from = 0;
    int to = 0;
};

/// What the rank's op gets from another rank, or with `sends` hands to one; none: nothing.
std::optional<Value> crossing(const Schedule& schedule, int rank, const Op& op, bool sends);

/// What the message takes; 0 where messages have no size.
Bytes sizeOf(const Costs& costs, const Value& value);

/// The most that are held at one time. One place may free one and take another, and holds both.
int mostAtOnce(const std::vector<HeldMessage>& messages);

/// None is kept: each is there for its blocks, of which places are numbers.
RankBuffers buffersWhileHeld(const Costs& costs, const std::vector<HeldMessage>& messages, std::size_t blocks);

/// What the buffers of a rank take over the time of its blocks.
MemoryCurve bufferCurve(const RankBuffers& buffers, const Lane& lane, Time begin);

/// Both together at each time; a curve is 0 before its first point.
MemoryCurve sumOf(const MemoryCurve& one, const MemoryCurve& other);

} // namespace lanewright
