// SPDX-License-Identifier: Apache-2.0
#include "core/measured/guessed_ways.h"

#include "core/base/mapped.h"
#include "core/base/median.h"

#include <algorithm>
#include <map>
#include <utility>

namespace lanewright {

namespace {

/// From a rank of a replica to another.
struct Link {
    int replica = 0;
    int sender = 0;
    int receiver = 0;

    static Link of(const Action& way) { return {way.replica, way.peer, way.rank}; }
    friend auto operator<=>(const Link&, const Link&) = default;
};

template <typename Key>
std::map<Key, Time> mediansOf(std::map<Key, std::vector<Time>> samples) {
    std::map<Key, Time> medians;
    for (auto& [key, times] : samples)
        medians.emplace(key, upperMedian(times));
    return medians;
}

/// The time of the key; `otherwise` where it has none.
template <typename Key>
Time timeOr(const std::map<Key, Time>& times, const Key& key, Time otherwise) {
    const auto found = times.find(key);
    return found == times.end() ? otherwise : found->second;
}

std::map<RankOfReplica, Time> usualLateness(const std::vector<DraftedStep>& steps) {
    std::map<RankOfReplica, std::vector<Time>> samples;
    for (const DraftedStep& step : steps)
        for (const auto& [rank, times] : step.lateness)
            samples[rank].insert(samples[rank].end(), times.begin(), times.end());
    return mediansOf(std::move(samples));
}

/// Links without a value that a rank stood waiting for have none. Ranks that `lateness` lacks are never late.
std::map<Link, Time> usualWays(const std::vector<DraftedStep>& steps, const std::map<RankOfReplica, Time>& lateness) {
    std::map<Link, std::vector<Time>> samples;
    for (const DraftedStep& step : steps)
        for (const GuessedWay& guess : step.guessed)
            if (guess.waitedFor) {
                const Action& way = step.graph.at(guess.action);
                const Time late = timeOr(lateness, {way.replica, way.rank}, 0);
                samples[Link::of(way)].push_back(std::max<Time>(0, way.length - late));
            }
    return mediansOf(std::move(samples));
}

} // namespace

void settleGuessedWays(std::vector<DraftedStep>& steps) {
    const std::map<Link, Time> usual = usualWays(steps, usualLateness(steps));
    std::vector<Time> all = mapped(usual, [](const auto& each) { return each.second; });
    const Time elsewhere = all.empty() ? 0 : upperMedian(all);
    for (DraftedStep& step : steps)
        for (const GuessedWay& guess : step.guessed) {
            Action& way = step.graph.at(guess.action);
            way.length = std::min(way.length, timeOr(usual, Link::of(way), elsewhere));
        }
}

} // namespace lanewright
