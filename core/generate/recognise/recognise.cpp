// SPDX-License-Identifier: Apache-2.0
#include "core/generate/recognise/recognise.h"

#include "core/base/places.h"
#include "core/generate/catalogue.h"
#include "core/generate/checks.h"
#include "core/generate/recognise/block_sequence.h"
#include "core/generate/recognise/order_traits.h"
#include "core/model/replicas.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace lanewright {

namespace {

constexpr int kMostCompared = 1'000'000; ///< ops; beyond, only the structure is looked at
constexpr int kMostMeasured = 50'000;    ///< ops; up to here the automatic methods are asked too
constexpr int kMostRepeated = 4'000;     ///< ops; up to here a method's other choices are tried too
constexpr int kMostMoved = 64;           ///< blocks, in an order that is still called after another
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

/// What a generator makes of the plan's problem.
struct Candidate {
    const Generator* generator = nullptr;
    Message title = {};
    Plan plan = {};
};

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
    problem.costs = uniform(stages);
    problem.costs.weightParts = parts;
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

/// All that a generator may be asked to make of the problem, the likeliest first.
std::vector<Choices> choicesOf(const Generator& generator, const Plan& plan, int ops) {
    std::vector<Choices> choices{{}};
    if (generator.takesGroup) {
        const int group = leadingGroup(plan);
        if (group > 0 && group != plan.schedule.ranks())
            choices.insert(choices.begin(), {.group = group});
    }
    if (generator.takesObjective && ops <= kMostRepeated)
        for (const Objective objective : kObjectives)
            // An iteration is made as a makespan or a period is.
            if (objective != Choices{}.objective && objective != Objective::Iteration)
                choices.push_back({.objective = objective});
    return choices;
}

std::optional<Candidate> candidateOf(const Generator& generator, Plan problem, const Choices& choices) {
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
    return Candidate{&generator, std::move(title), *std::move(made)};
}

/// Compares an order with candidates, one after the other, and keeps the best name for it.
class Comparison {
public:
    Comparison(const Plan& plan, const OrderTraits& traits)
        : m_schedule(plan.schedule), m_parts(std::max(1, plan.costs.weightParts)), m_traits(traits),
          m_blocks(blockSequences(m_schedule, Reading::Blocks, m_parts)),
          m_apart(blockSequences(m_schedule, Reading::Apart, m_parts)),
          m_withoutW(blockSequences(m_schedule, Reading::WithoutW, m_parts)) {
        std::size_t blocks = 0;
        for (const BlockSequence& sequence : m_blocks)
            blocks += sequence.size();
        m_most = std::clamp(static_cast<int>(blocks / 12), 2, kMostMoved);
    }

    bool isExact() const { return m_best.exact; }

    void tryOn(const Candidate& candidate) {
        const Schedule& made = candidate.plan.schedule;
        const auto movedIn = [&](const std::vector<BlockSequence>& sequences, Reading reading) {
            return movedBlocks(sequences, made, reading, m_parts, m_most);
        };
        const auto moved = movedIn(m_blocks, Reading::Blocks);
        if (moved == 0)
            return keep(Likeness::Same, candidate, plainly, 0);
        if (const auto apart = movedIn(m_apart, Reading::Apart))
            keep(
                *apart == 0 ? Likeness::OtherBlocks : Likeness::NearOtherBlocks, candidate,
                [&](Message name) { return otherBlocks(candidate, std::move(name)); }, *apart);
        const auto withoutW = movedIn(m_withoutW, Reading::WithoutW);
        if (moved)
            keep(withoutW == 0 ? Likeness::NearInW : Likeness::Near, candidate, plainly, *moved);
        // Without its W an order of single blocks is soon like one of pairs.
        const auto pairsAlike = [&] { return (m_traits.pairs == 0) == (traitsOf(made, m_parts).pairs == 0); };
        if (withoutW && (*withoutW == 0 || pairsAlike()))
            keep(
                *withoutW == 0 ? Likeness::OtherW : Likeness::NearOtherW, candidate,
                [&](Message name) { return otherW(candidate, std::move(name)); }, *withoutW);
    }

