// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/json_writer.h"
#include "core/planner/planner.h"

#include <string>

/// What `plan` found, for programs and for people.
namespace lanewright::cli {

/// A time in milliseconds, to three decimals, with its unit.
/// @{
std::string msText(const Fraction& time);
std::string msText(Time time);
/// @}
/// A time under a key, in milliseconds.
void writeMs(json::Writer& writer, const char* key, Time time);

/// Writes into an open object: the best plan under its own keys, its optimizer mode and what bounds its iteration, then
/// `front` and `others`.
void writePlans(json::Writer& writer, const PlannerResult& result, const Cluster& cluster);

/// A headline with the iteration, the stages of the best plan, and a table that holds it against others.
std::string plansText(const PlannerResult& result, const Cluster& cluster, bool stopped);

} // namespace lanewright::cli
