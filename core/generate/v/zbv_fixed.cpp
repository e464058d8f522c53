// SPDX-License-Identifier: Apache-2.0
#include "core/generate/v/zbv.h"

#include "core/generate/families.h"
#include "core/generate/v/v_shape.h"

#include <algorithm>
#include <array>

namespace lanewright {

namespace {

/// What the rank at the place runs: its phases as if there were enough microbatches to fill the V, less the ops of
/// those there are not.
Sequence fixedRow(int place, int ranks, int microbatches, int parts) {
    const int all = std::max(microbatches, 2 * ranks - 1);
    std::array<int, 2 * kKinds> done = {};
    Sequence row;
    const auto put = [&](Code code) {
        if (done[code]++ < microbatches)
            append(row, code, parts);
    };
    const auto putBoth = [&](Code backward) { put(backward), put(backward + 1); }; // its W is the next code
    // Warm-up: F down until the first microbatch is back, then both arms in turn, then B and W of the arm up.
    for (int i = 0; i < 2 * (ranks - place) - 1; ++i)
        put(kForwardDown);
    for (int i = 0; i < place; ++i)
        put(kForwardUp), put(kForwardDown);
    for (int i = 0; i < ranks - place; ++i)
        put(kForwardUp), putBoth(kBackwardUp);
    // Steady: an F and a B with its W of each arm.
    while (done[kForwardUp] < done[kForwardDown] || done[kForwardDown] < all) {
        if (done[kForwardDown] < all)
            put(kForwardDown);
        putBoth(kBackwardDown), put(kForwardUp), putBoth(kBackwardUp);
    }
    // Cool-down: B alone where others wait for them, the W at the end.
    for (int i = 0; i < place; ++i)
        put(kBackwardDown), put(kBackwardUp);
    for (int i = 0; i < ranks - place; ++i)
        putBoth(kBackwardDown);
    for (const Code backward : {kBackwardUp, kBackwardDown})
        while (done[backward + 1] < done[backward])
            put(backward + 1);
    return row;
}

} // namespace

Sequences zbvFixed(const Instance& instance) {
    const int microbatches = instance.microbatches[0];
    const int ranks = instance.ranks();
    Sequences sequences(ranks);
    for (int place = 0; place < ranks; ++place)
        sequences[instance.chunks[place].rank] = fixedRow(place, ranks, microbatches, instance.weightParts);
    return sequences;
}

Result<Schedule> makeZbvFixed(const Plan& problem, const Choices&) {
    return scheduleOf(problem, zbvFixed(instanceOf(problem)));
}

} // namespace lanewright
