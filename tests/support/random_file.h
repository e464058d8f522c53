// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace lanewright::test {

/// What a random file may hold.
struct RandomFileShape {
    int mostRanks = 4;
    int mostChunks = 3;
    int mostMicrobatches = 6;
    bool order = true; ///< orders of all sorts, sound or not, with gaps, variants and approvals
    bool large = true; ///< now and then values near the most that may be said
};

/// The text of a `*.lwsched` in which any key may stand, in any of its forms, with its keys in any order: what
/// FORMAT.md allows, written from that page alone. Of values near their limits the sums may be more than a file may
/// hold; everything else a reader takes.
std::string randomFile(std::uint64_t seed, const RandomFileShape& shape = {});

} // namespace lanewright::test
