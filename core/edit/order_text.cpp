// SPDX-License-Identifier: Apache-2.0
#include "core/edit/edits.h"
#include "core/edit/pattern.h"
#include "core/model/block_ops.h"
#include "core/model/text.h"

#include <algorithm>
#include <span>
#include <sstream>
#include <utility>

namespace lanewright {

namespace {

/// Begins the first line, before the shape.
constexpr std::string_view kHeader = "lanewright-order ";
constexpr std::size_t kMostQuoted = 120; ///< letters of a shape that a refusal shows

/// What the schedules must have in common.
std::string shapeOf(const Schedule& schedule, int weightParts) {
    return "ranks " + std::to_string(schedule.ranks()) + " stages " + std::to_string(schedule.stages()) +
           " microbatches " + std::to_string(schedule.microbatches) + " directions " +
           std::to_string(schedule.placement.directions.size()) + " parts " + std::to_string(weightParts);
}

/// The blocks of a line behind its `rank N:`.
Result<std::pair<int, Row>> rowFromText(const Schedule& schedule, const std::string& line, int weightParts) {
    std::istringstream words(line);
    std::string word;
    int rank = -1;
    if (!(words >> word >> rank) || word != "rank" || rank < 0 || rank >= schedule.ranks())
        return Error{say(phrase("refusal", "this line names no rank of the schedule: %1"), line.substr(0, 60))};
    Row row;
    while (words >> word) {
        const Result<Block> block = blockFromText(word);
        if (!block)
            return block.error();
        if (!std::ranges::all_of(opsIn(*block), [&](const Op& op) {
                return inShape(schedule, op) && op.part < (op.kind == OpKind::W ? weightParts : 1);
            }))
            return Error{say(phrase("refusal", "%1 is not an op of this schedule"), word)};
        row.push_back(*block);
    }
    return std::pair{rank, std::move(row)};
}

/// Fails where the first line is not that of an order of the schedule's shape.
Result<Done> checkHeader(const Schedule& schedule, std::string_view line, int weightParts) {
    if (!line.starts_with(kHeader))
        return Error{say(phrase("refusal", "what was copied is no order"))};
    const std::string shape{line.substr(kHeader.size())};
    if (shape != shapeOf(schedule, weightParts))
        return Error{say(phrase("refusal", "what was copied is of a schedule of another shape: %1"),
                         shape.substr(0, kMostQuoted))};
    return Done{};
}

/// The rows that the text says, one for each rank of the schedule. No op stands in them twice.
Result<std::vector<Row>> rowsFromText(const Schedule& schedule, std::string_view text, int weightParts) {
    std::istringstream lines{std::string(text)};
    std::string line;
    std::getline(lines, line); // empty where there is none
    if (const Result<Done> fits = checkHeader(schedule, line, weightParts); !fits)
        return fits.error();
    std::vector<Row> rows(schedule.ranks());
    while (std::getline(lines, line)) {
        const Result<std::pair<int, Row>> row = rowFromText(schedule, line, weightParts);
        if (!row)
            return row.error();
        rows[row->first].insert(rows[row->first].end(), row->second.begin(), row->second.end());
    }
    std::size_t count = 0;
    forEachOp(rows, [&](const Op&) { ++count; });
    if (count != opsOfAll(rows).size())
        return Error{say(phrase("refusal", "what was copied names an op twice"))};
    return rows;
}

/// Puts the blocks where the first of their ops stood in the row, or else at its end. Ops that are `leaving` go.
void splice(Row& row, const Row& blocks, const std::set<Op>& leaving) {
    const std::set<Op> ops = opsOfAll(std::span(&blocks, 1));
    const auto leaves = [&](const Op& op) { return leaving.contains(op); };
    // Counted in blocks that stay, so that the place is right once the others have left.
    const auto stays = [&](const Block& block) { return !std::ranges::all_of(opsIn(block), leaves); };
    const auto first = std::ranges::find_if(row, [&](const Block& block) { return holdsAny(block, ops); });
    const auto place = std::count_if(row.begin(), first, stays);
    eraseOps(row, leaves);
    row.insert(row.begin() + place, blocks.begin(), blocks.end());
}

} // namespace

std::string orderToText(const Schedule& schedule, const std::set<Op>& ops, int weightParts) {
    std::string text = std::string(kHeader) + shapeOf(schedule, weightParts) + "\n";
    for (std::size_t rank = 0; rank < schedule.order.size(); ++rank) {
        std::string line;
        for (const Block& block : schedule.order[rank])
            if (ops.empty() || holdsAny(block, ops))
                line += ' ' + toText(block, weightParts);
        if (!line.empty())
            text += "rank " + std::to_string(rank) + line + "\n";
    }
    return text;
}

Result<Stamped> orderFromText(const Schedule& schedule, std::string_view text, int weightParts) {
    const Result<std::vector<Row>> rows = rowsFromText(schedule, text, weightParts);
    if (!rows)
        return rows.error();
    Stamped result{.schedule = schedule, .ops = opsOfAll(*rows)};
    result.schedule.order.resize(schedule.ranks());
    const std::set<Op> leaving = withOtherForms(schedule, result.ops);
    for (std::size_t rank = 0; rank < rows->size(); ++rank)
        splice(result.schedule.order[rank], (*rows)[rank], leaving);
    return result;
}

} // namespace lanewright
