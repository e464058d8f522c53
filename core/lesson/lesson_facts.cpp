// SPDX-License-Identifier: Apache-2.0
#include "core/lesson/lesson_facts.h"

#include "core/base/joined_by.h"

#include <functional>

namespace lanewright {

std::vector<Message> factsText(const Lesson& lesson, const std::vector<std::string>& needs) {
    std::vector<Message> facts;
    if (lesson.level)
        facts.push_back(say(*lesson.level == LessonLevel::Easy     ? phrase("lesson", "easy")
                            : *lesson.level == LessonLevel::Medium ? phrase("lesson", "medium")
                                                                   : phrase("lesson", "hard")));
    if (lesson.minutes > 0)
        facts.push_back(sayCounted(countedPhrase("lesson", "%1 minutes", "%1 minute"), lesson.minutes, lesson.minutes));
    if (!needs.empty())
        facts.push_back(say(phrase("lesson", "after %1"), joinedBy(", ", needs, std::identity{})));
    return facts;
}

} // namespace lanewright
