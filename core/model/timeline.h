// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"
#include "core/model/op.h"
#include "core/model/schedule.h"

#include <optional>
#include <vector>

namespace lanewright {

/// A block with the time it took, half open: [start, end).
struct Span {
    Op op = {};
    MaybeOp paired = {};
    Time start = 0;
    Time end = 0;

    Time length() const { return end - start; }
    bool holds(const Op& other) const { return op == other || paired == other; }
    friend bool operator==(const Span&, const Span&) = default;
};

/// The spans of one rank by start; they never overlap.
using Lane = std::vector<Span>;

/// When everything happens, one lane per rank. Predicted and measured timelines are one type.
///
/// In a predicted timeline `lanes[r][i]` is the block at `order[r][i]`; a lane that is shorter than its row stalled.
struct Timeline {
    std::vector<Lane> lanes = {};

    friend bool operator==(const Timeline&, const Timeline&) = default;
};

/// First start and last end over all lanes; both 0 when there is no span.
struct Extent {
    Time start = 0;
    Time end = 0;

    Time length() const { return end - start; }
    friend bool operator==(const Extent&, const Extent&) = default;
};
Extent extentOf(const Timeline& timeline);
Extent extentOf(const Lane& lane);

/// The span of the op, wherever it is; null when it has none.
const Span* spanOf(const Timeline& timeline, const Op& op);

/// Where the span stands that ends last; its rank is −1 where there is none.
Slot lastSlotOf(const Timeline& timeline);

} // namespace lanewright
