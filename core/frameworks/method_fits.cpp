// SPDX-License-Identifier: Apache-2.0
#include "core/frameworks/method_fits.h"

#include <algorithm>

namespace lanewright {

namespace {

constexpr std::int64_t kMostOfAutomatic = 3'000; ///< ops
constexpr std::int64_t kMostOfOthers = 60'000;

/// The shape of what the generator has made.
AskedShape shapeOfMade(const Generator& generator, const Plan& plan, const Choices& choices) {
    AskedShape shape{.orders = {std::string{generator.name}},
                     .ranks = plan.schedule.ranks(),
                     .chunks = std::max(1, plan.schedule.stages() / std::max(1, plan.schedule.ranks())),
                     .microbatches = plan.schedule.microbatches,
                     .group = choices.group};
    if (plan.model)
        shape.layers = plan.model->layers;
    return shape;
}

Choices takenBy(const Generator& generator, const Choices& choices) {
    Choices taken;
    if (generator.takesGroup)
        taken.group = choices.group;
    if (generator.takesObjective)
        taken.objective = choices.objective;
    return taken;
}

} // namespace

Message MethodFit::runners() const {
    std::string names;
    for (const Verdict& verdict : verdicts)
        if (verdict.runs())
            names.append(names.empty() ? "" : ", ").append(factsOf(verdict.target.framework).name);
    return names;
}

std::vector<MethodFit> methodFits(const Plan& problem, const Choices& choices, const std::stop_token& stop) {
    const std::int64_t ops = std::int64_t{3} * problem.schedule.stages() * problem.schedule.microbatches;
    std::vector<MethodFit> fits;
    for (const Generator& generator : generators()) {
        if (stop.stop_requested())
            break;
        if (ops > (generator.followsCosts ? kMostOfAutomatic : kMostOfOthers))
            continue;
        const Choices taken = takenBy(generator, choices);
        const Result<Plan> made = generate(generator.name, problem, taken);
        MethodFit& fit = fits.emplace_back(MethodFit{.generator = &generator});
        if (!made) {
            fit.refusal = made.error().message;
            continue;
        }
        const AskedShape shape = shapeOfMade(generator, *made, taken);
        for (const FrameworkFacts& facts : frameworks())
            fit.verdicts.push_back(verdictOn(targetOf(facts.framework), shape, {made}));
    }
    return fits;
}

} // namespace lanewright
