// SPDX-License-Identifier: Apache-2.0
#include "core/generate/catalogue.h"

#include "core/generate/checks.h"
#include "core/generate/families.h"
#include "core/model/title.h"

#include <algorithm>
#include <string>
#include <vector>

namespace lanewright {

namespace {

// One list out of the families, made once.
const std::vector<Generator>& catalogue() {
    static const std::vector<Generator> all = [] {
        std::vector<Generator> list;
        for (const auto family : {oneChunkFamily(), loopFamily(), vFamily(), twoWayFamily()})
            list.insert(list.end(), family.begin(), family.end());
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
    Plan plan = generator->prepare(problem);
    if (const Result<Done> fits = checkProblem(plan); !fits) // more chunks are more ops
        return fits.error();
    plan.title = titleOf(*generator, plan.schedule.ranks(), plan.schedule.microbatches);
    if (plan.schedule.placement != problem.schedule.placement)
        plan.title = title::with(plan.title, say(title::kReplaced));
    Choices known = choices;
    known.objective = withoutOptimizer(choices.objective, plan.optimizerMode);
    Result<Schedule> schedule = generator->make(plan, known);
    if (!schedule)
        return schedule.error();
    plan.schedule = *std::move(schedule);
    return plan;
}

} // namespace lanewright
