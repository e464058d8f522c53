// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/fields.h"
#include "core/measured/profile/profile.h"
#include "core/model/plan.h"

#include <string>
#include <vector>

/// What was measured of stages and links, with its spread, in the units of the plan that has it.
namespace lanewright::api {

/// A row per copy of a stage: times as mean and spread, and of the memory that the plan has what was measured.
std::string stageTimesText(const Plan& plan, const Profile& profile, const std::vector<StageBytes>& measured);
/// A row per link, with an empty line before; nothing where there is none. Below them host times, where they were
/// measured.
std::string linkTimesText(const Plan& plan, const Profile& profile);

/// A profile with the plan that it is of.
struct MeasuredProfile {
    Plan plan = {};
    Profile profile = {};
};

/// `stages`, `pairs` by both stages, `links`, and the host times of a value under `host`: with mean, median, quartiles
/// and number of samples, null where nothing was measured.
const Fields<MeasuredProfile>& profileFields();

} // namespace lanewright::api
