// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/random.h"
#include "core/sequence/list_rule.h"
#include "core/solve/effort.h"

#include <cstdint>
#include <vector>

/// Search over the rules of list scheduling: few numbers that change a whole schedule, so that it improves schedules
/// with too many ops to move one by one. Inside core/solve only.
namespace lanewright {

/// Rules whose microbatches in flight fall on a line from the first stage to the last, each with several ways to place
/// W. The rules that did best in trials come first.
std::vector<ListRule> listRules(const Instance& instance);

/// Rules with groups of about 0.3 to 1.25 times as many microbatches as ranks. Groups differ by one at most and the
/// larger ones come last, or the last is a tenth larger. Where memory is short, groups with fewer microbatches than
/// ranks hold less, and a larger last group fills the cool-down. None where groups gain nothing (`canGroup`) or no rank
/// has a limit.
std::vector<ListRule> groupRules(const OpTable& table, const Instance& instance);

/// A rule and what it makes.
struct RuleDraft {
    ListRule rule = {};
    Draft draft = {};
};

/// Local search over list rules, with a falling temperature. Keeps references.
class RuleSearch {
public:
    RuleSearch(const OpTable& table, const Instance& instance, Objective objective);

    /// Tries the rule. The draft stalls where a group has no room.
    RuleDraft attempt(const ListRule& rule);

    /// Changes the rule here and there: the microbatches in flight of a few stages in a row, how long W wait, how far
    /// they may reach, which op goes first, how large groups are. Returns the best rule found.
    RuleDraft run(const RuleDraft& start, const Effort& effort, Random& random);

private:
    struct Stretch {
        int from = 0;
        int to = 0; ///< included
    };

    /// Making sequences takes many times as long as timing them.
    std::int64_t opsOfRule() const { return 20 * m_table.ops() + 8; }
    Stretch stretch(int count, Random& random) const;
    void change(ListRule& rule, Random& random) const;
    void changeFlight(ListRule& rule, Random& random) const;
    void changeRanks(ListRule& rule, Random& random) const;

    const OpTable& m_table;
    const Instance& m_instance;
    Timer m_timer;
    RuleScheduler m_scheduler;
    std::vector<int> m_placeOf; ///< per chunk: its place on its rank
};

} // namespace lanewright
