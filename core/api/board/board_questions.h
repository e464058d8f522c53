// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/question.h"

#include <vector>

namespace lanewright::api {

/// What a document is asked whose schedule or lesson is edited. They are no commands: a board lives as long as its
/// document.
const std::vector<Question>& boardQuestions();

} // namespace lanewright::api
