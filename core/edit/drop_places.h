// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/plan.h"
#include "core/model/timeline.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace lanewright {

/// What a drop of blocks at a place gives, against the order as it is.
enum class PlaceRating : std::uint8_t {
    Better, ///< a shorter makespan
    Same,
    Worse,
    Bad, ///< something never runs, or the rank passes its memory limit
};

/// `better`, `same`, `worse`, `bad`.
std::string_view toText(PlaceRating rating);

/// The rating on each of the boundaries `first` … `last` of a rank's row, both included, were the blocks at
/// `positions` moved there together (see `moveBlocks`). One simulation each. `timeline` is the plan's own; all the
/// numbers are of the row.
std::vector<PlaceRating> judgePlaces(const Plan& plan, const Timeline& timeline, int rank,
                                     const std::vector<int>& positions, int first, int last);

} // namespace lanewright
