// SPDX-License-Identifier: Apache-2.0
#include "core/solve/pairs/pair_moves.h"

#include <algorithm>

namespace lanewright {

namespace {

/// A distance from 1 on: mostly short, now and then far.
int reachOf(std::size_t blocks, Random& random) {
    const int most = std::max(1, static_cast<int>(blocks) - 1);
    return 1 + random.below(random.chance(70) ? std::min(6, most) : most);
}

int clampedTo(const PairRow& row, int position) { return std::clamp(position, 0, static_cast<int>(row.size()) - 1); }

void moveBlock(PairRow& row, int from, int to) {
    const auto first = row.begin();
    if (from < to)
        std::rotate(first + from, first + from + 1, first + to + 1);
    else
        std::rotate(first + to, first + from, first + from + 1);
}

bool shift(PairRow& row, int from, Random& random) {
    const int reach = reachOf(row.size(), random);
    const int to = clampedTo(row, random.chance(50) ? from + reach : from - reach);
    if (to == from || row[to] == row[from])
        return false;
    moveBlock(row, from, to);
    return true;
}

/// A B in a pair takes in the next W of its chunk, or leaves its own for later.
bool toggleWeight(PairRow& row, int at, Random& random) {
    PairBlock& pair = row[at];
    if (!pair.isPair())
        return false;
    const PairBlock weight{codeOf(placeOf(pair.partner), OpKind::W)};
    if (pair.fused) {
        pair.fused = false;
        const int to = std::min(static_cast<int>(row.size()), at + reachOf(row.size(), random));
        row.insert(row.begin() + to, weight);
        return true;
    }
    const auto next = std::find(row.begin() + at, row.end(), weight);
    if (next == row.end())
        return false;
    pair.fused = true;
    row.erase(next);
    return true;
}

/// Makes a pair of a single F and a single B nearby, at the place of either.
bool join(PairRow& row, int at, Random& random) {
    const auto isSingle = [&](int position, OpKind kind) {
        const PairBlock& block = row[position];
        return !block.isPair() && kindOf(block.op) == kind;
    };
    const bool forward = isSingle(at, OpKind::F);
    if (!forward && !isSingle(at, OpKind::B))
        return false;
    const OpKind wanted = forward ? OpKind::B : OpKind::F;
    const int step = random.chance(50) ? 1 : -1;
    int other = at;
    for (int skip = random.chance(70) ? 0 : random.below(4);; --skip) {
        other += step;
        while (other >= 0 && other < static_cast<int>(row.size()) && !isSingle(other, wanted))
            other += step;
        if (other < 0 || other >= static_cast<int>(row.size()))
            return false;
        if (skip <= 0)
            break;
    }
    const int front = forward ? at : other;
    const int back = forward ? other : at;
    PairBlock pair{row[front].op, row[back].op, false};
    const bool atFront = random.chance(50);
    const int kept = atFront ? front : back;
    const int gone = atFront ? back : front;
    row[kept] = pair;
    row.erase(row.begin() + gone);
    // Half of the time with its W: where a pair pays with a BW only, the way through one with a B would be uphill.
    if (random.chance(50))
        toggleWeight(row, gone < kept ? kept - 1 : kept, random);
    return true;
}

bool part(PairRow& row, int at, Random& random) {
    const PairBlock pair = row[at];
    if (!pair.isPair())
        return false;
    const bool frontFirst = random.chance(50);
    const PairBlock front{pair.op};
    const PairBlock back{pair.partner};
    row[at] = frontFirst ? front : back;
    row.insert(row.begin() + at + 1, frontFirst ? back : front);
    if (pair.fused)
        row.insert(row.begin() + at + 2, PairBlock{codeOf(placeOf(pair.partner), OpKind::W)});
    return true;
}

/// A pair takes another F or B of its rank, which takes the place of its own.
bool exchange(PairRow& row, int at, Random& random) {
    PairBlock& pair = row[at];
    if (!pair.isPair())
        return false;
    const int reach = reachOf(row.size(), random);
    const int other = clampedTo(row, random.chance(50) ? at + reach : at - reach);
    PairBlock& block = row[other];
    if (kindOf(block.op) == OpKind::F && block.op != pair.op) {
        std::swap(block.op, pair.op);
        return true;
    }
    if (!block.isPair() && kindOf(block.op) == OpKind::B && block.op != pair.partner && !pair.fused) {
        std::swap(block.op, pair.partner);
        return true;
    }
    if (block.isPair() && block.partner != pair.partner) {
        std::swap(block.partner, pair.partner);
        std::swap(block.fused, pair.fused);
        return true;
    }
    return false;
}

} // namespace

bool changeRow(PairRow& row, int at, Random& random) {
    const int kind = random.below(100);
    if (kind < 50)
        return shift(row, at, random);
    if (kind < 68)
        return join(row, at, random);
    if (kind < 76)
        return part(row, at, random);
    if (kind < 88)
        return exchange(row, at, random);
    return toggleWeight(row, at, random);
}

} // namespace lanewright
