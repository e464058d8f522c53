// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/planner/input/cluster.h"
#include "core/planner/input/layered_model.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace lanewright {

/// A factor above 0, also as it was written, which is what names have.
struct Factor {
    double times = 1;
    std::string written = "1";

    friend bool operator==(const Factor&, const Factor&) = default;
};

/// One change of model or cluster that a person asks "what if" about.
struct WhatIf {
    enum class Kind : std::uint8_t {
        SlowDevice,   ///< `node` takes `factor` times as long
        Link,         ///< the link between `node` and `other` has `factor` times the bandwidth
        LostDevice,   ///< `node` is not there
        Microbatches, ///< `count` of them
        Context,      ///< samples of a GPT are `count` tokens long
        Batch, ///< a microbatch of a GPT has `count` samples, and there are as many microbatches less as keep the
               ///< samples of an iteration, rounded up
        Recompute
    };
    Kind kind = Kind::Microbatches;
    std::string node = {};
    std::string other = {};
    Factor factor = {};
    int count = 0;
    lanewright::Recompute recompute = {};

    friend bool operator==(const WhatIf&, const WhatIf&) = default;
};

/// Changes model or cluster as the question asks. Fails in one sentence on names that are not there and on what a model
/// can't be.
Result<Done> applyWhatIf(const WhatIf& question, LayeredModel& model, Cluster& cluster);

/// Reads a question as people write it:
///
/// * `slow=DEVICE:FACTOR`, `link=A:B:FACTOR`, `lost=DEVICE`
/// * `microbatches=NUMBER`, `context=TOKENS`, `batch=SAMPLES`
/// * `recompute=never`, `always` or `choose`
///
/// Fails in one sentence on anything else, and on numbers that are not above 0.
Result<WhatIf> whatIfFromText(std::string_view text);

} // namespace lanewright
