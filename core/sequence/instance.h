// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/base/units.h"
#include "core/model/plan.h"
#include "core/simulate/iteration_time.h"

#include <limits>
#include <optional>
#include <vector>

/// A problem as bounds, generators and searches see it: any placement, any number of directions, equal microbatches.
/// Where microbatches differ, `Unequal` says what the instance has in their place.
namespace lanewright {

/// One copy of a stage, as it is for every microbatch of its direction.
///
/// R counts as the first part of B. In fact R need not wait for the gradient, so where a stage recomputes, orders run
/// no later than they are timed here.
struct Chunk {
    int direction = 0;
    int stage = 0;
    int rank = 0;
    Time forward = 0;
    Time backward = 0; ///< R's time included
    Time weight = 0;   ///< all parts together
    Time down = 0;     ///< travel of the activation to the next stage of the direction; 0 on one rank
    Time up = 0;       ///< travel of the gradient from the next stage to this one
    Bytes forwardMemory = 0;
    Bytes backwardMemory = 0; ///< change at B, R's included
    Bytes weightMemory = 0;   ///< change at W, all parts together, ≤ 0
    /// Held beside all else while B runs, where the stage recomputes.
    Bytes recomputeMemory = 0;
    std::optional<Time> overlapped = {}; ///< how long a pair with an F of this stage takes; none: the sum of its parts
    std::optional<Time> recompute = {};  ///< R's part of `backward`; none: the stage has no R

    Time work() const { return forward + backward + weight; }
    friend bool operator==(const Chunk&, const Chunk&) = default;
};

/// The op of a chunk that is number `index` of its kind there, counted by microbatch, then by part of W.
struct SeriesOp {
    int chunk = 0; ///< in `Instance::chunks`
    OpKind kind = OpKind::F;
    int index = 0;

    friend bool operator==(const SeriesOp&, const SeriesOp&) = default;
};

/// Two ops of one rank that must run in this order, though the second does not need the first one's data.
struct KeptOrder {
    SeriesOp first = {};
    SeriesOp second = {};

    friend bool operator==(const KeptOrder&, const KeptOrder&) = default;
};

/// The times of `Chunk` where microbatches differ: one for each microbatch of the direction, by rising number.
struct EachTime {
    std::vector<Time> forward = {};
    std::vector<Time> backward = {};
    std::vector<Time> weight = {};
    std::vector<Time> down = {};
    std::vector<Time> up = {};

    friend bool operator==(const EachTime&, const EachTime&) = default;
};

struct Instance {
    static constexpr Bytes kNoLimit = std::numeric_limits<Bytes>::max() / 4;

    int stages = 0;
    int weightParts = 1;
    std::vector<int> microbatches = {};        ///< per direction
    std::vector<Chunk> chunks = {};            ///< by direction, then stage: `[direction * stages + stage]`
    std::vector<std::vector<int>> onRank = {}; ///< per rank: indices into `chunks`, in the order of `copiesOn`
    std::vector<Bytes> limit = {};             ///< per rank, `kNoLimit` where there is none
    OptimizerMode optimizerMode = OptimizerMode::Synchronous;
    IterationEnd iterationEnd = {};
    /// Per chunk: the times by which sequences are timed, where microbatches differ and are run in turn. Else empty,
    /// and all microbatches take what the chunk says.
    std::vector<EachTime> each = {};
    /// Each microbatch is a direction of its own, by its number: see `Unequal::Apart`.
    bool apart = false;
    /// The ops that `searchBelow` keeps in their order. Nothing else reads it, and `instanceOf` leaves it empty.
    std::vector<KeptOrder> kept = {};

    int ranks() const { return static_cast<int>(onRank.size()); }
    int microbatchesOf(int chunk) const { return microbatches[chunks[chunk].direction]; }
    /// The chunk of the stage before or after it in its direction, or −1.
    int before(int chunk) const { return chunks[chunk].stage > 0 ? chunk - 1 : -1; }
    int after(int chunk) const { return chunks[chunk].stage + 1 < stages ? chunk + 1 : -1; }
    /// The work of all chunks of the rank in one iteration.
    Time workOf(int rank) const;
    /// Per chunk: its place in `onRank`.
    std::vector<int> places() const;
    friend bool operator==(const Instance&, const Instance&) = default;
};

/// What an instance has in the place of microbatches that differ. Where they are equal, `Mean` and `Least` are the
/// same.
enum class Unequal : std::uint8_t {
    /// Times of chunks are the means of a direction's microbatches, memory is the most of any of them, and
    /// `Instance::each` has their own times. An order of the instance keeps the problem's limits, and takes as long
    /// there where microbatches run in turn. A proof about the instance proves nothing about the problem.
    Mean,
    /// Times, transfers and memory are the least of any microbatch. So every order of the problem takes no longer in
    /// the instance, and a bound of the instance bounds the problem.
    Least,
    /// Each microbatch is a direction of its own, with its own times, transfers and memory, also where all are equal.
    /// The instance is the problem itself, with all its orders; it has as many chunks as stages times microbatches. A
    /// pair takes the least time of its F with any backward of the rank.
    Apart,
};

/// True where an instance with `Unequal::Apart` has few enough chunks on each rank for codes to number them.
bool canStandApart(const Plan& problem);

/// The instance of a problem that passed the checks of a reader.
Instance instanceOf(const Plan& problem, Unequal as = Unequal::Mean);

/// The instance with `Unequal::Least` for any deal of the microbatches to directions that leaves each direction as
/// many.
Instance leastInstanceOfAnyDeal(const Plan& problem);
/// Per rank: the least work with any such deal.
std::vector<Time> leastWorkPerRank(const Plan& problem);

/// Per direction of an instance of the problem, the problem's microbatches, in order.
std::vector<std::vector<int>> dealOf(const Plan& problem, const Instance& instance);

/// The chunk that `Unequal::Apart` has for the microbatch on the stage, if it were dealt to `direction`. The chunk's
/// own `direction` is the microbatch.
Chunk chunkOfMicrobatch(const Plan& problem, int microbatch, int direction, int stage);

/// Per rank: the time of all its ops of an iteration without pairs, B and W as BW where that takes less.
std::vector<Time> workPerRank(const Plan& problem);

/// What one microbatch of the direction takes of a rank when it runs alone, and the op that takes the most.
struct Need {
    Bytes bytes = -1; ///< below 0 where the rank runs nothing of it
    Op op = {};
};
Need needOf(const Instance& instance, int rank, int direction);

/// Fails where a limit leaves no room for one microbatch, and names the rank, the op that no longer fits, and the least
/// limit that would do.
///
/// A rank must hold the activations of one microbatch on all its chunks of a direction at once, since the first B of a
/// microbatch comes after all its F. After that B no order needs more. So a limit with that room can be kept, by
/// running one microbatch after the other.
Result<Done> checkRoom(const Plan& problem);

} // namespace lanewright
