// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace lanewright::api {

/// What can be asked, and what answers say in JSON: `schedules/QUESTIONS.md`.
std::string questionsPage();
/// The same as an object, from which other languages make their functions.
std::string questionsObject();

} // namespace lanewright::api