    /// None when no candidate is like the order.
    std::optional<Recognition> best() const {
        return m_likeness == Likeness::None ? std::nullopt : std::optional<Recognition>(m_best);
    }

private:
    /// The better comes first.
    enum class Likeness : std::uint8_t { Same, OtherBlocks, NearInW, OtherW, Near, NearOtherBlocks, NearOtherW, None };

    static Message plainly(Message name) { return name; }

    /// `differing` says of a name what is different.
    template <typename Differing>
    void keep(Likeness likeness, const Candidate& candidate, const Differing& differing, int moved) {
        if (likeness > m_likeness || (likeness == m_likeness && moved >= m_best.moved))
            return;
        m_likeness = likeness;
        m_best = {.name = std::string{candidate.generator->name},
                  .title =
                      differing(moved > 0 ? say(phrase("recognition", "%1-like"), candidate.title) : candidate.title),
                  .exact = likeness == Likeness::Same,
                  .moved = moved};
        if (moved > 0)
            m_best.detail = sayCounted(countedPhrase("recognition", "%1 blocks moved", "%1 block moved"), moved, moved);
    }

    /// The name with how the blocks of the order differ from a candidate's that runs the same ops in the same order.
    Message otherBlocks(const Candidate& candidate, Message name) const {
        const OrderTraits theirs = traitsOf(candidate.plan.schedule, m_parts);
        const bool pairs = m_traits.pairs != theirs.pairs;
        if (pairs && m_traits.pairs == 0)
            name = say(phrase("recognition", "%1 without its pairs"), std::move(name));
        else if (m_traits.pairs < theirs.pairs)
            name = say(phrase("recognition", "%1 without some of its pairs"), std::move(name));
        else if (pairs)
            name = say(phrase("recognition", "%1 with overlapped pairs"), std::move(name));
        if (m_traits.fused < theirs.fused)
            return say(pairs ? phrase("recognition", "%1 and with B and W apart")
                             : phrase("recognition", "%1 with B and W apart"),
                       std::move(name));
        if (m_traits.fused > theirs.fused)
            return say(pairs ? phrase("recognition", "%1 and with B and W in one")
                             : phrase("recognition", "%1 with B and W in one"),
                       std::move(name));
        return name;
    }

    Message otherW(const Candidate& candidate, Message name) const {
        if (m_traits.apart == 0)
            return say(candidate.generator->name == "zb-h2"
                           ? phrase("recognition", "%1 with B and W in one, which is eager 1F1B")
                           : phrase("recognition", "%1 with B and W in one"),
                       std::move(name));
        if (candidate.generator->splitsBackward)
            return say(phrase("recognition", "%1 with W placed otherwise"), std::move(name));
        if (m_traits.weightLag <= 0)
            return say(phrase("recognition", "%1 with B and W apart"), std::move(name));
        return sayCounted(countedPhrase("recognition", "%1 with W delayed, by up to %2 microbatches",
                                        "%1 with W delayed, by up to %2 microbatch"),
                          m_traits.weightLag, std::move(name), m_traits.weightLag);
    }

