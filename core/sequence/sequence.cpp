// SPDX-License-Identifier: Apache-2.0
#include "core/sequence/sequence.h"

#include "core/base/places.h"

#include <utility>

namespace lanewright {

namespace {

/// Gives the k-th op of a kind and chunk its microbatch, and writes one rank's row.
class RowWriter {
public:
    RowWriter(const Plan& problem, const Instance& instance, int rank)
        : m_problem(problem), m_instance(instance), m_rank(rank), m_done(kKinds * instance.onRank[rank].size()),
          m_microbatches(dealOf(problem, instance)) {}

    void write(Code code) {
        const Chunk& chunk = m_instance.chunks[m_instance.onRank[m_rank][placeOf(code)]];
        const OpKind kind = kindOf(code);
        const int done = m_done[code]++;
        const int parts = kind == OpKind::W ? m_instance.weightParts : 1;
        const int microbatch = m_microbatches[chunk.direction][done / parts];
        if (kind == OpKind::B && m_problem.costs.recomputes(m_problem.schedule.direction(microbatch), chunk.stage))
            put({.kind = OpKind::R, .stage = chunk.stage, .microbatch = microbatch});
        put({.kind = kind, .part = done % parts, .stage = chunk.stage, .microbatch = microbatch});
    }
    Row take() { return std::move(m_row); }

private:
    void put(const Op& op) { m_row.push_back({.op = op}); }

    const Plan& m_problem;
    const Instance& m_instance;
    int m_rank;
    std::vector<int> m_done;                      ///< per code
    std::vector<std::vector<int>> m_microbatches; ///< per direction
    Row m_row;
};

/// Adds what the op does, in the order in which it does it.
void addOp(Sequence& sequence, int place, const Op& op, int weightParts) {
    switch (op.kind) {
    case OpKind::F:
    case OpKind::B:
    case OpKind::W: sequence.push_back(codeOf(place, op.kind)); return;
    case OpKind::BW:
        sequence.push_back(codeOf(place, OpKind::B));
        append(sequence, codeOf(place, OpKind::W), weightParts);
        return;
    case OpKind::R: return;
    }
}

bool isComplete(const Instance& instance, int rank, const Sequence& sequence) {
    std::vector<int> count(kKinds * instance.onRank[rank].size());
    for (const Code code : sequence)
        ++count[code];
    for (int place = 0; place < static_cast<int>(instance.onRank[rank].size()); ++place) {
        const int microbatches = instance.microbatchesOf(instance.onRank[rank][place]);
        if (count[codeOf(place, OpKind::F)] != microbatches || count[codeOf(place, OpKind::B)] != microbatches ||
            count[codeOf(place, OpKind::W)] != microbatches * instance.weightParts)
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
    schedule.order.assign(schedule.ranks(), {});
    for (int rank = 0; rank < schedule.ranks(); ++rank) {
        RowWriter writer(problem, instance, rank);
        for (const Code code : sequences[rank])
            writer.write(code);
        schedule.order[rank] = writer.take();
    }
    return schedule;
}

Result<Sequences> sequencesOf(const Plan& plan) { return sequencesOf(plan, instanceOf(plan)); }

Result<Sequences> sequencesOf(const Plan& plan, const Instance& instance) {
    const Schedule& schedule = plan.schedule;
    const std::vector<int> places = instance.places();
    Sequences sequences(schedule.ranks());
    for (int rank = 0; rank < static_cast<int>(schedule.order.size()); ++rank) {
        sequences[rank].reserve(schedule.order[rank].size());
        const auto add = [&](const Op& op) {
            const int direction = instance.apart ? op.microbatch : schedule.direction(op.microbatch);
            const int chunk = direction * instance.stages + op.stage;
            if (instance.chunks[chunk].rank != rank)
                return false;
            addOp(sequences[rank], places[chunk], op, instance.weightParts);
            return true;
        };
        for (const Block& block : schedule.order[rank])
            if (!add(block.op) || (block.paired && !add(*block.paired)))
                return Error{say(phrase("refusal", "rank %1 runs ops of another rank"), rank), say(kOrderRow, rank)};
    }
    for (int rank = 0; rank < schedule.ranks(); ++rank)
        if (!isComplete(instance, rank, sequences[rank]))
            return Error{say(phrase("refusal", "the order of rank %1 is not complete"), rank), say(kOrderRow, rank)};
    return sequences;
}

} // namespace lanewright
