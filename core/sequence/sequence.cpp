// SPDX-License-Identifier: Apache-2.0
#include "core/sequence/sequence.h"

#include "core/base/places.h"

namespace lanewright {

namespace {

/// Writes one rank's row. The k-th op of a kind and chunk gets the k-th microbatch of the chunk's direction (`dealt`).
Row rowOf(const Plan& problem, const Instance& instance, const std::vector<std::vector<int>>& dealt, int rank,
          const Sequence& sequence) {
    std::vector<int> done(kKinds * instance.onRank[rank].size()); // per code
    Row row;
    for (const Code code : sequence) {
        const Chunk& chunk = instance.chunks[instance.onRank[rank][placeOf(code)]];
        Op op{.kind = kindOf(code), .stage = chunk.stage};
        const int parts = op.kind == OpKind::W ? instance.weightParts : 1;
        const int index = done[code]++;
        op.part = index % parts;
        op.microbatch = dealt[chunk.direction][index / parts];
        if (op.kind == OpKind::B && problem.costs.recomputes(problem.schedule.direction(op.microbatch), op.stage))
            row.push_back({.op = {.kind = OpKind::R, .stage = op.stage, .microbatch = op.microbatch}});
        row.push_back({.op = op});
    }
    return row;
}

bool isComplete(const Instance& instance, int rank, const Sequence& sequence) {
    std::vector<int> count(kKinds * instance.onRank[rank].size());
    for (const Code code : sequence)
        ++count[code];
    for (int code = 0; code < static_cast<int>(count.size()); ++code) {
        const auto own = static_cast<Code>(code);
        const int parts = kindOf(own) == OpKind::W ? instance.weightParts : 1;
        if (count[code] != parts * instance.microbatchesOf(instance.onRank[rank][placeOf(own)]))
            return false;
    }
    return true;
}

} // namespace

Schedule scheduleOf(const Plan& problem, const Sequences& sequences) {
    return scheduleOf(problem, instanceOf(problem), sequences);
}

Schedule scheduleOf(const Plan& problem, const Instance& instance, const Sequences& sequences) {
    Schedule schedule = problem.schedule;
    schedule.order.clear();
    const std::vector<std::vector<int>> dealt = dealOf(problem, instance);
    for (int rank = 0; rank < schedule.ranks(); ++rank)
        schedule.order.push_back(rowOf(problem, instance, dealt, rank, sequences[rank]));
    return schedule;
}

Result<Sequences> sequencesOf(const Plan& plan) { return sequencesOf(plan, instanceOf(plan)); }

Result<Sequences> sequencesOf(const Plan& plan, const Instance& instance) {
    const Schedule& schedule = plan.schedule;
    const std::vector<int> places = instance.places();
    Sequences sequences(schedule.ranks());
    for (int rank = 0; rank < static_cast<int>(schedule.order.size()); ++rank) {
        sequences[rank].reserve(schedule.order[rank].size());
        for (const Block& block : schedule.order[rank])
            for (const Op& op : opsIn(block)) {
                const int direction = instance.apart ? op.microbatch : schedule.direction(op.microbatch);
                const int chunk = direction * instance.stages + op.stage;
                if (instance.chunks[chunk].rank != rank)
                    return Error{say(phrase("refusal", "rank %1 runs ops of another rank"), rank),
                                 say(kOrderRow, rank)};
                const bool both = op.kind == OpKind::BW;
                if (op.kind != OpKind::R)
                    sequences[rank].push_back(codeOf(places[chunk], both ? OpKind::B : op.kind));
                if (both)
                    append(sequences[rank], codeOf(places[chunk], OpKind::W), instance.weightParts);
            }
    }
    for (int rank = 0; rank < schedule.ranks(); ++rank)
        if (!isComplete(instance, rank, sequences[rank]))
            return Error{say(phrase("refusal", "the order of rank %1 is not complete"), rank), say(kOrderRow, rank)};
    return sequences;
}

} // namespace lanewright
