// SPDX-License-Identifier: Apache-2.0
#include "core/trace/op_places.h"

#include "core/model/dataflow.h"

#include <algorithm>

namespace lanewright {

OpPlaces placesIn(const std::vector<const TracedStep*>& steps) {
    OpPlaces places;
    for (int rank = 0; rank < static_cast<int>(steps.size()); ++rank)
        for (const TracedOp& traced : steps[rank]->ops)
            for (const Op& op : opsIn(traced))
                places[op] = {.rank = rank, .traced = &traced};
    return places;
}

const OpPlaces::value_type* producerIn(const OpPlaces& places, const Value& value) {
    for (const bool fused : {false, true})
        if (const auto found = places.find(producerOf(value, fused)); found != places.end())
            return &*found;
    return nullptr;
}

Time usedAt(const Op& op, const TracedOp& traced) {
    if (traced.holdsWait)
        return traced.end;
    if (!traced.paired)
        return traced.start;
    if (traced.parts.size() == 2)
        return traced.parts[op == traced.op ? 0 : 1].start;
    return op == traced.op ? traced.start : traced.end;
}

Time madeAt(const TracedOp& traced) {
    return traced.sent != kUnknownTime ? std::max(traced.sent, traced.start) : traced.end;
}

} // namespace lanewright
