// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace lanewright::api {

/// What frameworks run, and what they ask of it: `schedules/FRAMEWORKS.md`, from the tables of core/frameworks.
std::string frameworksPage();

} // namespace lanewright::api
