// SPDX-License-Identifier: Apache-2.0
#include "core/measured/step_graph.h"

#include "core/base/mapped.h"

#include <algorithm>
#include <cstddef>
#include <span>

namespace lanewright {

namespace {

/// Lists of numbers, one behind the other.
struct Lists {
    std::vector<int> first = {};
    std::vector<int> items = {};

    int begin(int list) const { return first[list]; }
    int end(int list) const { return first[list + 1]; }
};

using Entry = std::pair<int, int>;

/// Per list the items of its entries.
Lists listsOf(int count, const std::vector<Entry>& entries, int Entry::*list, int Entry::*item) {
    Lists lists;
    lists.first.assign(static_cast<std::size_t>(count) + 1, 0);
    for (const Entry& entry : entries)
        ++lists.first[entry.*list + 1];
    for (int at = 0; at < count; ++at)
        lists.first[at + 1] += lists.first[at];
    lists.items.resize(entries.size());
    std::vector<int> next(lists.first.begin(), lists.first.end() - 1);
    for (const Entry& entry : entries)
        lists.items[next[entry.*list]++] = entry.*item;
    return lists;
}

/// Per action its unit: its group, or a number of its own.
std::vector<int> unitsOf(const std::vector<Action>& actions) {
    const int groups = mostOf(actions, [](const Action& action) { return action.group + 1; });
    std::vector<int> units;
    units.reserve(actions.size());
    int next = groups;
    for (const Action& action : actions)
        units.push_back(action.group >= 0 ? action.group : next++);
    return units;
}

Lists membersOf(const std::vector<int>& unitOf) {
    std::vector<Entry> entries;
    entries.reserve(unitOf.size());
    for (std::size_t action = 0; action < unitOf.size(); ++action)
        entries.emplace_back(unitOf[action], static_cast<int>(action));
    return listsOf(unitOf.empty() ? 0 : std::ranges::max(unitOf) + 1, entries, &Entry::first, &Entry::second);
}

/// The units in an order in which each stands behind all that its members need; `users` has per action those that need
/// it. Shorter where some wait for each other.
std::vector<int> readyOrder(const std::vector<int>& unitOf, const Lists& members, const Lists& users) {
    const int units = static_cast<int>(members.first.size()) - 1;
    std::vector<int> missing(units, 0);
    for (const int user : users.items)
        ++missing[unitOf[user]];
    std::vector<int> order;
    for (int unit = 0; unit < units; ++unit)
        if (missing[unit] == 0 && members.begin(unit) < members.end(unit))
            order.push_back(unit);
    for (std::size_t next = 0; next < order.size(); ++next)
        for (int at = members.begin(order[next]); at < members.end(order[next]); ++at)
            for (int user = users.begin(members.items[at]); user < users.end(members.items[at]); ++user)
                if (const int unit = unitOf[users.items[user]]; --missing[unit] == 0)
                    order.push_back(unit);
    return order;
}

/// Takes the actions' lengths as they were measured.
void findLaunches(StepGraph& graph) {
    if (graph.actions.empty())
        return;
    const Time begin = std::ranges::min_element(graph.actions, {}, &Action::start)->start;
    const Time end = std::ranges::max_element(graph.actions, {}, &Action::end)->end();
    graph.measured = end - begin;
    for (std::size_t at = 0; at < graph.actions.size(); ++at) {
        Time free = begin;
        for (int need = graph.firstNeed[at]; need < graph.firstNeed[at + 1]; ++need)
            free = std::max(free, graph.actions[graph.needs[need]].end());
        graph.actions[at].launch = std::max<Time>(0, graph.actions[at].start - free);
    }
}

/// Lets the length of a member of a group count from the start of the last member.
void countFromLastStart(StepGraph& graph) {
    for (std::size_t unit = 0; unit + 1 < graph.units.size(); ++unit) {
        const std::span members(graph.actions.begin() + graph.units[unit],
                                graph.actions.begin() + graph.units[unit + 1]);
        const Time together = std::ranges::max_element(members, {}, &Action::start)->start;
        for (Action& action : members)
            action.length = std::max<Time>(0, action.end() - together);
    }
}

} // namespace

int GraphBuilder::add(const Action& action) {
    m_actions.push_back(action);
    return static_cast<int>(m_actions.size()) - 1;
}

void GraphBuilder::need(int action, int needed) {
    if (needed >= 0)
        m_needs.emplace_back(action, needed);
}

// Kahn's algorithm over units: a unit is ready when all needs of all its members are placed. O(actions + needs).
Result<StepGraph> GraphBuilder::finish(int step) && {
    const int count = static_cast<int>(m_actions.size());
    const std::vector<int> unitOf = unitsOf(m_actions);
    const Lists members = membersOf(unitOf);
    const Lists needs = listsOf(count, m_needs, &Entry::first, &Entry::second);
    const Lists users = listsOf(count, m_needs, &Entry::second, &Entry::first);
    StepGraph graph{.step = step};
    std::vector<int> order; // the actions'
    order.reserve(count);
    for (const int unit : readyOrder(unitOf, members, users)) {
        graph.units.push_back(static_cast<int>(order.size()));
        order.insert(order.end(), members.items.begin() + members.begin(unit),
                     members.items.begin() + members.end(unit));
    }
    if (static_cast<int>(order.size()) < count)
        return Error{say(phrase("measured", "the ops of step %1 wait for each other in a circle"), step)};
    graph.units.push_back(count);
    std::vector<int> placeOf(m_actions.size());
    for (int place = 0; place < count; ++place)
        placeOf[order[place]] = place;
    graph.actions.reserve(count);
    for (const int action : order) {
        graph.actions.push_back(m_actions[action]);
        graph.firstNeed.push_back(static_cast<int>(graph.needs.size()));
        for (int need = needs.begin(action); need < needs.end(action); ++need)
            graph.needs.push_back(placeOf[needs.items[need]]);
    }
    graph.firstNeed.push_back(static_cast<int>(graph.needs.size()));
    findLaunches(graph);
    countFromLastStart(graph);
    return graph;
}

Time replay(const StepGraph& graph, const std::vector<Time>& lengths, const std::vector<Time>& delays,
            std::vector<Time>& ends) {
    ends.resize(graph.actions.size());
    Time last = 0;
    for (std::size_t unit = 0; unit + 1 < graph.units.size(); ++unit) {
        Time start = 0;
        for (int at = graph.units[unit]; at < graph.units[unit + 1]; ++at) {
            Time free = 0;
            for (int need = graph.firstNeed[at]; need < graph.firstNeed[at + 1]; ++need)
                free = std::max(free, ends[graph.needs[need]]);
            start = std::max(start, delays.empty() ? free : free + delays[at]);
        }
        for (int at = graph.units[unit]; at < graph.units[unit + 1]; ++at) {
            ends[at] = start + lengths[at];
            last = std::max(last, ends[at]);
        }
    }
    return last;
}

} // namespace lanewright
