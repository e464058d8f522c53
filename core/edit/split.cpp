// SPDX-License-Identifier: Apache-2.0
#include "core/edit/edits.h"

#include "core/model/block_ops.h"

#include <algorithm>
#include <iterator>
#include <vector>

namespace lanewright {

namespace {

/// The backward that an op belongs to.
using Cell = std::pair<int, int>;

Cell cellOf(const Op& op) { return {op.stage, op.microbatch}; }

bool isHalf(const Op& op) { return op.kind == OpKind::B || op.kind == OpKind::W; }

} // namespace

std::set<Op> withOtherForms(const Schedule& schedule, const std::set<Op>& ops) {
    std::set<Cell> halves;
    std::set<Cell> wholes;
    for (const Op& op : ops) {
        if (isHalf(op))
            halves.insert(cellOf(op));
        if (op.kind == OpKind::BW)
            wholes.insert(cellOf(op));
    }
    std::set<Op> all = ops;
    forEachOp(schedule.order, [&](const Op& op) {
        if ((op.kind == OpKind::BW && halves.contains(cellOf(op))) || (isHalf(op) && wholes.contains(cellOf(op))))
            all.insert(op);
    });
    return all;
}

Result<std::pair<Schedule, std::set<Op>>> splitAll(const Schedule& schedule, const std::set<Op>& ops, int weightParts) {
    Schedule next = schedule;
    std::set<Op> made;
    for (Row& row : next.order) {
        Row cut;
        cut.reserve(row.size());
        for (Block block : row) {
            Row weights;
            changeOps(block, [&](Op& op) {
                if (op.kind != OpKind::BW || !ops.contains(op))
                    return;
                op.kind = OpKind::B;
                made.insert(op);
                for (int part = 0; part < weightParts; ++part) {
                    const Op weight{.kind = OpKind::W, .part = part, .stage = op.stage, .microbatch = op.microbatch};
                    made.insert(weight);
                    weights.push_back({.op = weight});
                }
            });
            cut.push_back(block);
            cut.insert(cut.end(), weights.begin(), weights.end());
        }
        row = std::move(cut);
    }
    if (made.empty())
        return Error{say(phrase("refusal", "there is no BW among the blocks that could be split"))};
    return std::pair{std::move(next), std::move(made)};
}

Result<Schedule> cutWeights(const Schedule& schedule, int from, int to) {
    Schedule next = schedule;
    bool hasWeights = false;
    for (Row& row : next.order) {
        Row cut;
        cut.reserve(row.size());
        for (const Block& block : row) {
            cut.push_back(block);
            if (block.op.kind != OpKind::W) // which no pair holds
                continue;
            hasWeights = true;
            cut.back().op.part = block.op.part * (to / from);
            for (int more = 1; more < to / from; ++more) {
                cut.push_back({.op = block.op});
                cut.back().op.part = block.op.part * (to / from) + more;
            }
        }
        row = std::move(cut);
    }
    if (hasWeights && to % from != 0)
        return Error{
            say(phrase("refusal", "each W is in %1 parts already; these can be cut into a multiple, not into %2"), from,
                to)};
    return next;
}

Result<std::pair<Schedule, std::set<Op>>> fuseAll(const Schedule& schedule, const std::set<Op>& ops) {
    std::set<Cell> wanted;
    for (const Op& op : ops)
        if (isHalf(op))
            wanted.insert(cellOf(op));
    std::set<Cell> inputs;
    std::set<Cell> weights;
    forEachOp(schedule.order, [&](const Op& op) {
        if (isHalf(op) && wanted.contains(cellOf(op)))
            (op.kind == OpKind::B ? inputs : weights).insert(cellOf(op));
    });
    std::set<Cell> cells;
    std::ranges::set_intersection(inputs, weights, std::inserter(cells, cells.end()));
    if (cells.empty())
        return Error{say(phrase("refusal", "there is no B among the blocks whose W is in the order, too"))};
    Schedule next = schedule;
    std::set<Op> made;
    for (Row& row : next.order) {
        eraseOps(row, [&](const Op& op) { return op.kind == OpKind::W && cells.contains(cellOf(op)); });
        for (Block& block : row)
            changeOps(block, [&](Op& op) {
                if (op.kind != OpKind::B || !cells.contains(cellOf(op)))
                    return;
                op.kind = OpKind::BW;
                made.insert(op);
            });
    }
    return std::pair{std::move(next), std::move(made)};
}

} // namespace lanewright
