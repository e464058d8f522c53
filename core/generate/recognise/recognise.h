// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/generate/catalogue.h"
#include "core/model/plan.h"

#include <optional>
#include <string>
#include <string_view>

namespace lanewright {

/// What an order is called, told from the order alone.
struct Recognition {
    std::string name = {}; ///< names the generator whose order it is or nearly is: `zb-h1`; empty: none
    Message title = {};    ///< `ZB-H1`, `1F1B with W delayed, by up to 3 microbatches`, `1F1B-like`
    Message detail = {};   ///< what is special about it, and where it begins; may be empty
    bool exact = false;    ///< exactly that generator's order, as `recognise` says; of replicas: all are
    int moved = 0;         ///< blocks that stand elsewhere than in that generator's order; of replicas: of all
    int replicas = 1;      ///< how many of one pipeline stand side by side

    /// `1F1B-like: 3 blocks moved; first on rank 1: BW1.2 in the place of F1.4`.
    Message sentence() const;
    friend bool operator==(const Recognition&, const Recognition&) = default;
};

/// Names the schedule of a plan: by comparing its rows with those of every generator that suits its placement, else by
/// what stands out in them. An order is a generator's, exactly, when it is its order up to one renaming of microbatches
/// that holds for all ranks, within their directions and among those that cost the same, without gaps; ranks may be
/// numbered otherwise. What is nearly a generator's is `like` it, with the number of blocks that stand elsewhere and
/// the first of them. Where microbatches differ, the detail says in which order they come.
///
/// Data-parallel replicas are named each for itself, with one name for all that are alike: `2 replicas of ZB-H1`.
///
/// Orders that depend on costs (`zb-auto`) are compared with what their method makes of the plan's own costs and
/// limits; beyond 10^6 ops only where the title names the method, which may take a minute. Total: an order that is
/// broken or of no known kind gets a sentence that says so. A few milliseconds for 10 000 ops; seconds for 4 · 10^6.
Recognition recognise(const Plan& plan);

/// Whether the order is exactly what the generator of that name makes of the plan's problem; of replicas, each of them.
/// Several generators may make one order, of which `recognise` names the first. Exact as there. `choices`: made with
/// these; none: as it is made unasked, or with the group of the order.
bool isOrderOf(const Plan& plan, std::string_view generator, const std::optional<Choices>& choices = {});

/// How many microbatches pass the first stage before its rank does anything else: of interleaved orders the group. None
/// where the first block of that rank is another.
std::optional<int> firstGroupOf(const Schedule& schedule);

} // namespace lanewright
