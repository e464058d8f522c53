// SPDX-License-Identifier: Apache-2.0
#include "core/lesson/lesson_facts.h"

#include "core/base/joined_by.h"

#include <functional>

namespace lanewright {

Message levelText(LessonLevel level) {
    switch (level) {
    case LessonLevel::Easy: return say(phrase("lesson", "easy"));
    case LessonLevel::Medium: return say(phrase("lesson", "medium"));
    case LessonLevel::Hard: return say(phrase("lesson", "hard"));
    }
    return {};
}

std::vector<Message> factsText(const Lesson& lesson, const std::vector<std::string>& needs) {
    std::vector<Message> facts;
    if (lesson.level)
        facts.push_back(levelText(*lesson.level));
    if (lesson.minutes > 0)
        facts.push_back(sayCounted(countedPhrase("lesson", "%1 minutes", "%1 minute"), lesson.minutes, lesson.minutes));
    if (!needs.empty())
        facts.push_back(say(phrase("lesson", "after %1"), joinedBy(", ", needs, std::identity{})));
    return facts;
}

} // namespace lanewright
