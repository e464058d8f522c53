// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/base/units.h"
#include "core/model/plan.h"
#include "core/simulate/iteration_time.h"

#include <limits>
#include <optional>
#include <vector>

/// A problem cut down to what bounds, generators and searches look at: any placement, any number of directions, equal
/// microbatches. Of a problem whose microbatches differ an instance is another problem, see `instanceOf`.
namespace lanewright {

/// One copy of a stage, as it is for every microbatch of its direction.
///
/// R counts as a part of B, which it precedes, though it need not wait for the gradient: where a stage recomputes,
/// orders run no later than they are timed here.
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
    /// Held for a moment on top of the rest while B runs, where the stage recomputes.
    Bytes recomputeMemory = 0;
    std::optional<Time> overlapped = {}; ///< how long a pair with an F of this stage takes; none: the sum of its parts
    std::optional<Time> recompute = {};  ///< R's part of `backward`; none: the stage has no R

    Time work() const { return forward + backward + weight; }
    friend bool operator==(const Chunk&, const Chunk&) = default;
};

/// The op of a chunk that is the `index`th of its kind there, in the order of microbatches and of the parts of W.
struct SeriesOp {
    int chunk = 0; ///< in `Instance::chunks`
    OpKind kind = OpKind::F;
    int index = 0;

    friend bool operator==(const SeriesOp&, const SeriesOp&) = default;
};

/// Two ops of one rank that must run in this order, though no data says so.
struct KeptOrder {
    SeriesOp first = {};
    SeriesOp second = {};

    friend bool operator==(const KeptOrder&, const KeptOrder&) = default;
};

/// The times of a chunk where microbatches differ, per microbatch of its direction, by number: as in `Chunk`.
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
    /// Per chunk, where microbatches differ and are run in turn: what sequences are timed by. Else empty, and all take
    /// what the chunk says.
    std::vector<EachTime> each = {};
    /// Each microbatch is a direction of its own, by its number: see `Unequal::Apart`.
    bool apart = false;
    /// What `searchBelow` leaves in its order; bounds, generators and the other searches do not look at it.
    /// `instanceOf` leaves it empty.
    std::vector<KeptOrder> kept = {};

    int ranks() const { return static_cast<int>(onRank.size()); }
    int microbatchesOf(int chunk) const { return microbatches[chunks[chunk].direction]; }
    /// The neighbour up or down the chunk's direction, or −1.
    int before(int chunk) const { return chunks[chunk].stage > 0 ? chunk - 1 : -1; }
    int after(int chunk) const { return chunks[chunk].stage + 1 < stages ? chunk + 1 : -1; }
    /// The work of all chunks of the rank in one iteration.
    Time workOf(int rank) const;
    /// Per chunk: its place in `onRank`.
    std::vector<int> places() const;
    friend bool operator==(const Instance&, const Instance&) = default;
};

/// What stands in an instance for microbatches that differ. All the same where they are equal.
enum class Unequal : std::uint8_t {
    /// Times of chunks are the means of a direction's microbatches, memory is the most that any of them takes, and
    /// `Instance::each` has the own times: an order of the instance keeps the limits of the problem and, its
    /// microbatches run in turn, takes as long. No proof about the instance is one about the problem.
    Mean,
    /// Times, transfers and memory are the least of any: each order of the problem, with its microbatches taken for
    /// equal, is one of the instance and no longer there, so that what bounds the instance bounds the problem.
    Least,
    /// Each microbatch is a direction of its own, with its own times, transfers and memory: the very problem, and all
    /// of its orders, at the price of as many chunks as there are stages and microbatches. Where microbatches are equal
    /// too. Pairs take the least that the F makes with any backward of its rank.
    Apart,
};

/// True where the ranks' chunks can be numbered microbatch by microbatch.
bool canStandApart(const Plan& problem);

/// `problem` passed the checks of a reader: whole, sound, times that add up.
Instance instanceOf(const Plan& problem, Unequal as = Unequal::Mean);

/// `Unequal::Least` where any microbatch may have any direction, each direction as many as it has; and the least work
/// per rank with the cheapest set of microbatches for each of its ops.
Instance leastInstanceOfAnyDeal(const Plan& problem);
std::vector<Time> leastWorkPerRank(const Plan& problem);

/// Per direction of an instance of the problem, the problem's microbatches, in order.
std::vector<std::vector<int>> dealOf(const Plan& problem, const Instance& instance);

/// The microbatch on the stage as a chunk of `Unequal::Apart`, were it dealt to the direction. Its `direction` is the
/// microbatch.
Chunk chunkOfMicrobatch(const Plan& problem, int microbatch, int direction, int stage);

/// Per rank: the true times of all its ops of an iteration, each op by itself; B and W as BW where that takes less.
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
/// A rank must hold the activations of all its chunks of one direction at once, since the last B of a microbatch comes
/// after all of its F, and after the first B no order needs more. So a limit that passes can be kept, by running one
/// microbatch after the other.
Result<Done> checkRoom(const Plan& problem);

} // namespace lanewright
