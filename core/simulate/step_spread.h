// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/op.h"
#include "core/model/timeline.h"

#include <map>
#include <vector>

namespace lanewright {

/// How a time spreads over several steps.
struct Spread {
    Time low = 0; ///< a tenth of the samples is below
    Time median = 0;
    Time high = 0; ///< a tenth is above

    friend bool operator==(const Spread&, const Spread&) = default;
};

/// All zeros where there is no sample. The quantiles are samples: the one at rank (n − 1)·q, rounded.
Spread spreadOf(std::vector<Time> samples);

/// One op over all steps in which it ran. Starts count from the first start of their own step.
struct OpSpread {
    Spread start = {};
    Spread length = {};
    int steps = 0;

    friend bool operator==(const OpSpread&, const OpSpread&) = default;
};

std::map<Op, OpSpread> spreadsOf(const std::vector<const Timeline*>& steps);

} // namespace lanewright
