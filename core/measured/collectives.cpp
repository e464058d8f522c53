// SPDX-License-Identifier: Apache-2.0
#include "core/measured/collectives.h"

#include "core/base/counted_up.h"
#include "core/base/mapped.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>

namespace lanewright {

namespace {

/// Spans of a collective belong together where they meet in so many of all cases.
constexpr double kMeet = 0.75;

/// Which ranks take part in a collective together.
enum class Scope : std::uint8_t { Job, Replica, Twins, Alone };

/// One call of a collective, in which the actions of several ranks take part; −1: those of all replicas, or ranks.
struct CollectiveCall {
    int family = 0;
    int occurrence = 0;
    int replica = -1;
    int rank = -1;

    friend auto operator<=>(const CollectiveCall&, const CollectiveCall&) = default;
};

/// The call that the action takes part in, were calls of that scope.
CollectiveCall callOf(const OutsideAction& each, Scope scope) {
    CollectiveCall call{.family = each.family, .occurrence = each.occurrence};
    if (scope == Scope::Replica)
        call.replica = each.replica;
    if (scope == Scope::Twins)
        call.rank = each.rank;
    return call;
}

/// The time that all who take part in a call have in common.
struct CommonTime {
    Time start = std::numeric_limits<Time>::min();
    Time end = std::numeric_limits<Time>::max();
    int members = 0;

    void add(const Action& action) {
        start = std::max(start, action.start);
        end = std::min(end, action.end());
        ++members;
    }
};

/// What part of the family's collectives meet, were they of that scope; 0 where none has two members.
double meeting(const std::vector<DraftedStep>& steps, int family, Scope scope) {
    int together = 0;
    int count = 0;
    for (const DraftedStep& step : steps) {
        std::map<CollectiveCall, CommonTime> calls;
        for (const OutsideAction& each : step.outside)
            if (each.family == family)
                calls[callOf(each, scope)].add(step.graph.at(each.action));
        for (const auto& [call, time] : calls)
            if (time.members > 1) {
                ++count;
                together += time.start < time.end ? 1 : 0;
            }
    }
    return count > 0 ? static_cast<double>(together) / count : 0;
}

Scope scopeOf(const std::vector<DraftedStep>& steps, int family, SideKind kind) {
    switch (kind) {
    case SideKind::Gather:
    case SideKind::Reduce: return meeting(steps, family, Scope::Twins) >= kMeet ? Scope::Twins : Scope::Alone;
    case SideKind::Collective:
        for (const Scope scope : {Scope::Job, Scope::Replica, Scope::Twins})
            if (meeting(steps, family, scope) >= kMeet)
                return scope;
        return Scope::Alone;
    case SideKind::Send:
    case SideKind::Receive:
    case SideKind::Host:
    case SideKind::Other: break;
    }
    return Scope::Alone;
}

} // namespace

void groupCollectives(std::vector<DraftedStep>& steps, const std::vector<SideKind>& kinds) {
    const std::vector<Scope> scopes = mapped(countedUp(static_cast<int>(kinds.size())),
                                             [&](int family) { return scopeOf(steps, family, kinds[family]); });
    for (DraftedStep& step : steps) {
        std::map<CollectiveCall, int> groups;
        for (const OutsideAction& each : step.outside)
            if (const Scope scope = scopes[each.family]; scope != Scope::Alone) {
                const auto group = groups.try_emplace(callOf(each, scope), static_cast<int>(groups.size())).first;
                step.graph.at(each.action).group = group->second;
            }
    }
}

} // namespace lanewright
