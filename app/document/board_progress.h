// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lesson/answer.h"
#include "core/lesson/lesson.h"
#include "core/model/plan.h"

#include <memory>

namespace lanewright::app {

/// How far a student is on the board of a lesson.
struct BoardProgress {
    std::shared_ptr<const Plan> board = {}; ///< null: as the lesson begins
    OptimizerMode optimizer = OptimizerMode::Synchronous;
    HelpLevel help = HelpLevel::Check;
    int hints = 0; ///< that are out
    HelpUsed used = {};
};

} // namespace lanewright::app
