// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/lesson/answer.h"

#include <string>
#include <string_view>
#include <vector>

/// What students hand in, as `resources/lessons/FORMAT.md` says it: a schedule with a key `answer`, or several answers
/// of one student in a file `*.lwanswers`.
namespace lanewright {

/// Reads a schedule as an answer. One without the key `answer` is an answer without a name, of which nobody knows what
/// helped; it was made in the optimizer mode that the schedule says. Fails as `planFromJson` does, and on a wrong
/// `answer`, with its place
/// (`answer.hints`). Never throws, whatever the bytes.
Result<Answer> answerFromJson(std::string_view text);

/// The schedule with the key `answer` behind all others. `answerFromJson(answerToJson(a)) == a`.
std::string answerToJson(const Answer& answer);

/// True when the text is JSON that calls itself answers of a student, right or wrong.
bool isAnswers(std::string_view text);

/// Reads a `*.lwanswers`; each answer is `by` the student that the file names. Fails with one sentence and its place
/// (`answers[2].schedule.order`). Never throws, whatever the bytes.
Result<std::vector<Answer>> answersFromJson(std::string_view text);

/// Writes the answers of one student; what an answer says of its own `by` is left out.
/// `answersFromJson(answersToJson(by, all))` is `all`, each by that student.
std::string answersToJson(std::string_view by, const std::vector<Answer>& answers);

} // namespace lanewright
