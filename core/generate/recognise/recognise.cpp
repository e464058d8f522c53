// SPDX-License-Identifier: Apache-2.0
#include "core/generate/recognise/recognise.h"

#include "core/base/places.h"
#include "core/generate/catalogue.h"
#include "core/generate/checks.h"
#include "core/generate/recognise/block_sequence.h"
#include "core/generate/recognise/order_comparison.h"
#include "core/generate/recognise/order_traits.h"
#include "core/model/replicas.h"
#include "core/model/title.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace lanewright {

namespace {

constexpr int kMostAsked = 50'000;       ///< ops; beyond, methods with other backwards than the order's are not asked
constexpr int kMostUntitled = 1'000'000; ///< ops; beyond, an automatic method is asked where the title names it
constexpr int kMostRepeated = 4'000;     ///< ops; up to here a method's other choices are tried too
constexpr std::size_t kMostUnlike = 8;   ///< replicas of different orders that are all named

constexpr Phrase kNotKnown = phrase("recognition", "Not a known schedule");

/// True when there is one row per rank, every stage has a rank and every op exists.
bool isReadable(const Plan& plan) {
    const Placement& placement = plan.schedule.placement;
    const auto fits = [&](const std::vector<int>& direction) {
        return static_cast<int>(direction.size()) == placement.stages() &&
               std::ranges::all_of(direction, [&](int rank) { return rank >= 0 && rank < placement.ranks; });
    };
    return placement.ranks > 0 && placement.stages() > 0 && std::ranges::all_of(placement.directions, fits) &&
           fitsShape(plan.schedule, std::max(1, plan.costs.weightParts));
}

/// The problem that a plan's order answers; with costs of one unit where its own suit no generator.
std::optional<Plan> problemOf(const Plan& plan) {
    Plan problem = plan;
    problem.schedule.order.clear();
    problem.model.reset();
    problem.unknown.clear();
    if (checkProblem(problem))
        return problem;
    const int stages = problem.schedule.stages();
    const int parts = problem.costs.weightParts;
    Costs costs = uniform(stages);
    costs.weightParts = parts;
    for (int stage = 0; stage < stages; ++stage)
        if (problem.costs.recomputes(0, stage))
            costs.stages[0][static_cast<std::size_t>(stage)].recompute = kTimeUnit;
    problem.costs = std::move(costs);
    problem.memory = uniformMemory(stages, problem.schedule.ranks(), {.forward = 1, .backwardWeight = -1});
    return checkProblem(problem) ? std::optional<Plan>(std::move(problem)) : std::nullopt;
}

/// All that a generator may be asked to make of the problem.
std::vector<Asked> askedOf(const Generator& generator, const Plan& plan, int ops) {
    std::vector<Asked> asked{{.generator = &generator}};
    if (const std::optional<int> group = firstGroupOf(plan.schedule); generator.takesGroup && group)
        asked.push_back({.generator = &generator, .choices = {.group = group}});
    if (generator.takesObjective && ops <= kMostRepeated)
        for (const Objective objective : kObjectives)
            // An iteration is made as a makespan or a period is.
            if (objective != Choices{}.objective && objective != Objective::Iteration)
                asked.push_back({.generator = &generator, .choices = {.objective = objective}});
    return asked;
}

bool isNamedAfter(const Plan& plan, const Generator& generator) {
    return title::nameOf(plan.title).text() == title::nameOf(titleOf(generator)).text();
}

/// Whether it is worth the time to ask the generator for so many ops, with B and W apart or not.
bool isWorthAsking(const Generator& generator, const Plan& plan, int ops, bool isSplit) {
    if (ops <= kMostAsked)
        return true;
    if (generator.splitsBackward != isSplit)
        return false;
    return !generator.followsCosts || ops <= kMostUntitled || isNamedAfter(plan, generator);
}

/// What a generator looks at beside the shape, that of the simpler names first.
enum class Round : std::uint8_t { ByShape, OwnLimits, Others };

Round roundOf(const Generator& generator, const Plan& withoutLimits) {
    if (!generator.followsCosts)
        return Round::ByShape;
    // A method that implies limits shows them on a problem without any.
    return generator.prepare(withoutLimits).memory.limit.empty() ? Round::Others : Round::OwnLimits;
}

/// All that is asked, what names an order more simply first.
std::vector<Asked> askedInTurn(const Plan& plan, Plan problem, const OrderTraits& traits) {
    problem.memory.limit.clear();
    const int ops = opCount(plan.schedule);
    // A method that makes the order unasked names it better than one that needs another group for it.
    std::map<std::pair<Round, bool>, std::vector<Asked>> turns;
    for (const Generator& generator : generators()) {
        if (!isWorthAsking(generator, plan, ops, traits.apart > 0))
            continue;
        const Round round = roundOf(generator, problem);
        for (const Asked& each : askedOf(generator, plan, ops))
            turns[{round, each.choices.group.has_value()}].push_back(each);
    }
    std::vector<Asked> all;
    for (const auto& [turn, asked] : turns)
        all.insert(all.end(), asked.begin(), asked.end());
    return all;
}

/// The best name among all that generators make.
std::optional<Recognition> compared(const PlanPart& part, const OrderTraits& traits) {
    const std::optional<Plan> problem = problemOf(part.plan);
    if (!problem)
        return {};
    return nearestOf(part, traits, *problem, askedInTurn(part.plan, *problem, traits));
}

/// Names what has the turns of 1F1B with another warm-up, or a zero-bubble order without a known pattern.
Recognition byStructure(const Plan& plan, const OrderTraits& traits) {
    const Message details = describe(plan.schedule.placement, traits);
    if (!traits.complete)
        return {.title = say(phrase("recognition", "Not a known schedule, and not a complete one")), .detail = details};
    if (plan.schedule.ranks() > 1 && traits.alternates)
        return {.name = "1f1b",
                .title = say(phrase("recognition", "1F1B-like, with a warm-up of its own")),
                .detail = say(phrase("recognition", "%1 forwards first; %2"), listed(traits.warmUp), details)};
    if (plan.schedule.placement == linear(plan.schedule.ranks()) && traits.fused == 0 && traits.weightLag > 0)
        return {.title = say(phrase("recognition", "A zero-bubble schedule of its own")), .detail = details};
    return {.title = say(kNotKnown), .detail = details};
}

/// Where microbatches differ, which of them comes when matters, and is no longer what a generator has made.
Message microbatchOrder(const Plan& plan) {
    if (plan.costs.microbatches.areEqual())
        return {};
    std::vector<std::vector<int>> orders;
    for (int direction = 0; direction < static_cast<int>(plan.schedule.placement.directions.size()); ++direction)
        for (int stage = 0; stage < plan.schedule.stages(); ++stage)
            orders.push_back(forwardsOf(plan.schedule, direction, stage));
    if (std::ranges::all_of(orders, [](const std::vector<int>& order) { return std::ranges::is_sorted(order); }))
        return {};
    const bool isOne =
        plan.schedule.placement.directions.size() == 1 &&
        std::ranges::all_of(orders, [&](const std::vector<int>& order) { return order == orders.front(); });
    if (!isOne)
        return say(phrase("recognition", "microbatches in an order of their own"));
    // A list that is cut short could leave out what is not in order.
    const std::vector<int>& order = orders.front();
    if (order.size() <= kReadable)
        return say(phrase("recognition", "microbatches in the order %1"), listed(order));
    const auto late = std::ranges::is_sorted_until(order);
    return say(phrase("recognition", "microbatches in an order of their own, first %1 before %2"), *std::prev(late),
               *late);
}

Recognition recogniseOne(const PlanPart& part) {
    if (opCount(part.plan.schedule) == 0)
        return {.title = say(kNotKnown), .detail = say(phrase("recognition", "no op is in its order yet"))};
    const PlanPart inOrder = inVisitingOrder(part);
    const OrderTraits traits = traitsOf(inOrder.plan.schedule, inOrder.plan.costs.weightParts);
    std::optional<Recognition> known = compared(inOrder, traits);
    Recognition found = known ? *std::move(known) : byStructure(inOrder.plan, traits);
    found.detail = joined(std::move(found.detail), microbatchOrder(inOrder.plan));
    return found;
}

/// Replicas that are all alike by one name.
Recognition recogniseAlike(const PlanPart& replica, int replicas) {
    Recognition found = recogniseOne(replica);
    found.title = found.name.empty() || !found.detail.empty()
                      ? say(phrase("recognition", "%1 equal replicas. %2"), replicas, found.title)
                      : say(phrase("recognition", "%1 replicas of %2"), replicas, found.title);
    found.moved *= replicas;
    found.replicas = replicas;
    return found;
}

/// The name of each kind of replica, once.
Recognition recogniseReplicas(const std::vector<PlanPart>& replicas) {
    std::vector<std::pair<const PlanPart*, int>> kinds; // and how many there are
    for (const PlanPart& replica : replicas) {
        const auto known = std::ranges::find_if(
            kinds, [&](const auto& kind) { return kind.first->plan.schedule == replica.plan.schedule; });
        if (known == kinds.end())
            kinds.emplace_back(&replica, 1);
        else
            ++known->second;
    }
    const int count = static_cast<int>(replicas.size());
    if (kinds.size() == 1)
        return recogniseAlike(*kinds.front().first, count);
    if (kinds.size() > kMostUnlike)
        return {.title = say(phrase("recognition", "%1 replicas in %2 different orders"), count, kinds.size()),
                .replicas = count};
    Recognition all{.exact = true, .replicas = count};
    std::vector<Message> sentences;
    for (const auto& [kind, alike] : kinds) {
        Recognition found = recogniseOne(*kind);
        all.exact = all.exact && found.exact;
        all.moved += found.moved * alike;
        all.name = sentences.empty() || all.name == found.name ? found.name : std::string{};
        sentences.push_back(say(phrase("recognition", "%1."), found.sentence()));
    }
    all.exact = all.exact && !all.name.empty();
    all.title = say(phrase("recognition", "%1 replicas that differ. %2"), count, inTurn(sentences));
    return all;
}

} // namespace

