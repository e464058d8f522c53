// SPDX-License-Identifier: Apache-2.0
#include "core/api/lesson/lesson_sources.h"
#include "core/api/lesson/solve_lesson.h"
#include "core/measured/run_costs.h"

/// What `solve` does not take here: a board searches for an order of a schedule.
namespace lanewright {

Result<RunCosts> costsOf(const Run& /*run*/, const Plan& /*plan*/, const CostsRequest& /*request*/) {
    return Error{"the costs of a run can't be measured here; lanewright-cli solve does it"};
}

} // namespace lanewright

namespace lanewright::api {

Result<std::string> bytesOrLesson(const std::string& word, const Asker& asker) { return asker.bytes(word); }

Reply solveLessonFile(const LessonSolveQuestion& question, std::string_view /*text*/, const Asker& /*asker*/) {
    return refused(Exit::Missing, question.file, {"lessons can't be searched here; lanewright-cli solve does it"});
}

} // namespace lanewright::api
