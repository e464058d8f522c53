// SPDX-License-Identifier: Apache-2.0
#include "core/edit/drop_places.h"

#include "core/edit/edits.h"
#include "core/simulate/memory.h"
#include "core/simulate/simulate.h"

#include <algorithm>
#include <utility>

namespace lanewright {

std::string_view toText(PlaceRating rating) {
    switch (rating) {
    case PlaceRating::Better: return "better";
    case PlaceRating::Same: return "same";
    case PlaceRating::Worse: return "worse";
    case PlaceRating::Bad: return "bad";
    }
    return "?";
}

std::vector<PlaceRating> judgePlaces(const Plan& plan, const Timeline& timeline, int rank,
                                     const std::vector<int>& positions, int first, int last) {
    const Schedule row{.placement = {}, .order = {plan.schedule.order[rank]}};
    const bool runs = reachesEnd(plan.schedule, timeline);
    const Time makespan = extentOf(timeline).length();
    const std::optional<Bytes> limit = plan.memory.limitOf(rank);
    Schedule next = plan.schedule;
    Timeline then;
    std::vector<PlaceRating> ratings;
    ratings.reserve(std::max(0, last - first + 1));
    for (int boundary = first; boundary <= last; ++boundary) {
        Result<Schedule> moved = moveBlocks(row, 0, positions, boundary);
        if (!moved) {
            ratings.push_back(PlaceRating::Bad);
            continue;
        }
        next.order[rank] = std::move(moved->order.front());
        simulate(next, plan.costs, then);
        const Time length = extentOf(then).length();
        const bool over = limit && firstOver(next, plan.memory, plan.costs.weightParts, rank, *limit);
        if (over || (!reachesEnd(next, then) && runs))
            ratings.push_back(PlaceRating::Bad);
        else
            ratings.push_back(length < makespan   ? PlaceRating::Better
                              : length > makespan ? PlaceRating::Worse
                                                  : PlaceRating::Same);
    }
    return ratings;
}

} // namespace lanewright
