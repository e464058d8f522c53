// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"
#include "core/model/dataflow.h"
#include "core/model/microbatch_costs.h"
#include "core/model/pair_costs.h"
#include "core/model/schedule.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace lanewright {

/// How long one copy of a stage takes for one microbatch, one of share 1 where microbatches differ. The defaults are
/// one tick each.
struct StageCosts {
    Time forward = 1;
    Time backwardInput = 1;
    Time backwardWeight = 1;
    std::optional<Time> recompute = {};  ///< how long R takes; none: the stage keeps its activations and has no R ops
    std::optional<Time> overlapped = {}; ///< how long a pair with an F of this stage takes; none: the sum of its parts
    Time optimizer = 0;                  ///< the step, once per iteration
    Time allReduce = 0;                  ///< how long the gradients of twins take, once per iteration

    friend bool operator==(const StageCosts&, const StageCosts&) = default;
};

/// The time from the end of a producer to the arrival at another rank.
struct Transfers {
    Time every = 0;                ///< between any two ranks, where there is no matrix
    int ranks = 0;                 ///< side of the matrix
    std::vector<Time> matrix = {}; ///< `[from * ranks + to]`; `kUnknown` where the file said nothing
    /// Ways whose time is only known to be no longer: all of them, or these, each from a rank to another.
    bool allAtMost = false;
    std::vector<std::pair<int, int>> atMost = {};

    bool isAtMost(int from, int to) const {
        return allAtMost || std::ranges::find(atMost, std::pair{from, to}) != atMost.end();
    }
    static constexpr Time kUnknown = -1;
    /// 0 on one rank; an unknown pair counts as 0 (the reader refuses files whose placement uses one).
    Time between(int from, int to) const {
        if (from == to)
            return 0;
        return matrix.empty() ? every : std::max<Time>(0, matrix[static_cast<std::size_t>(from) * ranks + to]);
    }
    friend bool operator==(const Transfers&, const Transfers&) = default;
};

/// What messages take beyond `Transfers`, where they differ from boundary to boundary. Boundary i lies between stages i
/// and i + 1; what goes down over it and what comes up are of one size. A list has an entry per boundary or is empty.
struct Boundaries {
    std::vector<Time> time = {};  ///< what a message takes, between whatever ranks
    std::vector<Bytes> size = {}; ///< how large one is, of a microbatch of share 1
    Transfers bandwidth = {};     ///< in bytes a second where `Transfers` has times; 0: the size takes no time

    bool areNone() const { return time.empty() && size.empty(); }
    /// Between two ranks, rounded half up.
    Time between(int boundary, int from, int to) const;
    friend bool operator==(const Boundaries&, const Boundaries&) = default;
};

/// How long a rank is busy with each value that it sends to or receives from another rank: the host time of frameworks
/// that post messages between two ops. It does not depend on the size of the value.
struct HostTimes {
    Time send = 0;
    Time receive = 0;

    bool areNone() const { return send == 0 && receive == 0; }
    friend bool operator==(const HostTimes&, const HostTimes&) = default;
};

enum class Links : std::uint8_t {
    Latency, ///< any number of values travel at once
    Serial,  ///< each directed link carries one value at a time, in the order of their production
};

/// Threads that computed on fewer cores of a machine, so that what they were measured to take holds waits for a core.
struct SharedCores {
    int threads = 0;
    int cores = 0;

    friend bool operator==(const SharedCores&, const SharedCores&) = default;
};

/// Every duration there is. The only home of durations.
struct Costs {
    /// `[direction][stage]`; a single list stands for all directions.
    std::vector<std::vector<StageCosts>> stages = {};
    Transfers transfer = {};
    Boundaries boundary = {};
    Links links = Links::Latency;
    HostTimes host = {};               ///< part of the op that needs or yields the value
    int weightParts = 1;               ///< into how many parts each W is cut
    PairCosts pairs = {};              ///< what overlapped pairs take, where that depends on both of their ops
    MicrobatchCosts microbatches = {}; ///< how they differ; set it with `setMicrobatches`, which tells memory of it
    /// Where they were measured on shared cores, which no other order can be promised a gain from; none: nothing known.
    std::optional<SharedCores> measuredOn = {};

    const StageCosts& of(int direction, int stage) const;
    bool recomputes(int direction, int stage) const { return of(direction, stage).recompute.has_value(); }
    /// A part of W takes its share of the stage's W; the shares add up exactly. With the host time of the values that
    /// the placement lets the op receive and send.
    Time duration(const Op& op, int direction, const Placement& placement) const;
    /// The same with all parts of a W together.
    Time whole(const Op& op, int direction, const Placement& placement) const {
        return compute(op, direction) + hostTime(op, direction, placement);
    }
    /// The same for a microbatch of share 1.
    Time usual(const Op& op, int direction, const Placement& placement) const;
    /// What computing takes, all parts of a W together.
    Time compute(const Op& op, int direction) const;
    /// What the rank is busy with the values that the op needs from other ranks and yields to them.
    Time hostTime(const Op& op, int direction, const Placement& placement) const;
    /// How long a value of a microbatch of share 1 is on its way over the boundary, between these ranks; 0 on one rank.
    Time between(int over, int from, int to) const {
        const Time time = transfer.between(from, to);
        return boundary.areNone() || from == to ? time : time + boundary.between(over, from, to);
    }
    /// How long the value is on its way between the ranks; 0 on one rank. One that should stay goes over no boundary.
    Time travel(const Value& value, int from, int to) const {
        const bool crosses = crossesRanks(value.kind);
        const Time time = crosses ? between(boundaryOf(value), from, to) : transfer.between(from, to);
        return microbatches.areEqual() ? time : microbatches.sizeOf(value.microbatch, time);
    }
    /// The times of the first direction on stages cut anew, shared out and added up, those of pairs too. What
    /// microbatches take stays (`MicrobatchCosts::onStages`).
    Costs onStages(const Pieces& pieces) const;
    friend bool operator==(const Costs&, const Costs&) = default;
};

/// How long a pair of an F and a B or BW takes for microbatches of share 1, each with its direction, the host time of
/// both included; none: the sum of its parts.
std::optional<Time> pairTime(const Costs& costs, const Placement& placement, const Op& forward, int forwardDirection,
                             const Op& backward, int backwardDirection);

/// The segments of an op, stretched to `total`: what computing it takes, its microbatch included. R has those of F.
Chain chainOf(const Costs& costs, const Op& op, int direction, Time total);

/// The duration of a block of this schedule: of its op, or of the pair.
///
/// Where microbatches differ, a pair with a time of its own takes the same share of the sum of its parts as it does for
/// microbatches of share 1, rounded half up; one of segments is computed from those of its microbatches. The host time
/// of both comes on top.
Time durationOf(const Schedule& schedule, const Costs& costs, const Block& block);

/// The ways among these ranks, whose numbers become their places in the list.
std::vector<std::pair<int, int>> waysAmong(const std::vector<std::pair<int, int>>& ways, std::span<const int> ranks);

/// The same costs for every stage.
Costs uniform(int stages, const StageCosts& each = {}, Time transfer = 0);

/// `part`'s share of `whole` when cut into `parts`: shares differ by at most one and add up exactly.
std::int64_t shareOf(std::int64_t whole, int part, int parts);

} // namespace lanewright
