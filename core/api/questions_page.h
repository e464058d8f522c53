// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace lanewright::api {

/// What can be asked, and what answers say in JSON: `schedules/QUESTIONS.md`.
std::string questionsPage();

} // namespace lanewright::api
