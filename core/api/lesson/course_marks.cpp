// SPDX-License-Identifier: Apache-2.0
#include "core/api/lesson/course_marks.h"

#include "core/api/lesson/validate_answers.h"
#include "core/base/mapped.h"
#include "core/lesson/lesson_words.h"

#include <algorithm>
#include <map>
#include <utility>

namespace lanewright::api {

namespace {

/// A cell of what helped, by its place among `helpCells`.
template <int place>
Message helpCell(const CourseMarks&, const CoursePupil&, const CourseLine* line, bool forPeople) {
    return line == nullptr ? Message{} : Message(helpCells(line->assessed, forPeople)[place]);
}

Message yesOrNo(bool yes) { return yes ? say(phrase("marks", "yes")) : say(phrase("marks", "no")); }

Message lessonCell(const CourseMarks&, const CoursePupil& pupil, const CourseLine* line, bool) {
    if (line != nullptr)
        return line->title();
    return pupil.refusal.empty() ? say(phrase("marks", "all")) : Message{};
}

Message reachedCell(const CourseMarks& marks, const CoursePupil& pupil, const CourseLine* line, bool) {
    if (line != nullptr)
        return line->isAnswer() ? yesOrNo(line->reached()) : Message{};
    return pupil.refusal.empty() ? say(phrase("marks", "%1 of %2"), pupil.reached(), marks.size()) : Message{};
}

Message pointsCell(const CourseMarks&, const CoursePupil& pupil, const CourseLine* line, bool) {
    const bool counts = line != nullptr ? line->isAnswer() : pupil.refusal.empty();
    return counts ? Message(std::to_string(line != nullptr ? line->points() : pupil.points())) : Message{};
}

Message answerShownCell(const CourseMarks&, const CoursePupil&, const CourseLine* line, bool forPeople) {
    if (line == nullptr || !line->isAnswer())
        return {};
    const std::optional<bool>& shown = line->assessed.given.help.answerShown;
    return shown ? yesOrNo(*shown) : Message(forPeople ? "–" : "");
}

Message refusedCell(const CourseMarks&, const CoursePupil& pupil, const CourseLine* line, bool) {
    return line != nullptr ? line->refusal : pupil.refusal;
}

/// The goal that most of the lines miss, the first of those that as many do.
Message mostMissed(const Lesson& lesson, const std::vector<const CourseLine*>& lines) {
    int most = 0;
    Message missed;
    for (std::size_t goal = 0; goal < lesson.goals.size(); ++goal) {
        const auto count = static_cast<int>(std::ranges::count_if(
            lines, [&](const CourseLine* line) { return !line->assessed.assessment->goals[goal].reached; }));
        if (count > most) {
            most = count;
            missed = goalText(lesson.goals[goal], lesson.problem);
        }
    }
    return missed;
}

LessonOutcome outcomeOf(const std::shared_ptr<const Lesson>& lesson, const std::vector<CoursePupil>& pupils) {
    LessonOutcome outcome{.lesson = lesson};
    std::vector<const CourseLine*> stuck;
    for (const CoursePupil& pupil : pupils) {
        const CourseLine* const line = pupil.bestTo(*lesson);
        if (line == nullptr)
            continue;
        const HelpUsed& help = line->assessed.given.help;
        ++outcome.answered;
        outcome.reached += line->reached() ? 1 : 0;
        outcome.meanPoints += line->points();
        outcome.withHints += help.hints.value_or(0) > 0 ? 1 : 0;
        outcome.withCoach += help.coachSteps.value_or(0) > 0 ? 1 : 0;
        outcome.withAnswer += help.answerShown.value_or(false) ? 1 : 0;
        if (!line->reached()) {
            outcome.stuck.push_back(pupil.by);
            stuck.push_back(line);
        }
    }
    if (outcome.answered > 0)
        outcome.meanPoints /= outcome.answered;
    outcome.missed = mostMissed(*lesson, stuck);
    return outcome;
}

} // namespace

std::string CourseLine::title() const { return assessed.lesson ? assessed.lesson->title : assessed.given.lesson; }

int CoursePupil::reached() const { return static_cast<int>(std::ranges::count_if(lines, &CourseLine::reached)); }

int CoursePupil::points() const {
    int sum = 0;
    for (const CourseLine& line : lines)
        sum += line.points();
    return sum;
}

const CourseLine* CoursePupil::bestTo(const Lesson& lesson) const {
    const CourseLine* best = nullptr;
    for (const CourseLine& line : lines)
        if (line.isAnswer() && line.assessed.lesson->title == lesson.title &&
            (best == nullptr || std::pair{line.reached(), line.points()} > std::pair{best->reached(), best->points()}))
            best = &line;
    return best;
}

std::vector<LessonOutcome> outcomesOf(const CourseMarks& marks) {
    return mapped(marks.lessons,
                  [&](const std::shared_ptr<const Lesson>& lesson) { return outcomeOf(lesson, marks.pupils); });
}

const std::vector<MarkColumn>& markColumns() {
    static const std::vector<MarkColumn> kColumns = {
        {"file", phrase("marks", "file"), false,
         [](const CourseMarks&, const CoursePupil& pupil, const CourseLine*, bool) { return Message(pupil.file); }},
        {"name", phrase("marks", "name"), false,
         [](const CourseMarks&, const CoursePupil& pupil, const CourseLine*, bool) { return Message(pupil.by); }},
        {"lesson", phrase("marks", "lesson"), false, lessonCell},
        {"reached", phrase("marks", "reached"), true, reachedCell},
        {"points", phrase("marks", "points"), true, pointsCell},
        {"hints", phrase("marks", "hints"), true, helpCell<0>},
        {"coach_steps", phrase("marks", "coach steps"), true, helpCell<1>},
        {"answer_shown", phrase("marks", "answer shown"), false, answerShownCell},
        {"seconds", phrase("marks", "time"), true, helpCell<3>},
        {"refused", phrase("marks", "refused"), false, refusedCell}};
    return kColumns;
}

} // namespace lanewright::api