Message Recognition::sentence() const { return within(title, detail); }

Recognition recognise(const Plan& plan) {
    if (plan.isProblem())
        return {.title = say(phrase("recognition", "A problem without an order"))};
    if (!isReadable(plan))
        return {.title = say(kNotKnown), .detail = say(phrase("recognition", "its ops do not fit its shape"))};
    const std::vector<PlanPart> replicas = replicaPartsOf(plan);
    return replicas.size() > 1 ? recogniseReplicas(replicas) : recogniseOne(replicas.front());
}

bool isOrderOf(const Plan& plan, std::string_view generator, const std::optional<Choices>& choices) {
    const Generator* known = findGenerator(generator);
    if (!known || plan.isProblem() || !isReadable(plan))
        return false;
    return std::ranges::all_of(replicaPartsOf(plan), [&](const PlanPart& replica) {
        const PlanPart part = inVisitingOrder(replica);
        const int ops = opCount(part.plan.schedule);
        const std::optional<Plan> problem = problemOf(part.plan);
        if (ops == 0 || !problem)
            return false;
        const OrderTraits traits = traitsOf(part.plan.schedule, part.plan.costs.weightParts);
        const auto asked = choices ? std::vector<Asked>{{known, *choices}} : askedOf(*known, part.plan, ops);
        const std::optional<Recognition> found = nearestOf(part, traits, *problem, asked);
        return found && found->exact;
    });
}

std::optional<int> firstGroupOf(const Schedule& schedule) {
    if (schedule.order.empty() || schedule.placement.stages() == 0)
        return {};
    const auto rank = static_cast<std::size_t>(schedule.placement.rankOf(0, 0));
    if (rank >= schedule.order.size())
        return {};
    const Row& row = schedule.order[rank];
    const auto isFirst = [](const Block& block) { return block.op.kind == OpKind::F && block.op.stage == 0; };
    const auto group = static_cast<int>(std::ranges::find_if_not(row, isFirst) - row.begin());
    return group > 0 ? std::optional(group) : std::nullopt;
}

} // namespace lanewright
