// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/shown_numbers.h"
#include "core/base/fraction.h"
#include "core/simulate/iteration_time.h"

namespace lanewright::api {

/// The time per iteration on both sides, by optimizer mode: of a plan both, once its iterations repeat; of a run the
/// one of its mode, measured.
struct IterationComparison {
    IterationTimes planned = {};
    IterationTimes actual = {};

    /// What the post-validated one of two runs with different modes is shorter by.
    std::optional<Fraction> measuredSaving() const;
};

IterationComparison compareIterations(const ShownNumbers& planned, const ShownNumbers& actual);

/// The text under the summary of a comparison; empty where there is nothing to say.
std::string iterationsText(const IterationComparison& iterations, const Shown& planned, const Shown& actual);
const Fields<IterationComparison>& iterationComparisonFields();

} // namespace lanewright::api
