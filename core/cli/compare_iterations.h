// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fraction.h"
#include "core/cli/output.h"
#include "core/cli/shown.h"
#include "core/simulate/iteration_time.h"

namespace lanewright::cli {

/// The time per iteration on both sides, by optimizer mode: of a plan both, once its iterations repeat; of a run the
/// one of its mode, measured.
struct IterationComparison {
    IterationTimes planned = {};
    IterationTimes actual = {};

    /// What the post-validated one of two runs with different modes is shorter by.
    std::optional<Fraction> measuredSaving() const;
};

IterationComparison compareIterations(const Shown& planned, const Shown& actual);

/// The text under the summary of a comparison; empty where there is nothing to say.
std::string iterationsText(const IterationComparison& iterations, const Shown& planned, const Shown& actual);
/// The value of a key.
void writeIterations(json::Writer& writer, const IterationComparison& iterations, TimeUnit unit);

} // namespace lanewright::cli
