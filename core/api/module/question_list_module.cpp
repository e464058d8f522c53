// SPDX-License-Identifier: Apache-2.0
#include "core/api/question_list.h"

/// The questions of the board's module, beside those of a board: what pages ask, and the search for a better order.
namespace lanewright::api {

const std::vector<Question>& questions() {
    static const std::vector<Question> kQuestions = {generateQuestion(), listQuestion(), solveQuestion()};
    return kQuestions;
}

} // namespace lanewright::api
