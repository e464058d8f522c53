// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/client/profile.h"
#include "core/io/json_writer.h"
#include "core/model/plan.h"

#include <string>
#include <vector>

/// What was measured of stages and links, with its spread, in the units of the plan that has it.
namespace lanewright::cli {

/// A row per copy of a stage: times as mean and spread, and of the memory that the plan has what was measured.
std::string stageTimesText(const Plan& plan, const Profile& profile, const std::vector<StageBytes>& measured);
/// A row per link, with an empty line before; nothing where there is none. Below them host times, where they were
/// measured.
std::string linkTimesText(const Plan& plan, const Profile& profile);

/// The keys `stages` and `links` of an object, with mean, median, quartiles and number of samples.
void writeStages(json::Writer& writer, const Plan& plan, const Profile& profile);
/// Overlapped pairs by both stages.
void writeMeasuredPairs(json::Writer& writer, const Plan& plan, const Profile& profile);
/// `links`, and the host times `send` and `receive` of a value under `host`, null where none were measured.
void writeLinks(json::Writer& writer, const Plan& plan, const Profile& profile);

} // namespace lanewright::cli
