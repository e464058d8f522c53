// SPDX-License-Identifier: Apache-2.0
#include "core/sequence/instance.h"

#include "core/base/places.h"
#include "core/model/text.h"
#include "core/simulate/amounts.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <string>

namespace lanewright {

namespace {

Chunk chunkFrom(const Plan& problem, int direction, int stage) {
    const Placement& placement = problem.schedule.placement;
    const StageCosts& costs = problem.costs.of(direction, stage);
    const StageMemory& memory = problem.memory.of(direction, stage);
    const int rank = placement.rankOf(direction, stage);
    const Bytes recompute = costs.recompute ? memory.recompute : 0;
    Chunk chunk{.direction = direction,
                .stage = stage,
                .rank = rank,
                .forward = costs.forward,
                .backward = costs.backwardInput + costs.recompute.value_or(0),
                .weight = costs.backwardWeight,
                .forwardMemory = memory.forward,
                .backwardMemory = memory.backwardInput + recompute,
                .weightMemory = memory.backwardWeight,
                .recomputeMemory = recompute,
                .overlapped = costs.overlapped,
                .recompute = costs.recompute};
    if (stage + 1 < placement.stages()) {
        const int next = placement.rankOf(direction, stage + 1);
        chunk.down = problem.costs.transfer.between(rank, next);
        chunk.up = problem.costs.transfer.between(next, rank);
    }
    return chunk;
}

/// Gives the k-th op of a kind and chunk its microbatch, and writes one rank's row.
class RowWriter {
public:
    RowWriter(const Plan& problem, const Instance& instance, int rank)
        : m_costs(problem.costs), m_instance(instance), m_rank(rank), m_done(instance.onRank[rank].size()),
          m_microbatches(instance.microbatches.size()) {
        for (int microbatch = 0; microbatch < problem.schedule.microbatches; ++microbatch)
            m_microbatches[problem.schedule.direction(microbatch)].push_back(microbatch);
    }

    void write(const Letter& letter) {
        const Chunk& chunk = m_instance.chunks[m_instance.onRank[m_rank][letter.chunk]];
        int& done = m_done[letter.chunk][static_cast<std::size_t>(letter.kind)];
        const int parts = letter.kind == OpKind::W ? m_instance.weightParts : 1;
        const int microbatch = m_microbatches[chunk.direction][done / parts];
        if (letter.kind == OpKind::B && m_costs.recomputes(chunk.direction, chunk.stage))
            put({.kind = OpKind::R, .stage = chunk.stage, .microbatch = microbatch});
        put({.kind = letter.kind, .part = done % parts, .stage = chunk.stage, .microbatch = microbatch});
        ++done;
    }
    Row take() { return std::move(m_row); }

private:
    void put(const Op& op) { m_row.push_back({.op = op}); }

