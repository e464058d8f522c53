// SPDX-License-Identifier: Apache-2.0
#include "core/solve/rule_search.h"

#include "core/base/mapped.h"
#include "core/solve/cooling.h"
#include "core/solve/groups.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace lanewright {

namespace {

/// Where a rule has groups, the percentage of changes that change these.
constexpr int kChangesOfGroups = 60;

/// The sizes of groups that are tried, over the number of ranks.
constexpr std::array kSharesOfGroups = {0.3, 0.4, 0.5, 0.6, 0.75, 1.0, 1.25};

/// The most microbatches in flight on each stage of a direction, by a line from the first to the last.
struct Line {
    double first = 1;
    double last = 1;
};

std::vector<Line> linesFor(const Instance& instance) {
    const double s = instance.stages;
    double room = 1;
    for (int rank = 0; rank < instance.ranks(); ++rank)
        for (const int chunk : instance.onRank[rank]) {
            const double most = instance.microbatchesOf(chunk);
            const auto held = static_cast<double>(instance.chunks[chunk].forwardMemory);
            const double fits = held > 0 ? std::floor(static_cast<double>(instance.limit[rank]) / held) : most;
            room = std::max(room, std::min(most, fits));
        }
    return {{s, 1},
            {2 * s - 1, 1},
            {room, std::ceil(room / s)},
            {s + 1, 2},
            {s - 1, 0},
            {2 * s - 2, 0},
            {2 * s, 2},
            {room - 1, 1},
            {s + 2, 3},
            {room, room},
            {s / 2, 1},
            {0.75 * s, 1},
            {1.5 * s, s / 2 + 1},
            {2.5 * s, 2},
            {3 * s, 3}};
}

constexpr std::array kManners = {Manner{},
                                 Manner{.waiting = 1},
                                 Manner{.overrun = 4},
                                 Manner{.gradientWait = 4},
                                 Manner{.waiting = 2},
                                 Manner{.backwardFirst = false},
                                 Manner{.deepFirst = false},
                                 Manner{.waiting = 1, .gradientWait = 4},
                                 Manner{.overrun = 1, .gradientWait = 2},
                                 Manner{.overrun = 3},
                                 Manner{.waiting = 0},
                                 Manner{.overrun = 2, .backwardFirst = false}};

ListRule ruleFrom(const Instance& instance, const Line& line, const Manner& manner) {
    const std::vector<int> inFlight = mapped(instance.chunks, [&](const Chunk& chunk) {
        return onLine(line.first, line.last, chunk.stage, instance.stages);
    });
    return ruleOf(instance, inFlight, manner);
}

} // namespace

std::vector<ListRule> listRules(const Instance& instance) {
    std::vector<ListRule> rules;
    for (const Manner& manner : kManners)
        for (const Line& line : linesFor(instance))
            if (ListRule rule = ruleFrom(instance, line, manner); std::ranges::find(rules, rule) == rules.end())
                rules.push_back(std::move(rule));
    return rules;
}

std::vector<ListRule> groupRules(const OpTable& table, const Instance& instance) {
    std::vector<ListRule> rules;
    const auto isLimited = [](Bytes limit) { return limit != Instance::kNoLimit; };
    if (!canGroup(instance) || std::ranges::none_of(instance.limit, isLimited))
        return rules;
    ListRule rule = plainRule(table);
    for (RankRule& own : rule.ranks)
        own.overrun = Manner::kAnyGap;
    const int microbatches = instance.microbatches.front();
    const auto add = [&](int count, int last) {
        rule.groups.clear();
        for (int group = 0, left = microbatches - last; group + 1 < count; ++group) {
            rule.groups.push_back(left / (count - 1 - group));
            left -= rule.groups.back();
        }
        rule.groups.push_back(last);
        if (std::ranges::min(rule.groups) > 0 && std::ranges::find(rules, rule) == rules.end())
            rules.push_back(rule);
    };
    for (const double share : kSharesOfGroups) {
        const int count = std::clamp(static_cast<int>(microbatches / (share * instance.ranks())), 1, microbatches);
        const int even = (microbatches + count - 1) / count;
        for (const int last : {even, even + std::max(1, even / 10)})
            if (last <= microbatches)
                add(count, count == 1 ? microbatches : last);
    }
    return rules;
}

