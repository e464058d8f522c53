// SPDX-License-Identifier: Apache-2.0
#include "core/edit/edits.h"
#include "core/edit/pattern.h"
#include "core/model/text.h"

#include <algorithm>
#include <sstream>
#include <utility>

namespace lanewright {

namespace {

/// The first line: what the schedules must have in common.
std::string shapeLine(const Schedule& schedule, int weightParts) {
    return "lanewright-order ranks " + std::to_string(schedule.ranks()) + " stages " +
           std::to_string(schedule.stages()) + " microbatches " + std::to_string(schedule.microbatches) +
           " directions " + std::to_string(schedule.placement.directions.size()) + " parts " +
           std::to_string(weightParts);
}

bool inShape(const Schedule& schedule, const Op& op, int weightParts) {
    return op.stage >= 0 && op.stage < schedule.stages() && op.microbatch >= 0 &&
           op.microbatch < schedule.microbatches && op.part >= 0 && op.part < (op.kind == OpKind::W ? weightParts : 1);
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
        if (!inShape(schedule, block->op, weightParts) ||
            (block->paired && !inShape(schedule, *block->paired, weightParts)))
            return Error{say(phrase("refusal", "%1 is not an op of this schedule"), word)};
        row.push_back(*block);
    }
    return std::pair{rank, std::move(row)};
}

std::set<Op> opsOf(const Row& row) {
    std::set<Op> ops;
    for (const Block& block : row) {
        ops.insert(block.op);
        if (block.paired)
            ops.insert(*block.paired);
    }
    return ops;
}

/// In how many pieces the row's ops are written: more than there are when one stands twice.
std::size_t countOf(const Row& row) {
    std::size_t count = 0;
    for (const Block& block : row)
        count += block.paired ? 2 : 1;
    return count;
}

} // namespace

std::string orderToText(const Schedule& schedule, const std::set<Op>& ops, int weightParts) {
    std::string text = shapeLine(schedule, weightParts) + "\n";
    for (std::size_t rank = 0; rank < schedule.order.size(); ++rank) {
        std::string line;
        for (const Block& block : schedule.order[rank])
            if (ops.empty() || ops.contains(block.op) || (block.paired && ops.contains(*block.paired)))
                line += ' ' + toText(block, weightParts);
        if (!line.empty())
            text += "rank " + std::to_string(rank) + line + "\n";
    }
    return text;
}

Result<Stamped> orderFromText(const Schedule& schedule, std::string_view text, int weightParts) {
    std::istringstream lines{std::string(text)};
    std::string line;
    if (!std::getline(lines, line) || !line.starts_with("lanewright-order "))
        return Error{say(phrase("refusal", "what was copied is no order"))};
    if (line != shapeLine(schedule, weightParts))
        return Error{
            say(phrase("refusal", "what was copied is of a schedule of another shape: %1"), line.substr(17, 120))};
    std::vector<Row> rows(schedule.ranks());
    Stamped result;
    std::size_t count = 0;
    while (std::getline(lines, line)) {
        Result<std::pair<int, Row>> row = rowFromText(schedule, line, weightParts);
        if (!row)
            return row.error();
        result.ops.merge(opsOf(row->second));
        count += countOf(row->second);
        rows[row->first].insert(rows[row->first].end(), row->second.begin(), row->second.end());
    }
    if (count != result.ops.size())
        return Error{say(phrase("refusal", "what was copied names an op twice"))};
    result.schedule = schedule;
    result.schedule.order.resize(schedule.ranks());
    const std::set<Op> leaving = withOtherForms(schedule, result.ops);
    for (std::size_t rank = 0; rank < rows.size(); ++rank) {
        const Row& before = result.schedule.order[rank];
        const std::set<Op> ops = opsOf(rows[rank]);
        // Counted in blocks that stay, so that the place is right once the others have left.
        std::size_t place = 0;
        const auto isOurs = [&](const Block& block) {
            return ops.contains(block.op) || (block.paired && ops.contains(*block.paired));
        };
        const auto stays = [&](const Block& block) {
            return !leaving.contains(block.op) || (block.paired && !leaving.contains(*block.paired));
        };
        const auto first = std::ranges::find_if(before, isOurs);
        place = static_cast<std::size_t>(std::count_if(before.begin(), first, stays));
        Row after = removeOps({.placement = {}, .microbatches = 0, .directionOf = {}, .order = {before}}, leaving)
                        .order.front();
        after.insert(after.begin() + static_cast<std::ptrdiff_t>(std::min(place, after.size())), rows[rank].begin(),
                     rows[rank].end());
        result.schedule.order[rank] = std::move(after);
    }
    return result;
}

} // namespace lanewright
