// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/question.h"

namespace lanewright::api {

/// What frameworks run, and what they ask of it: `schedules/FRAMEWORKS.md` as text, from the tables of core/frameworks.
Reply listFrameworks();

} // namespace lanewright::api
