// SPDX-License-Identifier: Apache-2.0
#include "core/lesson/remake.h"

#include "core/generate/catalogue.h"
#include "core/io/quoted_text.h"
#include "core/lesson/setting.h"

#include <algorithm>

namespace lanewright {

namespace {

bool offers(const Lesson& lesson, const std::string& generator) {
    return std::ranges::find(lesson.generators, generator) != lesson.generators.end();
}

/// Those to choose from; where there is no choice the start's.
std::vector<std::string> generatorsOf(const Lesson& lesson) {
    return lesson.allows(LessonEdit::Generator) ? lesson.generators : std::vector{lesson.start.generator};
}

bool isOffered(const Lesson& lesson, int microbatches) {
    return lesson.allows(LessonEdit::Microbatches) ? lesson.microbatches && lesson.microbatches->holds(microbatches)
                                                   : microbatches == lesson.problem.schedule.microbatches;
}

/// The plans that a student may have with so many microbatches, each with its choice.
std::vector<std::pair<OrderChoice, Plan>> plansWith(const Lesson& lesson, int microbatches) {
    std::vector<std::pair<OrderChoice, Plan>> plans;
    if (!mayRemake(lesson) || !isOffered(lesson, microbatches))
        return plans;
    for (const std::string& generator : generatorsOf(lesson))
        if (Result<Plan> plan = remade(lesson, {generator, microbatches}))
            plans.emplace_back(OrderChoice{generator, microbatches}, *std::move(plan));
    return plans;
}

} // namespace

bool mayRemake(const Lesson& lesson) {
    return lesson.allows(LessonEdit::Generator) || lesson.allows(LessonEdit::Microbatches);
}

std::vector<OrderChoice> choicesOf(const Lesson& lesson) {
    std::vector<OrderChoice> all;
    if (!mayRemake(lesson))
        return all;
    const int own = lesson.problem.schedule.microbatches;
    const IntRange range =
        lesson.allows(LessonEdit::Microbatches) ? lesson.microbatches.value_or(IntRange{own, own}) : IntRange{own, own};
    for (int microbatches = range.from; microbatches <= range.to; ++microbatches)
        for (const std::string& generator : generatorsOf(lesson))
            all.push_back({generator, microbatches});
    return all;
}

Result<Plan> remade(const Lesson& lesson, const OrderChoice& choice) {
    const int own = lesson.problem.schedule.microbatches;
    const bool isOwn = choice.generator.empty() || choice.generator == lesson.start.generator;
    if (!isOwn && !lesson.allows(LessonEdit::Generator))
        return Error{say(phrase("refusal", "this lesson does not let you choose the generator"))};
    if (!isOwn && !offers(lesson, choice.generator))
        return Error{say(phrase("refusal", "this lesson does not offer %1"), inQuotes(choice.generator))};
    if (choice.microbatches != own && !lesson.allows(LessonEdit::Microbatches))
        return Error{say(phrase("refusal", "this lesson does not let you change the number of ranks or microbatches"))};
    if (!isOffered(lesson, choice.microbatches) && lesson.microbatches)
        return Error{say(phrase("refusal", "the number of microbatches goes from %1 to %2 in this lesson"),
                         lesson.microbatches->from, lesson.microbatches->to)};
    Lesson other = lesson;
    other.start.microbatches = choice.microbatches;
    if (!isOwn) {
        other.start.generator = choice.generator;
        other.start.order.clear();
    }
    if (other.start.generator.empty())
        return Error{say(phrase("refusal", "no generator makes the order of this lesson"))};
    Result<Attempt> start = startOf(other);
    return start ? Result{std::move(start->plan)} : start.error();
}

std::optional<OrderChoice> choiceOf(const Lesson& lesson, const Plan& plan) {
    for (const auto& [choice, made] : plansWith(lesson, plan.schedule.microbatches))
        if (made.schedule == plan.schedule && made.costs == plan.costs && made.memory == plan.memory)
            return choice;
    return {};
}

bool isOfChoice(const Lesson& lesson, const Plan& plan) {
    return std::ranges::any_of(plansWith(lesson, plan.schedule.microbatches), [&](const auto& each) {
        const Plan& made = each.second;
        return made.schedule.placement == plan.schedule.placement && made.costs == plan.costs &&
               made.memory == plan.memory;
    });
}

Message remakeSentence(const OrderChoice& choice, const Plan& plan) {
    if (choice.microbatches != plan.schedule.microbatches)
        return sayCounted(countedPhrase("lesson", "Take %1 microbatches", "Take %1 microbatch"), choice.microbatches,
                          choice.microbatches);
    const Generator* const generator = findGenerator(choice.generator);
    return say(phrase("lesson", "Take the order of %1"),
               generator != nullptr ? titleOf(*generator) : Message(choice.generator));
}

} // namespace lanewright
