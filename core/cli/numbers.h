// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analyse/metrics.h"
#include "core/cli/output.h"
#include "core/cli/shown.h"

namespace lanewright::cli {

/// The period of a valid plan, and what it is held against.
struct Held {
    Fraction period = {};
    Fraction bound = {}; ///< the largest lower bound
    Fraction work = {};  ///< of the busiest rank

    Fraction bubble() const { return period - work; }
    Fraction avoidable() const { return period - bound; }
};

/// None of measured runs and of plans that are not valid.
std::optional<Held> heldAgainstBounds(const Shown& shown);

/// Writes `lower_bound`, `gap`, `bubble` and `avoidable` into an open object, where there are any.
void writeHeld(json::Writer& writer, const std::optional<Held>& held, TimeUnit unit);

/// Writes the members of an open object: every number of a schedule or run under its key, in the units of its file.
void writeNumbers(json::Writer& writer, const Shown& shown);

/// The keys of the numbers, each with its definition: what `--json` and `--help` say of them.
void writeDefinitions(json::Writer& writer);
std::string definitionsText();

/// The same as two tables: one for the whole, one per rank.
std::string numbersText(const Shown& shown);

/// A fraction of ticks in units of which `scale` ticks make one, in lowest terms: `91/2`, or `24` where it is whole.
std::string fractionText(const Fraction& fraction, Time scale);

/// For people: `7.5 ms`, or `91/2 ms` where whole ticks do not say it.
std::string periodText(const Fraction& period, TimeUnit unit);

/// Writes it as a decimal: exact where whole ticks say it, else the nearest double.
void writeFraction(json::Writer& writer, const Fraction& fraction, Time scale);

} // namespace lanewright::cli
