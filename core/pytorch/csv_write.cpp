// SPDX-License-Identifier: Apache-2.0
#include "core/base/mapped.h"
#include "core/base/places.h"
#include "core/model/block_ops.h"
#include "core/model/replicas.h"
#include "core/model/text.h"
#include "core/pytorch/csv_check.h"
#include "core/pytorch/csv_lower.h"
#include "core/pytorch/torch_classes.h"
#include "core/simulate/simulate.h"

#include <algorithm>
#include <cassert>

namespace lanewright {

namespace {

using pytorch::Action;
using pytorch::Cell;
using pytorch::CellRow;
using pytorch::Sheet;

constexpr std::int64_t kMostColumns = std::int64_t{1} << 26; ///< cells of a padded file, idle ones included

/// Why several directions can't be said in this format.
Message whyNotDirections(const Placement& placement) {
    if (const int replicas = std::ranges::max(replicaNumbers(placement)) + 1; replicas > 1)
        return say(phrase("csv", "a CSV holds one pipeline for PyTorch, and this schedule has %1 replicas of one; take "
                                 "the schedule that they are copies of"),
                   replicas);
    const std::vector<std::vector<int>>& directions = placement.directions;
    if (directions.size() == 2 && directions[0].size() % 2 == 0 &&
        std::equal(directions[0].begin(), directions[0].end(), directions[1].rbegin()))
        return say(phrase("csv", "PyTorch has one direction of microbatches and one copy of each stage, this schedule "
                                 "has two; where they are mirror images, cut it in half (DualPipe becomes DualPipeV) "
                                 "and take that"));
    return say(phrase("csv",
                      "PyTorch has one direction of microbatches and one copy of each stage, this schedule has %1 "
                      "of each"),
               directions.size());
}

/// Why a schedule can't be said in this format; empty when it can.
Message whyNot(const Plan& plan, const PytorchExport& options) {
    if (plan.isProblem())
        return say(phrase("csv", "there is no order to write"));
    if (plan.schedule.placement.directions.size() > 1)
        return whyNotDirections(plan.schedule.placement);
    for (const Row& row : plan.schedule.order)
        for (const Block& block : row) {
            if (block.op.kind == OpKind::R)
                return say(phrase("csv", "PyTorch has no recomputation of its own, so it can't run %1; wrap the "
                                         "stage's layers in checkpoint() and leave R out"),
                           toText(block.op));
            if (block.paired && options.torch < kTorchOverlap)
                return say(phrase("csv", "%1 is an overlapped pair, which torch 2.%2 does not know yet; 2.9 does"),
                           toText(block), options.torch);
        }
    if (plan.costs.weightParts > 1)
        return say(phrase("csv", "PyTorch has no parts of W; this schedule cuts W into %1, so fuse B and W first"),
                   plan.costs.weightParts);
    return {};
}

/// Fails where the order is wrong, whoever runs it; limits on memory are no business of PyTorch's.
Result<Done> checkOrder(const Plan& plan) {
    for (const Finding& finding : validate(plan))
        if (finding.severity == Severity::Error && !isAboutMemory(finding))
            return Error{say(phrase("csv", "PyTorch can't run it: %1"), finding.message),
                         finding.rank >= 0 ? say(kRankPlace, finding.rank) : Message{}};
    return Done{};
}

/// Moves cells to the columns at which they would start if each took one tick and values came at once.
Result<Done> spread(Sheet& sheet) {
    Plan plan = pytorch::planFromSheet(sheet);
    for (Row& row : plan.schedule.order)
        for (Block& block : row)
            // BW hands on what B does, and takes one tick in this count.
            changeOps(block, [](Op& op) { op.kind = op.kind == OpKind::BW ? OpKind::B : op.kind; });
    StageCosts tick;
    tick.overlapped = 1;
    const Timeline timeline = simulate(plan.schedule, uniform(sheet.stages(), tick));
    const std::int64_t columns =
        summed(timeline.lanes, [](const Lane& lane) { return lane.empty() ? 0 : lane.back().end; });
    if (columns > kMostColumns)
        return Error{say(phrase("csv", "with idle cells the file would have %1 cells; write it without"), columns)};
    for (std::size_t rank = 0; rank < sheet.rows.size(); ++rank)
        for (std::size_t index = 0; index < sheet.rows[rank].size(); ++index)
            sheet.rows[rank][index].column = static_cast<int>(timeline.lanes[rank][index].start) + 1;
    return Done{};
}

bool holds(const Sheet& sheet, pytorch::Act act) {
    return std::ranges::any_of(sheet.rows, [&](const CellRow& row) {
        return std::ranges::any_of(row, [&](const Cell& cell) { return cell.action.act == act; });
    });
}

/// In the letters before torch 2.6. The release 2.5 has one kind of backward in a whole file, which it calls B; where
/// there are both, the whole one is BW, as it was for a while before 2.6.
Action inOldDialect(Action action, bool split) {
    if (action.act == pytorch::Act::I)
        action.act = pytorch::Act::B;
    else if (action.act == pytorch::Act::B && split)
        action.act = pytorch::Act::BW;
    return action;
}

std::string textOf(const Sheet& sheet, bool oldDialect) {
    const bool split = oldDialect && holds(sheet, pytorch::Act::I);
    std::string text;
    for (const CellRow& row : sheet.rows) {
        int column = 1;
        for (const Cell& cell : row) {
            text.append(static_cast<std::size_t>(cell.column - column), ',');
            column = cell.column;
            text += oldDialect ? toText(inOldDialect(cell.action, split)) : toText(cell);
        }
        text += row.empty() ? "\"\"\n" : "\n";
    }
    return text;
}

/// What the file does not say, or says for some releases only.
void addNotes(const Plan& plan, const Sheet& sheet, const PytorchExport& options,
              std::vector<PytorchFinding>& findings) {
    const auto note = [&](const char* code, Message message) {
        findings.push_back({.code = code, .severity = Severity::Note, .message = std::move(message)});
    };
    const std::int64_t gaps = summed(plan.schedule.order, [](const Row& row) {
        return std::ranges::count_if(row, [](const Block& block) { return block.gap > 0; });
    });
    if (gaps > 0)
        note("gap", sayCounted(countedPhrase("csv", "%1 gaps are left out: each rank goes on as early as it can",
                                             "%1 gap is left out: each rank goes on as early as it can"),
                               gaps, gaps));
    if (!plan.costs.microbatches.areEqual())
        note("length", say(phrase("csv", "how microbatches differ is left out: the file says an order and no times")));
    if (options.torch < kTorchSplitLetters && holds(sheet, pytorch::Act::I) && holds(sheet, pytorch::Act::B))
        note("dialect", say(phrase("csv", "some backwards are split and some are whole (BW), which only builds between "
                                          "torch 2.5 and 2.6 could read")));
    else if (options.torch < kTorchSplitLetters)
        note(
            "dialect",
            say(phrase("csv", "written in the dialect before torch 2.6, which newer ones misread where there is a W")));
    if (options.torch < kTorchPlacement && stageMapOf(sheet.rankOf, sheet.ranks()) != StageMap::Loop)
        note("placement",
             say(phrase("csv", "torch before 2.7 takes the placement from its constructor, not from the CSV")));
    if (options.flavour == PytorchFlavour::ComputeComms && options.torch < kTorchReduceGrad)
        note("reduction",
             say(phrase("csv",
                        "written without REDUCE_GRAD, which torch 2.10 and newer need and older ones can't read")));
}

} // namespace

Result<Sheet> pytorch::lower(const Plan& plan, const PytorchExport& options) {
    if (Message reason = whyNot(plan, options); !reason.empty())
        return Error{std::move(reason)};
    if (const Result<Done> sound = checkOrder(plan); !sound)
        return sound.error();
    return lower(sheetFromPlan(plan), options);
}

Result<Done> checkForPytorch(const Plan& plan) {
    const Result<PytorchText> written = writePytorchCsv(plan, {.torch = kTorchWaits, .ticks = false});
    return written ? Result<Done>{Done{}} : Result<Done>{written.error()};
}

Result<std::vector<HangVerdict>> verdictsOfPytorch(const Plan& plan, const TransportQuestion& asked) {
    if (const Result<Done> runs = checkForPytorch(plan); !runs)
        return runs.error();
    const Result<Sheet> lowered =
        pytorch::lower(pytorch::sheetFromPlan(plan), {.flavour = PytorchFlavour::ComputeComms, .torch = kTorchWaits});
    return lowered ? Result<std::vector<HangVerdict>>{pytorch::verdictsOf(*lowered, asked, false)}
                   : Result<std::vector<HangVerdict>>{lowered.error()};
}

Result<PytorchText> writePytorchCsv(const Plan& plan, const PytorchExport& options) {
    if (Message reason = whyNot(plan, options); !reason.empty())
        return Error{std::move(reason)};
    if (const Result<Done> sound = checkOrder(plan); !sound)
        return sound.error();
    Sheet sheet = pytorch::sheetFromPlan(plan);
    const bool comms = options.flavour == PytorchFlavour::ComputeComms;
    if (options.ticks && !comms)
        if (const Result<Done> done = spread(sheet); !done)
            return done.error();
    std::vector<PytorchFinding> findings = pytorch::check(sheet, false);
    if (!isLoadable(findings))
        return Error{findings.front().message, findings.front().where()};
    if (comms) {
        Result<Sheet> lowered = pytorch::lower(sheet, options);
        if (!lowered)
            return lowered.error();
        sheet = std::move(*lowered);
        findings = pytorch::check(sheet, options.torch >= kTorchReduceGrad);
        assert(isLoadable(findings));
    }
    addNotes(plan, sheet, options, findings);
    return PytorchText{textOf(sheet, options.torch < kTorchSplitLetters), std::move(findings)};
}

} // namespace lanewright
