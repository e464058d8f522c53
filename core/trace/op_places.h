// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/dataflow.h"
#include "core/model/op.h"
#include "core/trace/traced_job.h"

#include <map>
#include <vector>

namespace lanewright {

/// Where an op of a step stands in the trace.
struct OpPlace {
    int rank = 0;
    const TracedOp* traced = nullptr;
};
using OpPlaces = std::map<Op, OpPlace>;

/// All ops of a step, given as what each rank did in it; both ops of a pair stand at its place.
OpPlaces placesIn(const std::vector<const TracedStep*>& steps);

/// The op that yields a value, which of B and BW the trace has; null where it has neither.
const OpPlaces::value_type* producerIn(const OpPlaces& places, const Value& value);

/// Calls `take` with each value that crosses ranks: consumer, its place, producer, its place.
void forCrossings(const OpPlaces& places, int stages, const auto& take) {
    for (const auto& [op, place] : places)
        for (const Value& value : needsOf(op, stages))
            if (crossesRanks(value.kind))
                if (const auto* producer = producerIn(places, value); producer && producer->second.rank != place.rank)
                    take(op, place, producer->first, producer->second);
}

/// When an op of a pair, the second one, could begin at the latest: its own start where it is known, else the pair's
/// end. On the clock of its rank, as `madeAt` is.
Time usedAt(const Op& op, const TracedOp& traced);

/// When a value was there to leave: posted, or the end of its block, since pairs post what both halves made.
Time madeAt(const TracedOp& traced);

} // namespace lanewright
