// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/fields.h"
#include "core/planner/jitter.h"
#include "core/planner/planner.h"

#include <optional>
#include <string>

namespace lanewright::api {

/// How the plans of the front fare when nothing takes as long as planned.
struct Jittered {
    JitterOptions options = {};
    Robustness robustness = {};
};

/// What `plan` found.
struct Planned {
    LayeredModel model = {};
    Cluster cluster = {};
    PlannerResult result = {};
    std::optional<Jittered> jittered = {}; ///< where that was asked for
    std::string layout = {};               ///< that was given; empty: none was
    bool stopped = false;
    std::string output = {};
};

/// @name A time in milliseconds, to three decimals, with its unit
/// @{
std::string msText(const Fraction& time);
std::string msText(Time time);
/// @}

/// The best plan under its own keys, its optimizer mode and what bounds its iteration, then `front` and `others`.
const Fields<Planned>& plansFields();

/// A headline with the iteration, the stages of the best plan, and a table that holds it against others.
std::string plansText(const Planned& planned);

} // namespace lanewright::api
