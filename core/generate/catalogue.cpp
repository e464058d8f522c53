// SPDX-License-Identifier: Apache-2.0
#include "core/generate/catalogue.h"

#include "core/generate/checks.h"
#include "core/generate/families.h"
#include "core/generate/memory_limits.h"
#include "core/generate/recognise/made_title.h"
#include "core/model/title.h"
#include "core/model/totals.h"
#include "core/simulate/amounts.h"

#include <algorithm>
#include <string>
#include <vector>

namespace lanewright {

namespace {

// One list out of the families, made once.
const std::vector<Generator>& catalogue() {
    static const std::vector<Generator> all = [] {
        std::vector<Generator> list;
        for (const Family& family : {oneChunkFamily(), loopFamily(), vFamily(), twoWayFamily()})
            for (Generator generator : family.members) {
                generator.prepare = generator.prepare ? generator.prepare : family.prepare;
                generator.takesChunks = generator.takesChunks || family.takesChunks;
                list.push_back(generator);
            }
        return list;
    }();
    return all;
}

Error unknownName(std::string_view name) {
    if (name == "seq1f1b")
        return Error{say(phrase(
            "refusal",
            "seq1f1b cuts every microbatch along its sequence, which ops of a stage and a microbatch can't say"))};
    std::string names;
    for (const Generator& generator : catalogue())
        names += (names.empty() ? "" : ", ") + std::string{generator.name};
    return Error{say(phrase("refusal", "there is no generator named '%1'; there are %2"), name, names)};
}

/// The plan with the limits of the other on ranks where those are smaller.
Plan withSmallerLimits(Plan plan, const Plan& other) {
    for (std::size_t rank = 0; rank < plan.memory.limit.size(); ++rank) {
        std::optional<Bytes>& limit = plan.memory.limit[rank];
        if (const std::optional<Bytes> least = other.memory.limitOf(static_cast<int>(rank)); limit && least)
            limit = std::min(*limit, *least);
    }
    return plan;
}

/// Microbatches of groups that are too small would wait for each other.
Result<Done> checkGroup(const Generator& generator, const Schedule& shape, int group) {
    const int least = generator.takesHalfGroups ? (shape.ranks() + 1) / 2 : shape.ranks();
    if (group >= 1 && (group >= least || group >= shape.microbatches))
        return Done{};
    return Error{sayCounted(least < shape.ranks()
                                ? countedPhrase("refusal",
                                                "%1 needs groups of at least %2 microbatches, not %3: with fewer "
                                                "than half as many as there are ranks they wait for each other",
                                                "%1 needs groups of at least %2 microbatch, not %3: with fewer "
                                                "than half as many as there are ranks they wait for each other")
                                : countedPhrase("refusal",
                                                "%1 needs groups of at least %2 microbatches, not %3: with fewer "
                                                "than there are ranks they wait for each other",
                                                "%1 needs groups of at least %2 microbatch, not %3: with fewer "
                                                "than there are ranks they wait for each other"),
                            std::min(least, shape.microbatches), generator.title, std::min(least, shape.microbatches),
                            group),
                 "group"};
}

} // namespace

std::span<const Generator> generators() { return catalogue(); }

const Generator* findGenerator(std::string_view name) {
    const auto found = std::ranges::find(catalogue(), name, &Generator::name);
    return found == catalogue().end() ? nullptr : &*found;
}

Message titleOf(const Generator& generator) { return title::read(generator.title); }

Message titleOf(const Generator& generator, int ranks, int microbatches) {
    const Message words = title::with(titleOf(generator), title::counted(title::kRanks, ranks));
    return title::with(words, title::counted(title::kMicrobatches, microbatches));
}

Message leftOutBy(const Generator& generator, const Plan& problem) {
    if (problem.costs.microbatches.areEqual() || generator.followsMicrobatches)
        return {};
    if (generator.followsCosts)
        return say(phrase("generator",
                          "%1 chooses by the times of each microbatch, within the memory of the largest; they run in "
                          "turn, whichever takes longest"),
                   generator.name);
    return say(
        phrase("generator", "%1 does not look at times, so that the order is the same as for equal microbatches"),
        generator.name);
}

Plan preparedFor(const Generator& generator, const Plan& problem) {
    Plan plan = generator.prepare(problem);
    for (int rank = 0; rank < problem.schedule.ranks(); ++rank)
        if (const std::optional<Bytes> limit = problem.memory.limitOf(rank);
            limit && limit != plan.memory.limitOf(rank)) {
            plan.memory.limit.resize(plan.schedule.ranks());
            plan.memory.limit[rank] = limit;
        }
    return plan;
}

Message keptLimitsOf(const Generator& generator, const Plan& plan) {
    if (plan.memory.limit.empty())
        return {};
    const Plan implied = generator.prepare(plan);
    for (int rank = 0; rank < plan.schedule.ranks(); ++rank) {
        const std::optional<Bytes> own = plan.memory.limitOf(rank);
        const std::optional<Bytes> method = implied.memory.limitOf(rank);
        if (own && method && *own < *method)
            return say(phrase("generator",
                              "%1 would hold up to %2 on rank %3; the limits that the problem has are kept, "
                              "there %4"),
                       generator.name, inUnit(*method, plan.memoryUnit), rank, inUnit(*own, plan.memoryUnit));
    }
    return {};
}

Result<Done> checkChoices(const Generator& generator, const Choices& choices) {
    if (choices.objective != Choices{}.objective && !generator.takesObjective)
        return Error{say(phrase("refusal", "%1 makes one order whatever the objective"), generator.name), "objective"};
    if (choices.group && !generator.takesGroup)
        return Error{
            say(phrase("refusal", "%1 does not deal microbatches in groups; interleaved-1f1b and interleaved-zb do"),
                generator.name),
            "group"};
    return Done{};
}

Result<Plan> generate(std::string_view name, const Plan& problem, const Choices& choices) {
    const Generator* generator = findGenerator(name);
    if (!generator)
        return unknownName(name);
    if (const Result<Done> fits = checkProblem(problem); !fits)
        return fits.error();
    if (const Result<Done> fits = checkChoices(*generator, choices); !fits)
        return fits.error();
    const Plan implied = generator->prepare(problem);
    Plan plan = preparedFor(*generator, problem);
    if (const Result<Done> fits = checkProblem(plan); !fits) // more chunks are more ops
        return fits.error();
    if (choices.group)
        if (const Result<Done> fits = checkGroup(*generator, plan.schedule, *choices.group); !fits)
            return fits.error();
    const bool isNamed = !problem.title.empty() && !title::isMade(problem.title);
    if (!isNamed)
        plan.title = titleOf(*generator, plan.schedule.ranks(), plan.schedule.microbatches);
    if (!isNamed && plan.schedule.placement != problem.schedule.placement)
        plan.title = title::with(plan.title, say(title::kReplaced));
    Choices known = choices;
    known.objective = withoutOptimizer(choices.objective, plan.optimizerMode);
    const Plan limited = withSmallerLimits(plan, implied);
    Result<Schedule> schedule = generator->make(limited, known);
    if (schedule)
        schedule = withinLimits(limited, *std::move(schedule), std::string{generator->title});
    if (!schedule)
        return schedule.error();
    plan.schedule = *std::move(schedule);
    if (const Result<Done> fits = checkTotals(plan); !fits) // pairs may take longer than their parts
        return fits.error();
    return plan;
}

} // namespace lanewright
