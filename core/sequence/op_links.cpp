// SPDX-License-Identifier: Apache-2.0
#include "core/sequence/op_links.h"

namespace lanewright {

OpLinks linksOf(const OpTable& table) {
    OpLinks links;
    links.ops.reserve(table.ops());
    for (int rank = 0; rank < table.ranks(); ++rank)
        for (int number = table.firstCell[rank]; number < table.firstCell[rank + 1]; ++number) {
            links.first.push_back(static_cast<int>(links.ops.size()));
            for (int index = 0; index < table.cells[number].count; ++index)
                links.ops.push_back({.length = table.cells[number].timeOf(index), .cell = number, .rank = rank});
        }
    for (int number = 0; number < static_cast<int>(table.cells.size()); ++number) {
        const Cell& cell = table.cells[number];
        for (int index = 0; index < cell.count; ++index) {
            const int own = links.first[number] + index;
            OpLink& op = links.ops[own];
            if (cell.follows >= 0)
                op.follows = links.first[table.firstCell[op.rank] + cell.follows] + index / cell.parts;
            if (cell.source < 0)
                continue;
            op.source = links.first[cell.source] + index;
            op.travel = table.cells[cell.source].travelOf(index);
            links.ops[op.source].waiting = own;
        }
    }
    return links;
}

std::vector<int> OpLinks::orderOf(const OpTable& table, int rank, const Sequence& sequence) const {
    std::vector<int> order;
    order.reserve(sequence.size());
    std::vector<int> count(table.firstCell[rank + 1] - table.firstCell[rank], 0);
    for (const Code code : sequence)
        order.push_back(first[table.firstCell[rank] + code] + count[code]++);
    return order;
}

} // namespace lanewright
