// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/lesson/lesson.h"

namespace lanewright {

/// The attempt that a schedule handed in makes at a lesson: its order on the lesson's own problem, which is what goals
/// and score are about.
///
/// Fails, naming the first difference, where the schedule is no answer to this lesson: it was made for another shape
/// (ranks, stages and where they live, microbatches and their directions, parts of W), for other costs, memory or
/// limits, or its order can't come of the lesson's start by what the lesson allows (locked ops, `allowed`, a backward
/// in one or in two). What the lesson lets a student change, such as costs or the place of a stage, may differ.
/// `handedIn.plan` fits its own shape, as what a reader gives does.
Result<Attempt> answerTo(const Lesson& lesson, const Attempt& handedIn);

} // namespace lanewright
