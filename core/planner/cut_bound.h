// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/planner/shape.h"

#include <optional>

namespace lanewright {

/// Which partitions a bound on all of them is about.
struct CutFamily {
    int mostReplicas = 1;            ///< devices of a part: 1, 2, 4 … up to this
    int mostParts = 64;              ///< stages; on a V twice as many, in a loop that many times its chunks
    std::optional<Shape> shape = {}; ///< only such ones; none: all
};

/// A proven bound on the cut itself: no partition of the family, on whichever devices and in whichever order of its
/// ops, has an iteration below it, in the optimizer mode of the pricing. In nanoseconds; none where nothing fits.
///
/// Of a partition only this is asked, so it is a relaxation: before a device begins, the first microbatch has passed
/// the layers in front of its own and as many channels as there are parts in front of it; then it has its work of all
/// microbatches; and after its last backward that microbatch goes the same way back. A device that computes beside its
/// network works at least as long as either of the two, and both are at their fastest wherever it is not said which
/// device has the layers in front. (Post-validated iterations overlap, so that there a device's work alone counts, and
/// on the first one the whole way of a microbatch in and out.)
///
/// The least time that passes is found by halving. For linear partitions the layers are dealt out in turn,
/// whichever kinds of devices come first: dynamic programming over how many of each kind are in use and how many layers
/// are dealt out, so the cut is a real one, and the best one where devices are alike and nothing waits. Where there are
/// too many kinds, two that are nearly as fast become one that is as good as the better one in everything. For a V or a
/// loop the layers are divided freely: each device takes what its time allows, in proportion to its speed. O(layers ·
/// kinds · product of the devices of each kind) for each of some forty halvings.
std::optional<Time> leastIterationOfCuts(const Pricing& pricing, const CutFamily& family = {});

} // namespace lanewright
