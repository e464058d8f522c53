// SPDX-License-Identifier: Apache-2.0
#include "core/analyse/compare.h"

#include "core/analyse/replay.h"

#include <algorithm>
#include <utility>

namespace lanewright {

namespace {

/// An op in a timeline.
struct Place {
    Op op = {};
    Slot slot = {};
    Time start = 0; ///< since the timeline's first start
    Time length = 0;
};

/// The first place of each op, by op.
std::vector<Place> placesOf(const Timeline& timeline) {
    const Time begin = extentOf(timeline).start;
    std::vector<Place> places;
    for (int rank = 0; rank < static_cast<int>(timeline.lanes.size()); ++rank)
        for (int position = 0; position < static_cast<int>(timeline.lanes[rank].size()); ++position) {
            const Span& span = timeline.lanes[rank][position];
            places.push_back({span.op, {rank, position}, span.start - begin, span.length()});
            if (span.paired)
                places.push_back({*span.paired, {rank, position}, span.start - begin, span.length()});
        }
    std::ranges::stable_sort(places, {}, &Place::op);
    const auto same = [](const Place& a, const Place& b) { return a.op == b.op; };
    places.erase(std::unique(places.begin(), places.end(), same), places.end());
    return places;
}

const Place* find(const std::vector<Place>& places, const Op& op) {
    const auto found = std::ranges::lower_bound(places, op, {}, &Place::op);
    return found != places.end() && found->op == op ? &*found : nullptr;
}

Time longestSpanOf(const Timeline& timeline) {
    Time longest = 0;
    for (const Lane& lane : timeline.lanes)
        longest = std::max(longest, extentOf(lane).length());
    return longest;
}

/// Walks along each planned lane: two ops that follow each other there and come the other way round in the actual lane.
std::vector<Inversion> inversionsOf(const Timeline& planned, const std::vector<Place>& actual) {
    std::vector<Inversion> inversions;
    for (int rank = 0; rank < static_cast<int>(planned.lanes.size()); ++rank) {
        const Place* before = nullptr;
        for (const Span& span : planned.lanes[rank]) {
            const Place* place = find(actual, span.op);
            if (!place || place->slot.rank != rank)
                continue;
            if (before && place->slot.position < before->slot.position)
                inversions.push_back({rank, before->op, place->op});
            before = place;
        }
    }
    return inversions;
}

/// The makespan of the plan if each block took its actual length; those that never ran keep the planned one.
Time makespanWithActualLengths(const Plan& plan, const std::vector<Place>& actual) {
    Replay::Begin begin;
    for (const Row& row : plan.schedule.order) {
        std::vector<Time>& lengths = begin.lengths.emplace_back();
        for (const Block& block : row) {
            const Place* place = find(actual, block.op);
            lengths.push_back(place ? place->length : durationOf(plan.schedule, plan.costs, block));
        }
    }
    return extentOf(Replay(plan.schedule, plan.costs).run(begin)).length();
}

} // namespace

Comparison compare(const Plan& plan, const Timeline& planned, const Timeline& actual) {
    const std::vector<Place> plannedPlaces = placesOf(planned);
    const std::vector<Place> actualPlaces = placesOf(actual);
    Comparison comparison;
    for (const Place& place : plannedPlaces)
        if (const Place* other = find(actualPlaces, place.op))
            comparison.deviations.push_back(
                {place.op, place.slot.rank, place.start, other->start, place.length, other->length});
        else
            comparison.onlyPlanned.push_back(place.op);
    for (const Place& place : actualPlaces)
        if (!find(plannedPlaces, place.op))
            comparison.onlyActual.push_back(place.op);
    std::ranges::stable_sort(comparison.deviations, {}, [](const Deviation& deviation) {
        return std::pair{deviation.rank, deviation.plannedStart};
    });
    comparison.inversions = inversionsOf(planned, actualPlaces);
    comparison.plannedMakespan = extentOf(planned).length();
    comparison.actualMakespan = extentOf(actual).length();
    comparison.plannedLongestSpan = longestSpanOf(planned);
    comparison.actualLongestSpan = longestSpanOf(actual);
    LostTime& lost = comparison.lost;
    lost.difference = comparison.actualMakespan - comparison.plannedMakespan;
    lost.durations = makespanWithActualLengths(plan, actualPlaces) - comparison.plannedMakespan;
    lost.waits = lost.difference - lost.durations;
    return comparison;
}

} // namespace lanewright
