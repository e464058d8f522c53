// SPDX-License-Identifier: Apache-2.0
#include "core/solve/track.h"

#include "core/model/costs.h"

#include <algorithm>
#include <array>

namespace lanewright {

namespace {

/// What one microbatch of the direction takes of the rank when it runs alone.
Bytes needOf(const Instance& instance, int rank, int direction) {
    Bytes held = 0;
    const auto ours = [&](const Chunk& chunk) { return chunk.rank == rank && chunk.direction == direction; };
    for (const Chunk& chunk : instance.chunks)
        if (ours(chunk))
            held += chunk.forwardMemory;
    Bytes most = held;
    for (auto chunk = instance.chunks.rbegin(); chunk != instance.chunks.rend(); ++chunk)
        if (ours(*chunk)) {
            most = std::max(most, held + chunk->recomputeMemory);
            held += chunk->backwardMemory + chunk->weightMemory;
        }
    return most;
}

void addCells(const Instance& instance, const Chunk& chunk, int place, int microbatches, Track& track) {
    const bool fused = chunk.weight == 0;
    const Bytes backward = chunk.backwardMemory + (fused ? chunk.weightMemory : 0);
    track.cells.push_back(
        {.time = chunk.forward, .rise = chunk.forwardMemory, .change = chunk.forwardMemory, .count = microbatches});
    track.cells.push_back({.time = chunk.backward,
                           .rise = std::max({Bytes{0}, chunk.recomputeMemory, chunk.backwardMemory}),
                           .change = backward,
                           .follows = codeOf(place, OpKind::F),
                           .count = microbatches});
    track.cells.push_back({.time = chunk.weight,
                           .change = chunk.weightMemory,
                           .follows = codeOf(place, OpKind::B),
                           .count = fused ? 0 : microbatches * instance.weightParts,
                           .parts = instance.weightParts});
    track.direction.insert(track.direction.end(), kKinds, chunk.direction);
}

/// Tells the cell `from` that the cell `to` waits for what it yields.
void link(Track& track, int from, int to, int receiver, Time travel, int microbatches) {
    track.cells[to].source = from;
    Cell& cell = track.cells[from];
    cell.receiver = receiver;
    cell.travel = travel;
    cell.arrivals = track.arrivals;
    track.arrivals += microbatches;
}

} // namespace

std::int64_t Cell::shareOf(std::int64_t whole, int part, int parts) { return lanewright::shareOf(whole, part, parts); }

std::int64_t Track::ops() const {
    std::int64_t sum = 0;
    for (const int each : length)
        sum += each;
    return sum;
}

double meanOpLength(const Track& track) {
    double time = 0;
    for (const Cell& cell : track.cells)
        time += static_cast<double>(cell.time) * cell.count / cell.parts;
    return time / static_cast<double>(std::max<std::int64_t>(1, track.ops()));
}

Track trackOf(const Instance& instance) {
    Track track{.limit = instance.limit,
                .directions = static_cast<int>(instance.microbatches.size()),
                .optimizerMode = instance.optimizerMode,
                .iterationEnd = instance.iterationEnd};
    std::vector<int> cellOf(instance.chunks.size(), 0);
    for (int rank = 0; rank < instance.ranks(); ++rank) {
        track.firstCell.push_back(static_cast<int>(track.cells.size()));
        int length = 0;
        for (int place = 0; place < static_cast<int>(instance.onRank[rank].size()); ++place) {
            const int chunk = instance.onRank[rank][place];
            cellOf[chunk] = static_cast<int>(track.cells.size());
            addCells(instance, instance.chunks[chunk], place, instance.microbatchesOf(chunk), track);
            for (int kind = 0; kind < kKinds; ++kind)
                length += track.cells[cellOf[chunk] + kind].count;
        }
        track.length.push_back(length);
        for (int direction = 0; direction < track.directions; ++direction)
            track.need.push_back(instance.microbatches[direction] > 0 ? needOf(instance, rank, direction) : 0);
    }
    track.firstCell.push_back(static_cast<int>(track.cells.size()));
    for (int chunk = 0; chunk < static_cast<int>(instance.chunks.size()); ++chunk)
        if (const int next = instance.after(chunk); next >= 0) {
            const int microbatches = instance.microbatchesOf(chunk);
            const Chunk& from = instance.chunks[chunk];
            link(track, cellOf[chunk], cellOf[next], instance.chunks[next].rank, from.down, microbatches);
            link(track, cellOf[next] + 1, cellOf[chunk] + 1, from.rank, from.up, microbatches);
        }
    return track;
}

Tapes tapesOf(const Track& track, const Words& words) {
    Tapes tapes(words.size());
    for (int rank = 0; rank < track.ranks(); ++rank) {
        tapes[rank].reserve(track.length[rank]);
        for (const Letter& letter : words[rank])
            if (const Code code = codeOf(letter.chunk, letter.kind); track.cell(rank, code).count > 0)
                tapes[rank].push_back(code);
    }
    return tapes;
}

Words wordsFrom(const Track& track, const Instance& instance, const Tapes& tapes) {
    Words words(tapes.size());
    for (int rank = 0; rank < track.ranks(); ++rank)
        for (const Code code : tapes[rank]) {
            const int place = placeOf(code);
            const auto chunk = static_cast<std::uint8_t>(place);
            words[rank].push_back({chunk, kindOf(code)});
            if (kindOf(code) == OpKind::B && track.cell(rank, codeOf(place, OpKind::W)).count == 0)
                words[rank].insert(words[rank].end(), instance.weightParts, {chunk, OpKind::W});
        }
    return words;
}

bool isLegal(const Track& track, int rank, const Tape& tape) {
    // Enough for the usual rank; more places go to the heap.
    std::array<int, 48> few = {};
    std::vector<int> many;
    const int kinds = track.firstCell[rank + 1] - track.firstCell[rank];
    int* count = few.data();
    if (kinds > static_cast<int>(few.size())) {
        many.assign(kinds, 0);
        count = many.data();
    }
    const Cell* cells = track.cells.data() + track.firstCell[rank];
    const Bytes limit = track.limit[rank];
    Bytes held = 0;
    for (const Code code : tape) {
        const Cell& cell = cells[code];
        const int index = count[code]++;
        if (held + cell.rise > limit || index >= cell.count)
            return false;
        // The k-th part of a W needs the B of its microbatch.
        if (cell.follows >= 0 && count[cell.follows] <= index / cell.parts)
            return false;
        held += cell.changeOf(index);
    }
    return static_cast<int>(tape.size()) == track.length[rank];
}

Bytes peakOf(const Track& track, int rank, const Tape& tape) {
    std::vector<int> count(track.firstCell[rank + 1] - track.firstCell[rank], 0);
    Bytes held = 0;
    Bytes peak = 0;
    for (const Code code : tape) {
        const Cell& cell = track.cell(rank, code);
        peak = std::max(peak, held + cell.rise);
        held += cell.changeOf(count[code]++);
    }
    return peak;
}

} // namespace lanewright
