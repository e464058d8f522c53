// SPDX-License-Identifier: Apache-2.0
#include "core/solve/microbatch_deals.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>

namespace lanewright {

MicrobatchTurns::Deal sortedReplicas(const MicrobatchTurns& turns, bool longFirst) {
    MicrobatchTurns::Deal deal;
    for (const MicrobatchTurns::Replica& replica : turns.replicas())
        for (const std::vector<int>& own : replica.turns) {
            std::vector<int> sorted = own;
            std::ranges::stable_sort(sorted, [&](int a, int b) {
                return longFirst ? turns.workOf(a) > turns.workOf(b) : turns.workOf(a) < turns.workOf(b);
            });
            for (std::size_t place = 0; place < own.size(); ++place)
                deal.push_back({own[place], turns.holds()[sorted[place]]});
        }
    return deal;
}

std::vector<int> longestFirst(const MicrobatchTurns& turns) {
    std::vector<int> sorted(turns.holds().size());
    std::iota(sorted.begin(), sorted.end(), 0);
    std::ranges::stable_sort(sorted, std::greater<>{}, [&](int turn) { return turns.workOf(turn); });
    for (int& turn : sorted)
        turn = turns.holds()[turn];
    return sorted;
}

MicrobatchTurns::Deal dealtToAndFro(const MicrobatchTurns& turns, const std::vector<int>& longFirst) {
    std::vector<std::vector<int>> turnsOf;
    for (const MicrobatchTurns::Replica& replica : turns.replicas())
        turnsOf.push_back(replica.allTurns());
    MicrobatchTurns::Deal deal;
    std::size_t next = 0;
    for (std::size_t round = 0; next < longFirst.size(); ++round)
        for (std::size_t i = 0; i < turnsOf.size(); ++i)
            if (const std::vector<int>& own = turnsOf[round % 2 == 0 ? i : turnsOf.size() - 1 - i]; round < own.size())
                deal.push_back({own[round], longFirst[next++]});
    return deal;
}

MicrobatchTurns::Deal dealtByLoad(const MicrobatchTurns& turns, const std::vector<int>& longFirst) {
    std::vector<std::vector<int>> turnsOf;
    for (const MicrobatchTurns::Replica& replica : turns.replicas())
        std::ranges::reverse(turnsOf.emplace_back(replica.allTurns()));
    std::vector<Time> load(turnsOf.size(), 0);
    MicrobatchTurns::Deal deal;
    std::vector<int> turnOf(turns.holds().size(), 0);
    for (int turn = 0; turn < static_cast<int>(turnOf.size()); ++turn)
        turnOf[turns.holds()[turn]] = turn;
    for (const int microbatch : longFirst) {
        std::size_t least = turnsOf.size();
        for (std::size_t replica = 0; replica < turnsOf.size(); ++replica)
            if (!turnsOf[replica].empty() && (least == turnsOf.size() || load[replica] < load[least]))
                least = replica;
        deal.push_back({turnsOf[least].back(), microbatch});
        turnsOf[least].pop_back();
        load[least] += turns.workOf(turnOf[microbatch]);
    }
    return deal;
}

} // namespace lanewright
