// SPDX-License-Identifier: Apache-2.0
#include "core/base/whole_number.h"
#include "core/edit/edits.h"
#include "core/edit/pattern.h"
#include "core/model/block_ops.h"
#include "core/model/text.h"

#include <algorithm>
#include <optional>
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

/// The blocks of a line, with the rank that it names, `rank 2: F2.0 B2.0`, or else that of its first op.
Result<std::pair<int, Row>> rowFromText(const Schedule& schedule, const std::string& line, int number,
                                        int weightParts) {
    std::istringstream words(line);
    std::string word;
    std::optional<int> rank;
    Row row;
    const auto place = [&] {
        return say(phrase("place", "line %1, block %2"), number, static_cast<int>(row.size()) + 1);
    };
    while (words >> word) {
        if (word == "rank" && !rank && row.empty()) {
            words >> word;
            rank = wholeFrom<int>(word.ends_with(':') ? std::string_view{word}.substr(0, word.size() - 1) : word);
            if (!rank || *rank >= schedule.ranks())
                return Error{say(phrase("refusal", "'%1' is no rank of the schedule"), word.substr(0, kMostQuoted)),
                             say(phrase("place", "line %1"), number)};
            continue;
        }
        const Result<Block> block = blockFromText(word);
        if (!block)
            return Error{block.error().message, place()};
        if (!std::ranges::all_of(opsIn(*block), [&](const Op& op) {
                return inShape(schedule, op) && op.part < (op.kind == OpKind::W ? weightParts : 1);
            }))
            return Error{say(phrase("refusal", "%1 is not an op of this schedule"), word), place()};
        row.push_back(*block);
    }
    return std::pair{rank.value_or(row.empty() ? 0 : schedule.rankOf(row.front().op)), std::move(row)};
}

/// Fails where the line is the first of an order of another shape.
Result<Done> checkHeader(const Schedule& schedule, std::string_view line, int weightParts) {
    const std::string shape{line.substr(kHeader.size())};
    if (shape != shapeOf(schedule, weightParts))
        return Error{say(phrase("refusal", "what was copied is of a schedule of another shape: %1"),
                         shape.substr(0, kMostQuoted))};
    return Done{};
}

/// Whether somebody may have meant it as a row.
bool isRow(const std::string& line) {
    const std::string word = line.substr(0, line.find_first_of(" \t\r"));
    return word.empty() || word == "rank" || blockFromText(word).ok();
}

/// The rows that the text says, one for each rank of the schedule. No op stands in them twice.
Result<std::vector<Row>> rowsFromText(const Schedule& schedule, std::string_view text, int weightParts) {
    std::istringstream lines{std::string(text)};
    std::vector<Row> rows(schedule.ranks());
    std::string line;
    for (int number = 1; std::getline(lines, line); ++number) {
        if (number == 1 && line.starts_with(kHeader)) {
            if (const Result<Done> fits = checkHeader(schedule, line, weightParts); !fits)
                return fits.error();
            continue;
        }
        if (number == 1 && !isRow(line))
            return Error{say(phrase("refusal", "what was copied is no order"))};
        const Result<std::pair<int, Row>> row = rowFromText(schedule, line, number, weightParts);
        if (!row)
            return row.error();
        rows[row->first].insert(rows[row->first].end(), row->second.begin(), row->second.end());
    }
    std::size_t count = 0;
    forEachOp(rows, [&](const Op&) { ++count; });
    if (count == 0)
        return Error{say(phrase("refusal", "what was copied is no order"))};
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
