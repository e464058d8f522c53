// SPDX-License-Identifier: Apache-2.0
// Lessons and what students hand in.
#include "core/lesson/answer_json.h"
#include "core/lesson/lesson_json.h"
#include "core/lesson/setting.h"
#include "tests/fuzz/fuzz.h"

using namespace lanewright;
using fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = fuzz::textOf(data, size);
    if (isAnswers(text))
        static_cast<void>(answersFromJson(text));
    if (const Result<Answer> answer = answerFromJson(text))
        require(answerFromJson(answerToJson(*answer)).ok(), "an answer that was written is read");
    const Result<Lesson> lesson = lessonFromJson(text);
    if (!lesson)
        return 0;
    const std::string written = lessonToJson(*lesson);
    const Result<Lesson> again = lessonFromJson(written);
    require(again.ok(), "a lesson that was written is read", written);
    require(lessonToJson(*again) == written, "and is the same", written);
    const Schedule& problem = lesson->problem.schedule;
    if (static_cast<std::int64_t>(problem.stages()) * problem.microbatches <= 100 && problem.ranks() <= 16)
        static_cast<void>(startOf(*lesson));
    return 0;
}
