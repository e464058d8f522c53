// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace lanewright {

/// What a rank computes with and what it talks to other ranks of its stage with. Each does one thing at a time.
enum class Resource : std::uint8_t { Compute, Network };

/// A stretch of an op that keeps one resource busy, without a break.
struct Segment {
    Resource resource = Resource::Compute;
    Time time = 0;

    friend bool operator==(const Segment&, const Segment&) = default;
};

/// The segments of an op, one after the other.
using Chain = std::vector<Segment>;

/// What the ops of a stage are made of: of a mixture of experts, attention computes, tokens are dispatched over the
/// network, experts compute, tokens are combined over the network. Empty: compute alone.
struct StageSegments {
    Chain forward = {};
    Chain backwardInput = {};
    Chain backwardWeight = {};

    friend bool operator==(const StageSegments&, const StageSegments&) = default;
};

/// How long overlapped pairs take where that depends on both of their ops: times by stage of the F and stage of the
/// backward, or segments from which each pair is computed. One of the two at a time; with neither, pairs take what
/// `StageCosts::overlapped` says.
struct PairCosts {
    static constexpr std::int64_t kOne = 1'000'000'000; ///< `sharing` counts in so many parts of one
    static constexpr int kMostSegments = 64;            ///< in one op

    /// `[stage of F * stages + stage of the backward]` of a pair with a B, and of one with a BW. An empty list or
    /// entry: the sum of the parts.
    std::vector<std::optional<Time>> withB = {};
    std::vector<std::optional<Time>> withBW = {};
    /// Per stage. Only the shares of its segments in an op count: they are stretched to what the op takes.
    std::vector<StageSegments> segments = {};
    /// What sharing costs: by what part of the time in which both resources work a pair takes longer, from 0 to 1.
    std::int64_t sharing = 0;

    bool areGiven() const { return !withB.empty() || !withBW.empty() || !segments.empty(); }
    friend bool operator==(const PairCosts&, const PairCosts&) = default;
};

Time lengthOf(const Chain& chain);
/// How long the chain keeps the resource.
Time lengthOn(Resource resource, const Chain& chain);

/// The chain stretched to `total`, each end of a segment rounded half up, so that they add up to it exactly. One of no
/// length becomes compute.
Chain stretchedTo(const Chain& chain, Time total);

/// The least time in which both chains can run side by side, each resource with one segment at a time.
///
/// A job shop of two jobs, solved by Akers' geometric method (Operations Research 4, 1956): a schedule is a path from
/// corner to corner of a rectangle whose sides are the chains, which goes diagonally where both run and must go around
/// each rectangle in which both want the same resource. Where a diagonal meets one of those, one chain waits: two ways
/// on, both to points at which one segment of each chain begins. So there are as many points as pairs of segments, and
/// each is left once: O(n · m · (n + m)).
Time leastEndOf(const Chain& one, const Chain& other);

/// What a pair of the chains takes: the least end, and for sharing its part of the time in which both resources work.
/// While one is left none of the two stands still, so that time is what all segments take less the least end.
Time pairTimeOf(const Chain& one, const Chain& other, std::int64_t sharing);

} // namespace lanewright
