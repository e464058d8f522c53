// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document.h"
#include "core/model/op.h"

#include <QString>

namespace lanewright {
struct PlacedBlock;
} // namespace lanewright

/// The lanes in words that are heard, not seen: what a screen reader says of a block, a lane, a bubble. Short letters
/// and numbers stay as they are drawn, so that two people can speak of the same block.
namespace lanewright::app {

/// `B3 of stage 2`: the letter and microbatch as they stand on the block.
QString spokenOp(const Op& op, int weightParts = 1);
/// `F7 of stage 3 with BW2 of stage 4` for an overlapped pair.
QString spokenBlock(const PlacedBlock& block, int weightParts = 1);

/// `B3 of stage 2 on rank 2, starts at 41.2 ms, waits 1.2 ms for B3 of stage 3`: what it is, when it starts, and what
/// decides that. `withReason` false leaves the last out, where the block is not drawn as the plan has it.
QString spokenSentence(const Document& document, const PlacedBlock& block, int rank, bool withReason = true);

/// `41.2 to 51.2 ms`.
QString spokenTimes(const PlacedBlock& block, TimeUnit unit);

/// `rank 2, stages 2, 5, 12 blocks`.
QString spokenLane(const Document& document, int rank, int blocks);

/// `rank 2 is idle from 10 to 12 ms`, with the reason behind it.
QString spokenBubble(const Document& document, const Bubble& bubble);

} // namespace lanewright::app
