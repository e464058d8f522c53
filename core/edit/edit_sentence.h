// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/check/validate.h"
#include "core/model/plan.h"
#include "core/simulate/simulate.h"

#include <cstdint>
#include <set>
#include <vector>

/// What edits are called, in the imperative, as the history says them.
namespace lanewright {

/// @name What was edited: `B1.3`, `3 ops`, `2 blocks`
/// @{
Message namesOf(const std::set<Op>& ops, int weightParts);
Message nameOfBlocks(const Row& row, const std::vector<int>& positions, int weightParts);
Message blocksByNumber(std::int64_t count);
/// @}

/// `Move B1.3 before W1.2`, `Move 2 blocks to the end of rank 1`: where the ops, which are `what`, stand in `next`.
Message moveSentence(const Message& what, const Schedule& next, int rank, const std::set<Op>& ops, int weightParts);
/// `Move B1.3 one place earlier`, `Move 3 ops 2 places later`.
Message moveBySentence(const Message& what, int places);
/// `Place W1.2`, `Place 7 ops`.
Message placeSentence(const std::set<Op>& ops, int weightParts);
/// `Take W1.2 out of the order`.
Message takeOutSentence(const std::set<Op>& ops, int weightParts);
/// `Set the gap before F0.3 to 1.5 ms`; `Remove the gap before F0.3`.
Message gapSentence(const Block& block, Time gap, TimeUnit unit, int weightParts);
/// `Host stage 2 on rank 3`.
Message hostSentence(int stage, int rank);
/// `Split BW1.2 into B and W`, `Split 3 ops into B and W`.
Message splitSentence(const std::set<Op>& ops, int weightParts);
/// `Fuse B1.2 with its other half`, `Fuse B and W of 3 ops`.
Message fuseSentence(const std::set<Op>& ops, int weightParts);
/// `Run F0.3 and B1.2 as a pair`; `Take the pair of F0.3 apart`.
Message pairSentence(const Op& one, const Op& other, int weightParts);
Message unpairSentence(const Op& op, int weightParts);
/// `Repeat the building block every 6 units`.
Message repeatSentence(Time interval, TimeUnit unit);
/// `Draw the order together`.
Message squeezeSentence();
/// `Cut the schedule in half`.
Message halveSentence();

/// What an edit comes to, in a word or a sentence.
struct Outcome {
    enum class Tone : std::uint8_t { Good, Plain, Bad };
    Tone tone = Tone::Good;
    Message sentence = {};
};

/// The first error but for what is missing, which is in the tray and no fault of the edit; else what waits for an op
/// that is not placed; else that it is valid, or right so far. `stalls` may be those of the order or their beginning.
/// `before`: what there was to find already, for which the edit is not blamed.
Outcome outcomeOf(const std::vector<Finding>& findings, const std::vector<Stall>& stalls, int weightParts,
                  const std::vector<Finding>& before = {});

} // namespace lanewright
