// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document.h"
#include "core/model/plan.h"
#include "core/simulate/pareto.h"

#include <QString>

#include <optional>

/// Which numbers of two plans or runs may be held against each other: the one home of this rule, for all that write a
/// difference between two documents.
namespace lanewright::app {

/// Whether amounts of the two have a ratio. That of an abstract unit to a second, or to a byte, is not known.
bool areComparable(TimeUnit one, TimeUnit other);
bool areComparable(MemoryUnit one, MemoryUnit other);

/// Why the times of two documents say nothing of each other.
enum class Incomparable {
    Units,    ///< only one is in abstract units
    Invalid,  ///< an order lacks ops or breaks a rule
    OnePaced, ///< both were measured, one of them held to its plan
    CutShort, ///< a run has no whole step at its end
    OneStep,  ///< a run of one step has no iteration time
};

/// What speaks against a comparison of the planned times; none: they may be compared.
std::optional<Incomparable> plansIncomparable(const Document& one, const Document& other);
/// The same for the iteration times: those that were measured where both have a run, else those that are planned.
std::optional<Incomparable> iterationsIncomparable(const Document& one, const Document& other);
QString incomparableText(Incomparable reason);

/// Why the plan is not valid: the first of its errors; null where it has none. Only of an order that is whole all of
/// them are about limits.
const Finding* whyInvalid(const Analysis& analysis);

/// Whether the run of the document was measured to its end; false where there is none.
bool isMeasuredWhole(const Document& document);

/// Where the document stands in a plot of time over memory: what was measured of a whole run, else what is planned; the
/// two are not mixed. None where one of the numbers is not there, as of an order that is not whole, or of a run that
/// has no iteration time or whose memory nobody counted.
std::optional<TimeAndMemory> placeOf(const Document& document);
/// What its memory there is written in: counted bytes have a unit though the plan has none.
MemoryUnit memoryUnitOf(const Document& document);

} // namespace lanewright::app
