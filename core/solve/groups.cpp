// SPDX-License-Identifier: Apache-2.0
#include "core/solve/groups.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace lanewright {

namespace {

/// Sizes that are drawn repeat after at most so many.
constexpr int kLongestWord = 3;
constexpr std::size_t kMostKnown = 16;
/// Groups that are tried again, or changed, are the best or one of so many.
constexpr int kGood = 4;
/// Percent of tries that are of the best, that change nothing, and after which one more change follows.
constexpr int kBest = 60;
constexpr int kAgain = 30;
constexpr int kMoreChanges = 40;

} // namespace

bool canGroup(const Instance& instance) {
    const int ranks = instance.ranks();
    if (instance.microbatches.size() > 1 || instance.stages == ranks || instance.stages % ranks > 0)
        return false;
    return std::ranges::all_of(instance.chunks, [&](const Chunk& chunk) { return chunk.rank == chunk.stage % ranks; });
}

Groups drawGroups(int microbatches, int most, Random& random) {
    std::array<int, kLongestWord> word = {};
    const int length = random.between(1, kLongestWord);
    const int size = random.between(1, most);
    for (int& each : word)
        each = std::clamp(size + random.between(-1, 1), 1, most);
    Groups groups;
    for (int left = microbatches; left > 0; left -= groups.back())
        groups.push_back(std::min(word[groups.size() % length], left));
    return groups;
}

void changeGroups(Groups& groups, Random& random) {
    const int count = static_cast<int>(groups.size());
    const int one = random.below(count);
    const int other = random.below(count);
    const int die = random.below(4);
    if (die == 0 && one + 1 < count) {
        groups[one] += groups[one + 1];
        groups.erase(groups.begin() + one + 1);
    } else if (die == 1 && groups[one] > 1) {
        const int rest = random.between(1, groups[one] - 1);
        groups[one] -= rest;
        groups.insert(groups.begin() + one + 1, rest);
    } else if (groups[one] > 1) {
        --groups[one];
        ++groups[other];
    }
}

void KnownGroups::learn(const Groups& groups, double energy) {
    const auto known = std::ranges::find(m_known, groups, &Known::groups);
    if (known == m_known.end())
        m_known.push_back({groups, energy});
    else
        known->energy = std::min(known->energy, energy);
    std::ranges::stable_sort(m_known, {}, &Known::energy);
    if (m_known.size() > kMostKnown)
        m_known.pop_back();
}

void KnownGroups::learn(const KnownGroups& others) {
    for (const Known& known : others.m_known)
        learn(known.groups, known.energy);
}

Groups KnownGroups::next(Random& random) const {
    if (m_known.empty())
        return {};
    const int good = std::min(kGood, static_cast<int>(m_known.size()));
    Groups groups = m_known[random.chance(kBest) ? 0 : random.below(good)].groups;
    if (random.chance(kAgain))
        return groups;
    do
        changeGroups(groups, random);
    while (random.chance(kMoreChanges));
    return groups;
}

} // namespace lanewright
