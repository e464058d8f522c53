// SPDX-License-Identifier: Apache-2.0
#include "core/api/question_list.h"

namespace lanewright::api {

const std::vector<Question>& questions() {
    static const std::vector<Question> kQuestions = {
        generateQuestion(), sweepQuestion(),   listQuestion(),       simulateQuestion(), validateQuestion(),
        legalQuestion(),    boundQuestion(),   checkProofQuestion(), runQuestion(),      profileQuestion(),
        compareQuestion(),  costsQuestion(),   causesQuestion(),     renderQuestion(),   editQuestion(),
        blockQuestion(),    convertQuestion(), importQuestion(),     courseQuestion(),   makeLessonQuestion(),
        solveQuestion(),    planQuestion(),    listenQuestion()};
    return kQuestions;
}

} // namespace lanewright::api
