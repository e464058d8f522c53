// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fraction.h"
#include "core/cli/output.h"
#include "core/cli/shown.h"

namespace lanewright::cli {

/// The time of one iteration when several follow each other, by optimizer mode: of a plan both, simulated; of a run the
/// one of its mode, measured.
struct IterationTimes {
    std::optional<Fraction> synchronous = {};
    std::optional<Fraction> postValidated = {};

    /// What each iteration is shorter by with a post-validated optimizer.
    std::optional<Fraction> saved() const;
};

/// Two sides of a comparison, over the same number of iterations.
struct IterationComparison {
    int count = 0;
    IterationTimes planned = {};
    IterationTimes actual = {};

    /// Of two runs with different modes: what the post-validated one is shorter by.
    std::optional<Fraction> measuredSaving() const;
};

/// As many iterations as the run has steps, of two runs the fewer; four where there is no run.
IterationComparison compareIterations(const Shown& planned, const Shown& actual);

/// The text under the summary of a comparison; empty where there is nothing to say.
std::string iterationsText(const IterationComparison& iterations, const Shown& planned, const Shown& actual);
/// The value of a key.
void writeIterations(json::Writer& writer, const IterationComparison& iterations, TimeUnit unit);

} // namespace lanewright::cli
