// SPDX-License-Identifier: Apache-2.0
#include "core/generate/recognise/recognise.h"

#include "core/base/places.h"
#include "core/generate/catalogue.h"
#include "core/generate/checks.h"
#include "core/generate/recognise/order_comparison.h"
#include "core/generate/recognise/order_traits.h"
#include "core/model/replicas.h"
#include "core/model/title.h"

#include <algorithm>
#include <numeric>
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

/// Ranks in the order in which the first direction comes by, the others behind them.
std::vector<int> visits(const Placement& placement) {
    std::vector<int> order;
    std::vector<bool> seen(placement.ranks, false);
    const auto visit = [&](int rank) {
        if (!seen[rank])
            order.push_back(rank);
        seen[rank] = true;
    };
    for (const int rank : placement.directions.front())
        visit(rank);
    for (int rank = 0; rank < placement.ranks; ++rank)
        visit(rank);
    return order;
}

template <typename T>
void renumber(std::vector<T>& perRank, const std::vector<int>& order) {
    if (perRank.size() < order.size())
        return;
    std::vector<T> next;
    next.reserve(order.size());
    for (const int rank : order)
        next.push_back(std::move(perRank[rank]));
    perRank = std::move(next);
}

/// The plan with its ranks numbered as the first direction visits them.
Plan renumbered(Plan plan) {
    Placement& placement = plan.schedule.placement;
    const std::vector<int> order = visits(placement);
    if (std::ranges::is_sorted(order))
        return plan;
    std::vector<int> place(order.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        place[order[i]] = static_cast<int>(i);
    for (std::vector<int>& direction : placement.directions)
        for (int& rank : direction)
            rank = place[rank];
    renumber(plan.schedule.order, order);
    renumber(plan.memory.limit, order);
    renumber(plan.memory.device, order);
    Transfers& transfer = plan.costs.transfer;
    transfer.atMost = waysAmong(transfer.atMost, order);
    if (!transfer.matrix.empty()) {
        const std::vector<Time> before = transfer.matrix;
        for (std::size_t from = 0; from < order.size(); ++from)
            for (std::size_t to = 0; to < order.size(); ++to)
                transfer.matrix[from * transfer.ranks + to] =
                    before[static_cast<std::size_t>(order[from]) * transfer.ranks + order[to]];
    }
    return plan;
}

/// One pipeline of a plan, with its names there.
struct Pipeline {
    Plan plan = {};
    PlanNames names = {};
};

std::vector<Pipeline> pipelinesOf(const Plan& plan) {
    std::vector<Plan> replicas = replicasOf(plan);
    const Schedule& schedule = plan.schedule;
    std::vector<int> replicaOf(static_cast<std::size_t>(schedule.placement.directions.size()));
    if (replicas.size() > 1)
        replicaOf = replicaNumbers(schedule.placement);
    std::vector<int> replicaAt(static_cast<std::size_t>(schedule.ranks()));
    for (std::size_t direction = 0; direction < replicaOf.size(); ++direction)
        for (const int rank : schedule.placement.directions[direction])
            replicaAt[static_cast<std::size_t>(rank)] = replicaOf[direction];
    std::vector<Pipeline> pipelines;
    pipelines.reserve(replicas.size());
    for (Plan& replica : replicas)
        pipelines.push_back({.plan = std::move(replica)});
    for (int rank = 0; rank < schedule.ranks(); ++rank)
        pipelines[replicaAt[rank]].names.ranks.push_back(rank);
    for (int microbatch = 0; microbatch < schedule.microbatches; ++microbatch)
        pipelines[replicaOf[schedule.direction(microbatch)]].names.microbatches.push_back(microbatch);
    return pipelines;
}

/// The pipeline with its ranks numbered as the first direction visits them.
Pipeline renumbered(const Pipeline& pipeline) {
    Pipeline result{renumbered(pipeline.plan), pipeline.names};
    renumber(result.names.ranks, visits(pipeline.plan.schedule.placement));
    return result;
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

/// How many microbatches pass the first chunk of the first rank before the second comes: the group of an interleaved
/// order.
int leadingGroup(const Plan& plan) {
    int count = 0;
    for (const Block& block : plan.schedule.order.front()) {
        if (block.op.kind != OpKind::F || block.op.stage != 0)
            break;
        ++count;
    }
    return count;
}

/// All that a generator may be asked to make of the problem.
std::vector<Choices> choicesOf(const Generator& generator, const Plan& plan, int ops) {
    std::vector<Choices> choices{{}};
    if (generator.takesGroup) {
        const int group = leadingGroup(plan);
        if (group > 0)
            choices.push_back({.group = group});
    }
    if (generator.takesObjective && ops <= kMostRepeated)
        for (const Objective objective : kObjectives)
            // An iteration is made as a makespan or a period is.
            if (objective != Choices{}.objective && objective != Objective::Iteration)
                choices.push_back({.objective = objective});
    return choices;
}

std::optional<MadeOrder> candidateOf(const Generator& generator, Plan problem, const Choices& choices) {
    // Limits would only refuse an order that is there already. A method that implies limits is known by those.
    if (!generator.followsCosts || generator.prepare(problem).memory.limit != problem.memory.limit)
        problem.memory.limit.clear();
    if (generator.prepare(problem).schedule.placement != problem.schedule.placement)
        return {};
    Result<Plan> made = generate(generator.name, problem, choices);
    if (!made || made->schedule.placement != problem.schedule.placement)
        return {};
    Message title = titleOf(generator);
    if (choices.group)
        title = say(phrase("recognition", "%1, groups of %2"), title, *choices.group);
    return MadeOrder{&generator, std::move(title), *std::move(made)};
}

bool isNamedAfter(const Plan& plan, const Generator& generator) {
    return title::nameOf(plan.title).text() == title::nameOf(titleOf(generator)).text();
}

/// Whether one pipeline's order is exactly that of the generator, whatever it is asked to make small.
bool isOneOf(const Pipeline& given, const Generator& generator) {
    const auto [plan, names] = renumbered(given);
    const int ops = opCount(plan.schedule);
    if (ops == 0)
        return false;
    const std::optional<Plan> problem = problemOf(plan);
    if (!problem)
        return false;
    const OrderTraits traits = traitsOf(plan.schedule, plan.costs.weightParts);
    OrderComparison comparison(plan, traits, names);
    return std::ranges::any_of(choicesOf(generator, plan, ops), [&](const Choices& choices) {
        if (const std::optional<MadeOrder> candidate = candidateOf(generator, *problem, choices))
            comparison.tryOn(*candidate);
        return comparison.isExact();
    });
}

/// Compares with what every generator makes: first those that look at nothing but the shape, then those that set limits
/// of their own, then the others.
std::optional<Recognition> compared(const Pipeline& pipeline, const OrderTraits& traits) {
    const Plan& plan = pipeline.plan;
    const int ops = opCount(plan.schedule);
    const std::optional<Plan> problem = problemOf(plan);
    if (!problem)
        return {};
    OrderComparison comparison(plan, traits, pipeline.names);
    const auto mayMake = [&](const Generator& generator) {
        if (ops <= kMostAsked)
            return true;
        const bool isAwaited = !generator.followsCosts || ops <= kMostUntitled || isNamedAfter(plan, generator);
        return isAwaited && generator.splitsBackward == (traits.apart > 0);
    };
    const auto setsLimits = [&](const Generator& generator) {
        Plan free = *problem;
        free.memory.limit.clear();
        return !generator.prepare(free).memory.limit.empty();
    };
    for (const int round : {0, 1, 2}) {
        std::vector<std::pair<const Generator*, Choices>> asked;
        for (const Generator& generator : generators()) {
            if (round != (generator.followsCosts ? (setsLimits(generator) ? 1 : 2) : 0) || !mayMake(generator))
                continue;
            for (const Choices& choices : choicesOf(generator, plan, ops))
                asked.emplace_back(&generator, choices);
        }
        // A method that makes the order unasked names it better than one that needs another group for it.
        std::ranges::stable_partition(asked, [](const auto& each) { return !each.second.group; });
        for (const auto& [generator, choices] : asked) {
            if (const std::optional<MadeOrder> candidate = candidateOf(*generator, *problem, choices))
                comparison.tryOn(*candidate);
            if (comparison.isExact())
                return comparison.best();
        }
    }
    return comparison.best();
}

/// Names what has the turns of 1F1B with another warm-up, or a zero-bubble order without a known pattern.
Recognition byStructure(const Plan& plan, const OrderTraits& traits) {
    const Message details = describe(traits);
    if (!traits.complete)
        return {.title = say(phrase("recognition", "Not a known schedule, and not a complete one")), .detail = details};
    if (plan.schedule.ranks() > 1 && traits.alternates)
        return {.name = "1f1b",
                .title = say(phrase("recognition", "1F1B-like, with a warm-up of its own")),
                .detail = say(phrase("recognition", "%1 forwards first; %2"), listed(traits.warmUp), details)};
    if (traits.shape == PlacementShape::OneChunk && traits.fused == 0 && traits.weightLag > 0)
        return {.title = say(phrase("recognition", "A zero-bubble schedule of its own")), .detail = details};
    return {.title = say(kNotKnown), .detail = details};
}

/// In which order the forwards of each copy of a stage run, by direction and stage.
std::vector<std::vector<int>> forwardOrders(const Schedule& schedule) {
    const auto stages = static_cast<std::size_t>(schedule.stages());
    std::vector<std::vector<int>> orders(schedule.placement.directions.size() * stages);
    const auto enter = [&](const Op& op) {
        if (op.kind == OpKind::F)
            orders[static_cast<std::size_t>(schedule.direction(op.microbatch)) * stages +
                   static_cast<std::size_t>(static_cast<int>(op.stage))]
                .push_back(op.microbatch);
    };
    for (const Row& row : schedule.order)
        for (const Block& block : row) {
            enter(block.op);
            if (block.paired)
                enter(*block.paired);
        }
    return orders;
}

/// Where microbatches differ, which of them comes when matters, and is no longer what a generator has made.
Message microbatchOrder(const Plan& plan) {
    if (plan.costs.microbatches.areEqual())
        return {};
    const std::vector<std::vector<int>> orders = forwardOrders(plan.schedule);
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

Recognition recogniseOne(const Pipeline& pipeline) {
    if (opCount(pipeline.plan.schedule) == 0)
        return {.title = say(kNotKnown), .detail = say(phrase("recognition", "no op is in its order yet"))};
    const Pipeline inOrder = renumbered(pipeline);
    const OrderTraits traits = traitsOf(inOrder.plan.schedule, inOrder.plan.costs.weightParts);
    std::optional<Recognition> known = compared(inOrder, traits);
    Recognition found = known ? *std::move(known) : byStructure(inOrder.plan, traits);
    if (Message order = microbatchOrder(inOrder.plan); !order.empty())
        found.detail =
            found.detail.empty() ? std::move(order) : say(phrase("list", "%1; %2"), std::move(found.detail), order);
    return found;
}

/// Replicas that are all alike by one name.
Recognition recogniseAlike(const Pipeline& replica, int replicas) {
    Recognition found = recogniseOne(replica);
    found.title = found.name.empty() || !found.detail.empty()
                      ? say(phrase("recognition", "%1 equal replicas. %2"), replicas, found.title)
                      : say(phrase("recognition", "%1 replicas of %2"), replicas, found.title);
    found.moved *= replicas;
    found.replicas = replicas;
    return found;
}

/// The name of each kind of replica, once.
Recognition recogniseReplicas(const std::vector<Pipeline>& replicas) {
    std::vector<const Pipeline*> kinds;
    const auto areAlike = [](const Pipeline& one, const Pipeline& other) {
        return one.plan.schedule == other.plan.schedule;
    };
    for (const Pipeline& replica : replicas)
        if (std::ranges::none_of(kinds, [&](const Pipeline* kind) { return areAlike(*kind, replica); }))
            kinds.push_back(&replica);
    const int count = static_cast<int>(replicas.size());
    if (kinds.size() == 1)
        return recogniseAlike(*kinds.front(), count);
    if (kinds.size() > kMostUnlike)
        return {.title = say(phrase("recognition", "%1 replicas in %2 different orders"), count, kinds.size()),
                .replicas = count};
    Recognition all{.exact = true, .replicas = count};
    std::vector<Message> sentences;
    for (const Pipeline* kind : kinds) {
        Recognition found = recogniseOne(*kind);
        all.exact = all.exact && found.exact;
        all.moved += found.moved * static_cast<int>(std::ranges::count_if(
                                       replicas, [&](const Pipeline& each) { return areAlike(*kind, each); }));
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
    const std::vector<Pipeline> replicas = pipelinesOf(plan);
    return replicas.size() > 1 ? recogniseReplicas(replicas) : recogniseOne(replicas.front());
}

bool isOrderOf(const Plan& plan, std::string_view generator) {
    const Generator* known = findGenerator(generator);
    if (!known || plan.isProblem() || !isReadable(plan))
        return false;
    return std::ranges::all_of(pipelinesOf(plan), [&](const Pipeline& replica) { return isOneOf(replica, *known); });
}

} // namespace lanewright
