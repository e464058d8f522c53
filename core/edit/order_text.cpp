// SPDX-License-Identifier: Apache-2.0
#include "core/edit/edits.h"
#include "core/edit/pattern.h"
#include "core/model/text.h"
#include "core/simulate/block_ops.h"

#include <algorithm>
#include <span>
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
        if (!std::ranges::all_of(opsIn(*block), [&](const Op& op) { return inShape(schedule, op, weightParts); }))
            return Error{say(phrase("refusal", "%1 is not an op of this schedule"), word)};
        row.push_back(*block);
    }
    return std::pair{rank, std::move(row)};
}

} // namespace

std::string orderToText(const Schedule& schedule, const std::set<Op>& ops, int weightParts) {
    std::string text = shapeLine(schedule, weightParts) + "\n";
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
    std::istringstream lines{std::string(text)};
    std::string line;
    if (!std::getline(lines, line) || !line.starts_with("lanewright-order "))
        return Error{say(phrase("refusal", "what was copied is no order"))};
    if (line != shapeLine(schedule, weightParts))
        return Error{
            say(phrase("refusal", "what was copied is of a schedule of another shape: %1"), line.substr(17, 120))};
    std::vector<Row> rows(schedule.ranks());
    Stamped result;
    while (std::getline(lines, line)) {
        Result<std::pair<int, Row>> row = rowFromText(schedule, line, weightParts);
        if (!row)
            return row.error();
        rows[row->first].insert(rows[row->first].end(), row->second.begin(), row->second.end());
    }
    result.schedule = schedule;
    result.schedule.order = rows;
    result.ops = opsOfAll(rows);
    if (static_cast<std::size_t>(opCount(result.schedule)) != result.ops.size())
        return Error{say(phrase("refusal", "what was copied names an op twice"))};
    result.schedule.order = schedule.order;
    result.schedule.order.resize(schedule.ranks());
    const std::set<Op> leaving = withOtherForms(schedule, result.ops);
    for (std::size_t rank = 0; rank < rows.size(); ++rank) {
        Row& row = result.schedule.order[rank];
        const std::set<Op> ops = opsOfAll(std::span(&rows[rank], 1));
        const auto leaves = [&](const Op& op) { return leaving.contains(op); };
        // Counted in blocks that stay, so that the place is right once the others have left.
        const auto stays = [&](const Block& block) { return !std::ranges::all_of(opsIn(block), leaves); };
        const auto first = std::ranges::find_if(row, [&](const Block& block) { return holdsAny(block, ops); });
        const auto place = std::count_if(row.begin(), first, stays);
        eraseOps(row, leaves);
        row.insert(row.begin() + place, rows[rank].begin(), rows[rank].end());
    }
    return result;
}

} // namespace lanewright
