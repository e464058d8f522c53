// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/question.h"

namespace lanewright::api {

/// The lessons of the program: number, name, title, and what each says of level, minutes and the lessons before it.
Reply listLessons();

} // namespace lanewright::api
