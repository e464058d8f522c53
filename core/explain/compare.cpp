// SPDX-License-Identifier: Apache-2.0
#include "core/explain/compare.h"

#include "core/base/median.h"
#include "core/explain/causes.h"
#include "core/simulate/replay.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
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

std::vector<std::vector<Time>> lengthsOf(const Plan& plan, const std::vector<Place>& actual) {
    std::vector<std::vector<Time>> lengths;
    lengths.reserve(plan.schedule.order.size());
    for (const Row& row : plan.schedule.order) {
        std::vector<Time>& ofRank = lengths.emplace_back();
        ofRank.reserve(row.size());
        for (const Block& block : row) {
            const Place* place = find(actual, block.op);
            ofRank.push_back(place ? place->length : durationOf(plan.schedule, plan.costs, block));
        }
    }
    return lengths;
}

Time makespanWith(const Plan& plan, std::vector<std::vector<Time>> lengths) {
    Replay::Begin begin;
    begin.lengths = std::move(lengths);
    return extentOf(Replay(plan.schedule, plan.costs).run(begin)).length();
}

/// Each length replaced by the median of its kind, stage, direction and partner's kind.
std::vector<std::vector<Time>> evened(const Plan& plan, std::vector<std::vector<Time>> lengths) {
    using Group = std::tuple<OpKind, int, int, int>;
    std::map<Group, std::vector<Time>> samples;
    const auto groupOf = [&](const Block& block) {
        const int partner = block.paired ? static_cast<int>(block.paired->kind) : -1;
        return Group{block.op.kind, block.op.stage, plan.schedule.direction(block.op.microbatch), partner};
    };
    const std::vector<Row>& order = plan.schedule.order;
    for (std::size_t rank = 0; rank < order.size(); ++rank)
        for (std::size_t position = 0; position < order[rank].size(); ++position)
            samples[groupOf(order[rank][position])].push_back(lengths[rank][position]);
    std::map<Group, Time> medians;
    for (auto& [group, values] : samples)
        medians[group] = upperMedian(values);
    for (std::size_t rank = 0; rank < order.size(); ++rank)
        for (std::size_t position = 0; position < order[rank].size(); ++position)
            lengths[rank][position] = medians[groupOf(order[rank][position])];
    return lengths;
}

/// The plan with the order that the actual lanes have. Where they lack or repeat ops, the plan as it is.
Plan withActualOrder(const Plan& plan, const Timeline& actual) {
    Plan next = plan;
    for (std::size_t rank = 0; rank < next.schedule.order.size() && rank < actual.lanes.size(); ++rank) {
        Row& row = next.schedule.order[rank];
        const Lane& lane = actual.lanes[rank];
        std::map<Op, Block> blocks;
        for (const Block& block : row)
            blocks.emplace(block.op, block);
        const auto known = [&](const Span& span) { return blocks.contains(span.op); };
        if (blocks.size() != row.size() || lane.size() != row.size() || !std::ranges::all_of(lane, known))
            return plan;
        std::set<Op> seen;
        for (std::size_t position = 0; position < lane.size(); ++position) {
            if (!seen.insert(lane[position].op).second)
                return plan;
            row[position] = blocks.at(lane[position].op);
        }
    }
    return next;
}

/// The costs with the transfer times that the actual timeline shows: per link the median time from the end of an op to
/// the start of one that stood waiting for what it yields. Links that nobody waited for stay as they are.
Costs withActualTransfers(const Plan& plan, const Timeline& actual) {
    const int ranks = plan.schedule.ranks();
    const Causes causes(plan, actual);
    std::map<std::pair<int, int>, std::vector<Time>> samples;
    for (int rank = 0; rank < static_cast<int>(actual.lanes.size()); ++rank)
        for (int position = 0; position < static_cast<int>(actual.lanes[rank].size()); ++position) {
            const Slot slot{rank, position};
            causes.eachInput(slot, [&](const Causes::Input& input) {
                const Time end = causes.spanAt(input.from).end;
                if (input.from.rank != rank && end > causes.rankFree(slot) && causes.spanAt(slot).start >= end)
                    samples[{input.from.rank, rank}].push_back(causes.spanAt(slot).start - end);
            });
        }
    Costs costs = plan.costs;
    if (samples.empty() || ranks == 0)
        return costs;
    std::vector<Time> matrix(static_cast<std::size_t>(ranks) * ranks);
    for (int from = 0; from < ranks; ++from)
        for (int to = 0; to < ranks; ++to)
            matrix[static_cast<std::size_t>(from) * ranks + to] = plan.costs.transfer.between(from, to);
    for (auto& [link, values] : samples)
        matrix[static_cast<std::size_t>(link.first) * ranks + link.second] = upperMedian(values);
    costs.transfer = {.ranks = ranks, .matrix = std::move(matrix)};
    return costs;
}

/// Takes one thing after the other from the actual timeline.
LostTime lostOf(const Plan& plan, Time planned, const Timeline& actual, const std::vector<Place>& places) {
    LostTime lost{.difference = extentOf(actual).length() - planned};
    lost.durations = makespanWith(plan, lengthsOf(plan, places)) - planned;
    lost.waits = lost.difference - lost.durations;
    Plan now = withActualOrder(plan, actual);
    const std::vector<std::vector<Time>> lengths = lengthsOf(now, places);
    Time before = planned;
    const auto take = [&before](Time makespan) { return makespan - std::exchange(before, makespan); };
    lost.schedule = take(makespanWith(now, lengthsOf(now, {})));
    lost.opTimes = take(makespanWith(now, evened(now, lengths)));
    lost.jitter = take(makespanWith(now, lengths));
    now.costs = withActualTransfers(now, actual);
    lost.transfers = take(makespanWith(now, lengths));
    lost.launch = take(planned + lost.difference);
    return lost;
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
    comparison.lost = lostOf(plan, comparison.plannedMakespan, actual, actualPlaces);
    return comparison;
}

Timeline retimed(const Plan& plan, const Timeline& actual) {
    Replay::Begin begin;
    begin.lengths = lengthsOf(plan, placesOf(actual));
    return Replay(plan.schedule, plan.costs).run(begin);
}

} // namespace lanewright
