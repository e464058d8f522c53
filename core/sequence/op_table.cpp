// SPDX-License-Identifier: Apache-2.0
#include "core/sequence/op_table.h"

#include "core/base/mapped.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>

namespace lanewright {

namespace {

void addCells(const Instance& instance, const Chunk& chunk, int place, FreeWeights freeWeights, OpTable& table) {
    const int microbatches = instance.microbatches[chunk.direction];
    const bool fused = chunk.weight == 0 && freeWeights == FreeWeights::LeftOut;
    const Bytes backward = chunk.backwardMemory + (fused ? chunk.weightMemory : 0);
    table.cells.push_back(
        {.time = chunk.forward, .rise = chunk.forwardMemory, .change = chunk.forwardMemory, .count = microbatches});
    table.cells.push_back({.time = chunk.backward,
                           .rise = std::max({Bytes{0}, chunk.recomputeMemory, chunk.backwardMemory}),
                           .change = backward,
                           .follows = codeOf(place, OpKind::F),
                           .count = microbatches});
    table.cells.push_back({.time = chunk.weight,
                           .change = chunk.weightMemory,
                           .follows = codeOf(place, OpKind::B),
                           .count = fused ? 0 : microbatches * instance.weightParts,
                           .parts = instance.weightParts});
    table.direction.insert(table.direction.end(), kKinds, chunk.direction);
}

/// Tells the cell `from` that the cell `to` waits for what it yields.
void link(OpTable& table, int from, int to, int receiver, Time travel, int microbatches) {
    table.cells[to].source = from;
    Cell& cell = table.cells[from];
    cell.receiver = receiver;
    cell.travel = travel;
    cell.arrivals = table.arrivals;
    table.arrivals += microbatches;
}

/// Adds the cells of the rank's chunks, how long its sequence is and what one microbatch takes.
void addRank(const Instance& instance, int rank, FreeWeights freeWeights, OpTable& table) {
    const std::vector<int>& chunks = instance.onRank[rank];
    table.firstCell.push_back(static_cast<int>(table.cells.size()));
    for (int place = 0; place < static_cast<int>(chunks.size()); ++place)
        addCells(instance, instance.chunks[chunks[place]], place, freeWeights, table);
    table.length.push_back(summed(std::span(table.cells).subspan(table.firstCell.back()), &Cell::count));
    for (int direction = 0; direction < table.directions; ++direction)
        table.need.push_back(
            instance.microbatches[direction] > 0 ? std::max<Bytes>(0, needOf(instance, rank, direction).bytes) : 0);
}

/// Links the cells of each chunk with those of the next, and lets them take the own times of the table.
void linkChunks(const Instance& instance, OpTable& table) {
    const std::vector<int> places = instance.places();
    const auto cellOf = [&](int chunk, OpKind kind) {
        return table.firstCell[instance.chunks[chunk].rank] + codeOf(places[chunk], kind);
    };
    for (int chunk = 0; chunk < static_cast<int>(instance.chunks.size()); ++chunk) {
        const EachTime* const own = table.own ? &(*table.own)[chunk] : nullptr;
        if (own) {
            table.cells[cellOf(chunk, OpKind::F)].times = own->forward.data();
            table.cells[cellOf(chunk, OpKind::B)].times = own->backward.data();
            table.cells[cellOf(chunk, OpKind::W)].times = own->weight.data();
        }
        const int next = instance.after(chunk);
        if (next < 0)
            continue;
        if (own) {
            table.cells[cellOf(chunk, OpKind::F)].travels = own->down.data();
            table.cells[cellOf(next, OpKind::B)].travels = own->up.data();
        }
        const int microbatches = instance.microbatchesOf(chunk);
        const Chunk& from = instance.chunks[chunk];
        link(table, cellOf(chunk, OpKind::F), cellOf(next, OpKind::F), instance.chunks[next].rank, from.down,
             microbatches);
        link(table, cellOf(next, OpKind::B), cellOf(chunk, OpKind::B), from.rank, from.up, microbatches);
    }
}

} // namespace

std::int64_t OpTable::ops() const {
    return summed(length, [](int each) { return std::int64_t{each}; });
}

double meanOpLength(const OpTable& table) {
    double time = 0;
    for (const Cell& cell : table.cells)
        time += static_cast<double>(cell.time) * cell.count / cell.parts;
    return time / static_cast<double>(std::max<std::int64_t>(1, table.ops()));
}

OpTable tableOf(const Instance& instance, FreeWeights freeWeights) {
    OpTable table{.limit = instance.limit,
                  .directions = static_cast<int>(instance.microbatches.size()),
                  .optimizerMode = instance.optimizerMode,
                  .iterationEnd = instance.iterationEnd};
    for (int rank = 0; rank < instance.ranks(); ++rank)
        addRank(instance, rank, freeWeights, table);
    table.firstCell.push_back(static_cast<int>(table.cells.size()));
    if (!instance.each.empty())
        table.own = std::make_shared<const std::vector<EachTime>>(instance.each);
    linkChunks(instance, table);
    return table;
}

OpTable tableOfMeans(Instance instance) {
    instance.each.clear();
    return tableOf(instance, FreeWeights::Kept);
}

Sequences withoutFreeWeights(const OpTable& table, const Sequences& sequences) {
    Sequences without(sequences.size());
    for (int rank = 0; rank < table.ranks(); ++rank) {
        without[rank].reserve(table.length[rank]);
        for (const Code code : sequences[rank])
            if (table.cell(rank, code).count > 0)
                without[rank].push_back(code);
    }
    return without;
}

Sequences withFreeWeights(const OpTable& table, const Instance& instance, const Sequences& sequences) {
    Sequences with(sequences.size());
    for (int rank = 0; rank < table.ranks(); ++rank)
        for (const Code code : sequences[rank]) {
            with[rank].push_back(code);
            const Code weight = codeOf(placeOf(code), OpKind::W);
            if (kindOf(code) == OpKind::B && table.cell(rank, weight).count == 0)
                append(with[rank], weight, instance.weightParts);
        }
    return with;
}

std::optional<Bytes> peakOf(const OpTable& table, int rank, const Sequence& sequence) {
    std::vector<int> count(table.firstCell[rank + 1] - table.firstCell[rank], 0);
    const Cell* cells = table.cells.data() + table.firstCell[rank];
    Bytes held = 0;
    Bytes peak = 0;
    for (const Code code : sequence) {
        const Cell& cell = cells[code];
        const int index = count[code]++;
        // The k-th part of a W needs the B of its microbatch.
        const bool isEarly = cell.follows >= 0 && count[cell.follows] <= index / cell.parts;
        peak = std::max(peak, held + cell.rise);
        if (peak > table.limit[rank] || index >= cell.count || isEarly)
            return {};
        held += cell.changeOf(index);
    }
    return static_cast<int>(sequence.size()) == table.length[rank] ? std::optional(peak) : std::nullopt;
}

} // namespace lanewright