    const Schedule& m_schedule;
    int m_parts;
    const OrderTraits& m_traits;
    std::vector<BlockSequence> m_blocks;
    std::vector<BlockSequence> m_apart;
    std::vector<BlockSequence> m_withoutW;
    int m_most = 0;
    Likeness m_likeness = Likeness::None;
    Recognition m_best = {};
};

/// Whether one pipeline's order is exactly that of the generator, whatever it is asked to make small.
bool isOneOf(const Plan& given, const Generator& generator) {
    const Plan plan = renumbered(given);
    const int ops = opCount(plan.schedule);
    if (ops == 0 || ops > (generator.followsCosts ? kMostMeasured : kMostCompared))
        return false;
    const std::optional<Plan> problem = problemOf(plan);
    if (!problem)
        return false;
    const OrderTraits traits = traitsOf(plan.schedule, plan.costs.weightParts);
    return std::ranges::any_of(choicesOf(generator, plan, ops), [&](const Choices& choices) {
        Comparison comparison(plan, traits);
        if (const std::optional<Candidate> candidate = candidateOf(generator, *problem, choices))
            comparison.tryOn(*candidate);
        return comparison.isExact();
    });
}

/// Compares with what every generator makes: first those that look at nothing but the shape, then those that set limits
/// of their own, then the others.
std::optional<Recognition> compared(const Plan& plan, const OrderTraits& traits) {
    const int ops = opCount(plan.schedule);
    const std::optional<Plan> problem = ops <= kMostCompared ? problemOf(plan) : std::nullopt;
    if (!problem)
        return {};
    Comparison comparison(plan, traits);
    const auto setsLimits = [&](const Generator& generator) {
        Plan free = *problem;
        free.memory.limit.clear();
        return !generator.prepare(free).memory.limit.empty();
    };
    for (const int round : {0, 1, 2}) {
        std::vector<std::pair<const Generator*, Choices>> asked;
        for (const Generator& generator : generators()) {
            if (round != (generator.followsCosts ? (setsLimits(generator) ? 1 : 2) : 0))
                continue;
            if (generator.followsCosts && ops > kMostMeasured)
                continue;
            for (const Choices& choices : choicesOf(generator, plan, ops))
                asked.emplace_back(&generator, choices);
        }
        // A method that makes the order unasked names it better than one that needs another group for it.
        std::ranges::stable_partition(asked, [](const auto& each) { return !each.second.group; });
        for (const auto& [generator, choices] : asked) {
            if (const std::optional<Candidate> candidate = candidateOf(*generator, *problem, choices))
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
    return isOne ? say(phrase("recognition", "microbatches in the order %1"), listed(orders.front()))
                 : say(phrase("recognition", "microbatches in an order of their own"));
}

Recognition recogniseOne(const Plan& plan) {
    const Plan inOrder = renumbered(plan);
    const OrderTraits traits = traitsOf(inOrder.schedule, inOrder.costs.weightParts);
    if (opCount(plan.schedule) == 0)
        return {.title = say(kNotKnown), .detail = say(phrase("recognition", "no op is in its order yet"))};
    std::optional<Recognition> known = compared(inOrder, traits);
    Recognition found = known ? *std::move(known) : byStructure(inOrder, traits);
    if (Message order = microbatchOrder(inOrder); !order.empty())
        found.detail =
            found.detail.empty() ? std::move(order) : say(phrase("list", "%1; %2"), std::move(found.detail), order);
    return found;
}

/// Replicas that are all alike by one name.
Recognition recogniseAlike(const Plan& replica, int replicas) {
    Recognition found = recogniseOne(replica);
    found.title = found.name.empty() || found.moved > 0
                      ? say(phrase("recognition", "%1 equal replicas. %2"), replicas, found.title)
                      : say(phrase("recognition", "%1 replicas of %2"), replicas, found.title);
    found.moved *= replicas;
    found.replicas = replicas;
    return found;
}

/// The name of each kind of replica, once.
Recognition recogniseReplicas(const std::vector<Plan>& replicas) {
    std::vector<const Plan*> kinds;
    for (const Plan& replica : replicas)
        if (std::ranges::none_of(kinds, [&](const Plan* kind) { return kind->schedule == replica.schedule; }))
            kinds.push_back(&replica);
    const int count = static_cast<int>(replicas.size());
    if (kinds.size() == 1)
        return recogniseAlike(*kinds.front(), count);
    if (kinds.size() > kMostUnlike)
        return {.title = say(phrase("recognition", "%1 replicas in %2 different orders"), count, kinds.size()),
                .replicas = count};
    Recognition all{.exact = true, .replicas = count};
    std::vector<Message> sentences;
    for (const Plan* kind : kinds) {
        Recognition found = recogniseOne(*kind);
        all.exact = all.exact && found.exact;
        all.moved += found.moved * static_cast<int>(std::ranges::count(replicas, kind->schedule, &Plan::schedule));
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
    const std::vector<Plan> replicas = replicasOf(plan);
    return replicas.size() > 1 ? recogniseReplicas(replicas) : recogniseOne(plan);
}

bool isOrderOf(const Plan& plan, std::string_view generator) {
    const Generator* known = findGenerator(generator);
    if (!known || plan.isProblem() || !isReadable(plan))
        return false;
    const std::vector<Plan> replicas = replicasOf(plan);
    if (replicas.size() <= 1)
        return isOneOf(plan, *known);
    return std::ranges::all_of(replicas, [&](const Plan& replica) { return isOneOf(replica, *known); });
}

} // namespace lanewright
