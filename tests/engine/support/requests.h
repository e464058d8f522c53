// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/protocol/protocol.h"

#include <string_view>
#include <vector>

namespace lanewright::engine::test {

/// A GPT small enough that an op takes a fraction of a millisecond.
ModelSpec smallModel();

/// One small enough for sums in longer numbers beside it.
inline const ModelSpec kTiny{
    .layers = 2, .width = 8, .heads = 2, .context = 6, .vocabulary = 256, .batch = 2, .seed = 5};

/// Microbatches of the runs that train the small model, where a test asks for no other number.
constexpr int kMicrobatches = 8;

/// A plan of the named generator with `ranks` stages, F = B = W = `each`.
Plan planOf(std::string_view generator, int ranks, int microbatches, Time each = kTimeUnit, Time transfer = 0);

/// A valid order in which nothing is regular: any op that can run next may be the next, of any microbatch. `plan` gives
/// all but the order; where it recomputes there are R ops, where `weightParts` is more than 1 there are parts of W.
Plan shuffled(Plan plan, std::uint64_t seed);

/// A problem whose microbatches go both ways: stage s of direction 0 on rank s, of direction 1 on rank S − 1 − s.
Plan bothWays(int ranks, int microbatches);

/// The same with all copies on one rank, which is its reference; the microbatches are dealt as `directionOf` says.
Plan bothWaysOnOneRank(int stages, int microbatches, const std::vector<int>& directionOf = {});

/// A request that trains the small model for three steps.
RunRequest requestOf(const Plan& plan);

/// What can be seen of a run.
struct Seen {
    std::vector<double> losses = {};
    std::string hash = {};      ///< the weights'
    std::string gradients = {}; ///< hash of those of the last step
    std::vector<lanewright::Event> events = {};

    /// All spans of a step, by rank.
    Timeline wall(int step, int ranks) const;
    Timeline virtualTime(int step, int ranks) const;
    const FailedEvent* failure() const;
    const DoneEvent* done() const;
};
Seen seenIn(std::vector<lanewright::Event> events);

/// Runs all ranks as threads of the calling process.
Seen runHere(const RunRequest& request);

} // namespace lanewright::engine::test
