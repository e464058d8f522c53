// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/check/validate.h"
#include "core/model/plan.h"
#include "core/model/run.h"
#include "core/model/timeline.h"
#include "core/page/number_table.h"
#include "core/simulate/metrics.h"

#include <optional>
#include <string>
#include <vector>

/// The numbers of a schedule or run as `simulate` prints them and as a shared page shows them: one text for both.
namespace lanewright {

/// The iteration time of a plan against its bound; `known` is of the plan. None of plans that are not valid.
std::optional<Held> heldAgainstBounds(const Plan& plan, const Checked& known);
/// The same where the bound is known already.
std::optional<Held> heldAgainst(const Fraction& bound, const Checked& known);

/// The numbers of one measured step of a run, with the time per iteration of the whole run, and the memory that was
/// counted in it. What nobody measured of memory has no entries; so have limits of a plan whose memory has no unit,
/// which say nothing beside bytes.
Metrics metricsOfStep(const Run& run, const StepRecord& step);

/// What the memory of a plan, or of a run of it, is written in: bytes that were counted have a unit though the plan has
/// none.
MemoryUnit memoryUnitOf(const Plan& plan, bool measured);

/// One number in words and digits, without what it is of; empty where the order does not have it.
Message valueText(const Number& number, const Numbered& each);

/// A number under its key (`bubble_share`, see `definitionOf`), with its unit.
struct NumberLine {
    std::string key = {};
    Message value = {};

    friend bool operator==(const NumberLine&, const NumberLine&) = default;
};

struct NumberLines {
    std::vector<NumberLine> whole = {};
    std::vector<std::string> rankKeys = {}; ///< the columns of what is said of each rank
    /// A row per rank, in the order of `rankKeys`.
    std::vector<std::vector<Message>> ranks = {};

    friend bool operator==(const NumberLines&, const NumberLines&) = default;
};

/// The numbers in words and digits, rounded as `numbers::decimalText` says; measured ones to what a clock can tell.
/// What an order that is not whole doesn't have is a dash; throughput of abstract units is left out.
NumberLines numberLines(const Numbered& each);
/// Those lines alone that stand large at the top of a page.
std::vector<NumberLine> tileLines(const Numbered& each);
NumberLines numberLines(const Plan& plan, const Metrics& metrics, const std::optional<Held>& held, bool measured);

} // namespace lanewright
