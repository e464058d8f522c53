// SPDX-License-Identifier: Apache-2.0
#include "core/pytorch/csv_cells.h"

#include "core/base/places.h"
#include "core/model/title.h"

#include <algorithm>
#include <array>

namespace lanewright {

Message PytorchFinding::where() const {
    if (row == 0)
        return {};
    return column == 0 ? say(kRowPlace, row) : pytorch::placeText(row, column);
}

bool isLoadable(const std::vector<PytorchFinding>& findings) {
    return std::ranges::none_of(findings, [](const PytorchFinding& each) { return each.severity == Severity::Error; });
}

namespace pytorch {

Op opOf(const Action& action) {
    OpKind kind = OpKind::F;
    if (action.act != Act::F)
        kind = action.act == Act::I ? OpKind::B : action.act == Act::W ? OpKind::W : OpKind::BW;
    return Op{.kind = kind, .stage = action.stage, .microbatch = action.microbatch};
}

Action actionOf(const Op& op) {
    constexpr std::array<Act, kOpKinds> acts = {Act::F, Act::I, Act::W, Act::B, Act::F};
    return Action{acts[static_cast<std::size_t>(op.kind)], op.stage, op.microbatch};
}

int otherStage(const Action& action) {
    const bool up = (action.act == Act::SendF) || (action.act == Act::WaitSendF) || (action.act == Act::RecvB);
    return action.stage + (up ? 1 : -1);
}

Action counterpart(const Action& action) {
    const Act act = action.act == Act::SendF   ? Act::RecvF
                    : action.act == Act::RecvF ? Act::SendF
                    : action.act == Act::SendB ? Act::RecvB
                                               : Act::SendB;
    return {act, otherStage(action), action.microbatch};
}

std::string_view nameOf(Act act) {
    constexpr std::array<std::string_view, 15> names = {
        "F",      "I",      "W",           "B",       "BW",      "SEND_F",      "RECV_F",          "WAIT_SEND_F",
        "SEND_B", "RECV_B", "WAIT_SEND_B", "UNSHARD", "RESHARD", "REDUCE_GRAD", "WAIT_REDUCE_GRAD"};
    return names[static_cast<std::size_t>(act)];
}

std::string toText(const Action& action) {
    std::string text = std::to_string(action.stage);
    text += nameOf(action.act);
    if (action.microbatch >= 0)
        text += std::to_string(action.microbatch);
    return text;
}

std::string toText(const Cell& cell) {
    if (!cell.isPair())
        return toText(cell.action);
    return "(" + toText(cell.action) + ";" + toText(cell.overlapped) + ")OVERLAP_F_B";
}

Message placeText(int row, int column) { return say(kRowColumn, row, column); }

namespace {

Row rowFrom(const CellRow& cells) {
    Row row;
    row.reserve(static_cast<std::size_t>(
        std::ranges::count_if(cells, [](const Cell& cell) { return isCompute(cell.action.act); })));
    for (const Cell& cell : cells) {
        if (!isCompute(cell.action.act))
            continue;
        const Op op = opOf(cell.action);
        row.push_back(cell.isPair() ? pairOf(op, opOf(cell.overlapped)) : Block{.op = op});
    }
    return row;
}

/// All but the order.
Plan planWithoutOrder(const Sheet& sheet) {
    Plan plan;
    Schedule& schedule = plan.schedule;
    schedule.placement = {.ranks = sheet.ranks(), .directions = {sheet.rankOf}};
    schedule.microbatches = sheet.microbatches;
    plan.title = title::with(title::with(say(title::kPytorch), title::counted(title::kRanks, sheet.ranks())),
                             title::counted(title::kMicrobatches, sheet.microbatches));
    plan.costs =
        uniform(sheet.stages(), {.forward = kTimeUnit, .backwardInput = kTimeUnit, .backwardWeight = kTimeUnit});
    plan.memory =
        uniformMemory(sheet.stages(), sheet.ranks(), {.forward = kMemoryUnit, .backwardWeight = -kMemoryUnit});
    return plan;
}

} // namespace

Plan planFromSheet(const Sheet& sheet) {
    Plan plan = planWithoutOrder(sheet);
    for (const CellRow& cells : sheet.rows)
        plan.schedule.order.push_back(rowFrom(cells));
    return plan;
}

Plan planFromSheet(Sheet&& sheet) {
    Plan plan = planWithoutOrder(sheet);
    for (CellRow& cells : sheet.rows) {
        plan.schedule.order.push_back(rowFrom(cells));
        cells = CellRow{};
    }
    return plan;
}

Sheet sheetFromPlan(const Plan& plan) {
    const Schedule& schedule = plan.schedule;
    Sheet sheet{.rankOf = schedule.placement.directions.front(), .microbatches = schedule.microbatches};
    sheet.firstEmpty.resize(schedule.order.size(), 0);
    for (const Row& row : schedule.order) {
        CellRow& cells = sheet.rows.emplace_back();
        cells.reserve(row.size());
        for (const Block& block : row) {
            // As here, the forward of a pair comes first in PyTorch.
            Cell cell{.action = actionOf(block.op), .column = static_cast<int>(cells.size()) + 1};
            if (block.paired)
                cell.overlapped = actionOf(*block.paired);
            cells.push_back(cell);
        }
    }
    return sheet;
}

} // namespace pytorch
} // namespace lanewright