RuleSearch::RuleSearch(const OpTable& table, const Instance& instance, Objective objective)
    : m_table(table), m_instance(instance), m_timer(table, objective), m_scheduler(table),
      m_placeOf(instance.places()) {}

RuleDraft RuleSearch::attempt(const ListRule& rule) {
    RuleDraft made{.rule = rule};
    if (m_scheduler.build(rule, made.draft.sequences))
        made.draft.cost = m_timer(made.draft.sequences);
    return made;
}

RuleSearch::Stretch RuleSearch::stretch(int count, Random& random) const {
    if (random.chance(15))
        return {0, count - 1};
    const int from = random.below(count);
    const int length = random.chance(60) ? 1 : random.between(1, std::max(1, count / 2));
    return {from, std::min(count - 1, from + length - 1)};
}

void RuleSearch::changeFlight(ListRule& rule, Random& random) const {
    const Stretch part = stretch(static_cast<int>(m_instance.chunks.size()), random);
    const int by = random.chance(80) ? 1 : random.between(2, 4);
    const bool more = random.chance(50);
    for (int chunk = part.from; chunk <= part.to; ++chunk) {
        int& most = rule.ranks[m_instance.chunks[chunk].rank].inFlight[m_placeOf[chunk]];
        most = std::clamp(most, 1, m_instance.microbatchesOf(chunk) + 1);
        most = std::max(1, more ? most + by : most - by);
    }
}

/// How long W wait and how far they reach, and which op goes first.
void RuleSearch::changeRanks(ListRule& rule, Random& random) const {
    const Stretch part = stretch(m_table.ranks(), random);
    const int die = random.below(10);
    const int quarters = random.between(0, 4);
    const int waiting = random.chance(40) ? RankRule::kAny : random.between(0, 2 * m_table.ranks());
    const bool value = random.chance(50);
    for (int rank = part.from; rank <= part.to; ++rank) {
        RankRule& own = rule.ranks[rank];
        if (die < 3)
            own.overrun = quarters;
        else if (die < 5)
            own.gradientWait = quarters;
        else if (die == 5)
            own.backwardFirst = value;
        else if (die == 6)
            own.deepFirst = value;
        else if (die == 7 || own.waiting == RankRule::kAny)
            own.waiting = waiting;
        else
            own.waiting = std::max(0, own.waiting + (value ? 1 : -1));
    }
}

void RuleSearch::change(ListRule& rule, Random& random) const {
    if (!rule.groups.empty() && random.chance(kChangesOfGroups)) {
        changeGroups(rule.groups, random);
        return;
    }
    random.chance(50) ? changeFlight(rule, random) : changeRanks(rule, random);
}

RuleDraft RuleSearch::run(const RuleDraft& start, const Effort& effort, Random& random) {
    RuleDraft best = start;
    RuleDraft current = start;
    Allowance allowance(effort);
    ListRule rule;
    Sequences sequences;
    while (best.draft.cost.value > effort.goal && allowance.spend(opsOfRule())) {
        rule = current.rule;
        do
            change(rule, random);
        while (random.chance(40));
        if (!m_scheduler.build(rule, sequences))
            continue;
        const Cost cost = m_timer(sequences);
        const double heat = 0.003 * current.draft.cost.energy * (1 - allowance.share());
        if (cost.stalls() || cost.energy > current.draft.cost.energy + drawRise(heat, random))
            continue;
        current = {rule, {sequences, cost}};
        if (cost.energy < best.draft.cost.energy) {
            const bool better = cost.value < best.draft.cost.value;
            best = current;
            if (better && effort.found)
                effort.found(sequences, cost);
        }
    }
    return best;
}

} // namespace lanewright
