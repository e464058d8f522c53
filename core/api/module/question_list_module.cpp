// SPDX-License-Identifier: Apache-2.0
#include "core/api/question_list.h"

/// The questions of the board's module: those that need no file, process, socket or thread.
namespace lanewright::api {

const std::vector<Question>& questions() {
    static const std::vector<Question> kQuestions = {
        generateQuestion(), listQuestion(),    simulateQuestion(), validateQuestion(), legalQuestion(),
        boundQuestion(),    compareQuestion(), editQuestion(),     convertQuestion(),  solveQuestion()};
    return kQuestions;
}

} // namespace lanewright::api
