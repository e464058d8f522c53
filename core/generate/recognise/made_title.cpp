// SPDX-License-Identifier: Apache-2.0
#include "core/generate/recognise/made_title.h"

#include "core/generate/catalogue.h"
#include "core/generate/recognise/recognise.h"
#include "core/model/block_ops.h"
#include "core/model/title.h"

#include <algorithm>
#include <array>
#include <optional>

namespace lanewright::title {

namespace {

constexpr int kMostRecognised = 20'000; ///< ops

/// By objective.
constexpr std::array kSolvedFor = {kSolvedIteration, kSolvedMakespan, kSolvedPeriod, kSolvedLongestSpan};

/// With the ranks of one of so many replicas.
Message withShape(const Message& name, const Plan& plan, int replicas) {
    const Message ranks = with(name, counted(kRanks, plan.schedule.ranks() / replicas));
    const Message words = with(ranks, counted(kMicrobatches, plan.schedule.microbatches));
    return replicas > 1 ? with(words, counted(kReplicas, replicas)) : words;
}

/// That of the generator whose order the plan has exactly.
std::optional<Message> recognised(const Plan& plan) {
    const Recognition known = recognise(plan);
    const Generator* generator = known.exact ? findGenerator(known.name) : nullptr;
    if (!generator)
        return {};
    return withShape(titleOf(*generator), plan, known.replicas);
}

} // namespace

bool isMade(const Message& title) {
    if (title.isPlain())
        return false;
    const std::string name = nameOf(title).text();
    const auto says = [&](const Phrase& phrase) { return phrase.text == name; };
    const auto names = [&](const Generator& generator) { return nameOf(titleOf(generator)).text() == name; };
    return says(kPytorch) || std::ranges::any_of(kSolvedFor, says) || std::ranges::any_of(generators(), names);
}

Message ofOrder(const Plan& plan) { return recognised(plan).value_or(Message()); }

Message ofSolved(const Plan& solved, Objective objective, std::string_view madeBy) {
    if (!solved.title.empty() && !isMade(solved.title))
        return solved.title;
    if (opCount(solved.schedule) <= kMostRecognised) {
        if (auto title = recognised(solved))
            return *std::move(title);
    } else if (const Generator* const generator = findGenerator(madeBy)) {
        return withShape(titleOf(*generator), solved, 1);
    }
    return withShape(say(kSolvedFor[static_cast<std::size_t>(objective)]), solved, 1);
}

Message ofEdited(const Plan& edited) {
    if (!isMade(edited.title))
        return edited.title;
    if (opCount(edited.schedule) <= kMostRecognised)
        if (auto title = recognised(edited))
            return *std::move(title);
    return endsIn(edited.title, kEdited) ? edited.title : with(edited.title, say(kEdited));
}

Message afterEdit(const Plan& before, const Plan& edited) {
    const bool follows =
        edited.title == before.title && !before.isProblem() && !sameOps(edited.schedule, before.schedule);
    return follows ? ofEdited(edited) : edited.title;
}

} // namespace lanewright::title