    const Costs& m_costs;
    const Instance& m_instance;
    int m_rank;
    std::vector<std::array<int, kOpKinds>> m_done;
    std::vector<std::vector<int>> m_microbatches; ///< per direction
    Row m_row;
};

/// The letters of an op, in the order in which it does them.
void addLetters(Word& word, std::uint8_t chunk, const Op& op, int weightParts) {
    switch (op.kind) {
    case OpKind::F:
    case OpKind::B:
    case OpKind::W: word.push_back({chunk, op.kind}); return;
    case OpKind::BW:
        word.push_back({chunk, OpKind::B});
        word.insert(word.end(), weightParts, {chunk, OpKind::W});
        return;
    case OpKind::R: return;
    }
}

bool isComplete(const Instance& instance, int rank, const Word& word) {
    std::vector<std::array<int, kOpKinds>> count(instance.onRank[rank].size());
    for (const Letter& letter : word)
        ++count[letter.chunk][static_cast<std::size_t>(letter.kind)];
    for (std::size_t chunk = 0; chunk < count.size(); ++chunk) {
        const int microbatches = instance.microbatchesOf(instance.onRank[rank][chunk]);
        if (count[chunk][static_cast<std::size_t>(OpKind::F)] != microbatches ||
            count[chunk][static_cast<std::size_t>(OpKind::B)] != microbatches ||
            count[chunk][static_cast<std::size_t>(OpKind::W)] != microbatches * instance.weightParts)
            return false;
    }
    return true;
}

/// What one microbatch of the direction takes of a rank when it runs alone, and the op that takes the most.
struct Need {
    Bytes bytes = 0;
    Op op = {};
};

Need needOf(const Instance& instance, int rank, int direction) {
    Need need;
    Bytes held = 0;
    const auto raise = [&](Bytes bytes, const Op& op) {
        if (bytes > need.bytes)
            need = {bytes, op};
    };
    const auto ours = [&](const Chunk& chunk) { return chunk.rank == rank && chunk.direction == direction; };
    for (const Chunk& chunk : instance.chunks)
        if (ours(chunk)) {
            held += chunk.forwardMemory;
            raise(held, {.kind = OpKind::F, .stage = chunk.stage});
        }
    for (auto chunk = instance.chunks.rbegin(); chunk != instance.chunks.rend(); ++chunk)
        if (ours(*chunk)) {
            raise(held + chunk->recomputeMemory, {.kind = OpKind::R, .stage = chunk->stage});
            held += chunk->backwardMemory + chunk->weightMemory;
        }
    return need;
}

} // namespace

Time Instance::workOf(int rank) const {
    Time work = 0;
    for (const int chunk : onRank[rank])
        work += microbatchesOf(chunk) * chunks[chunk].work();
    return work;
}

Instance instanceOf(const Plan& problem) {
    const Schedule& schedule = problem.schedule;
    const int directions = static_cast<int>(schedule.placement.directions.size());
    Instance instance{.stages = schedule.stages(),
                      .weightParts = problem.costs.weightParts,
                      .optimizerMode = problem.optimizerMode,
                      .iterationEnd = iterationEndOf(problem)};
    instance.microbatches.assign(directions, 0);
    if (directions == 1)
        instance.microbatches[0] = schedule.microbatches;
    else
        for (int microbatch = 0; microbatch < schedule.microbatches; ++microbatch)
            ++instance.microbatches[schedule.direction(microbatch)];
    instance.onRank.resize(schedule.ranks());
    for (int direction = 0; direction < directions; ++direction)
        for (int stage = 0; stage < instance.stages; ++stage) {
            const Chunk chunk = chunkFrom(problem, direction, stage);
            instance.onRank[chunk.rank].push_back(static_cast<int>(instance.chunks.size()));
            instance.chunks.push_back(chunk);
        }
    for (int rank = 0; rank < schedule.ranks(); ++rank)
        instance.limit.push_back(std::clamp<Bytes>(problem.memory.limitOf(rank).value_or(Instance::kNoLimit),
                                                   -Instance::kNoLimit, Instance::kNoLimit));
    return instance;
}

Schedule scheduleOf(const Plan& problem, const Words& words) {
    const Instance instance = instanceOf(problem);
    Schedule schedule = problem.schedule;
    schedule.order.assign(schedule.ranks(), {});
    for (int rank = 0; rank < schedule.ranks(); ++rank) {
        RowWriter writer(problem, instance, rank);
        for (const Letter& letter : words[rank])
            writer.write(letter);
        schedule.order[rank] = writer.take();
    }
    return schedule;
}

Result<Words> wordsOf(const Plan& plan) {
    const Schedule& schedule = plan.schedule;
    const Instance instance = instanceOf(plan);
    std::vector<std::uint8_t> places(instance.chunks.size());
    for (const std::vector<int>& chunks : instance.onRank)
        for (std::size_t place = 0; place < chunks.size(); ++place)
            places[chunks[place]] = static_cast<std::uint8_t>(place);
    Words words(schedule.ranks());
    for (int rank = 0; rank < static_cast<int>(schedule.order.size()); ++rank) {
        const auto add = [&](const Op& op) {
            const int chunk = schedule.direction(op.microbatch) * instance.stages + op.stage;
            if (instance.chunks[chunk].rank != rank)
                return false;
            addLetters(words[rank], places[chunk], op, instance.weightParts);
            return true;
        };
        for (const Block& block : schedule.order[rank])
            if (!add(block.op) || (block.paired && !add(*block.paired)))
                return Error{say(phrase("refusal", "rank %1 runs ops of another rank"), rank), say(kOrderRow, rank)};
    }
    for (int rank = 0; rank < schedule.ranks(); ++rank)
        if (!isComplete(instance, rank, words[rank]))
            return Error{say(phrase("refusal", "the order of rank %1 is not complete"), rank), say(kOrderRow, rank)};
    return words;
}

std::optional<Error> lacksRoom(const Plan& problem) {
    const Instance instance = instanceOf(problem);
    for (int rank = 0; rank < instance.ranks(); ++rank) {
        Need need;
        for (int direction = 0; direction < static_cast<int>(instance.microbatches.size()); ++direction)
            if (const Need own = needOf(instance, rank, direction);
                instance.microbatches[direction] > 0 && own.bytes > need.bytes)
                need = own;
        if (need.bytes <= instance.limit[rank])
            continue;
        return Error{
            say(phrase("refusal", "rank %1 can't run %2: one microbatch takes %3 there, and its memory limit is "
                                  "%4; the least limit that would do is %3"),
                rank, toText(need.op), inUnit(need.bytes, problem.memoryUnit),
                inUnit(*problem.memory.limitOf(rank), problem.memoryUnit)),
            say(kRankPlace, rank)};
    }
    return {};
}

} // namespace lanewright
