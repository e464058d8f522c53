// SPDX-License-Identifier: Apache-2.0
#include "core/pytorch/csv_check.h"

#include "core/pytorch/torch_classes.h"

#include "core/simulate/simulate.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace lanewright::pytorch {

namespace {

constexpr int kMostOfOneCode = 200;
constexpr Phrase kBefore = phrase("csv", "%1 comes before %2");

Message placed(const std::string& text, int row, int column) {
    return say(phrase("csv", "%1 (row %2, column %3)"), text, row, column);
}

void checkDuplicates(const Sheet& sheet, const Places& places, Report& report) {
    for (int row = 1; row <= sheet.ranks(); ++row) {
        const CellRow& cells = sheet.rows[static_cast<std::size_t>(row) - 1];
        for (std::size_t index = 0; index < cells.size(); ++index) {
            int place = static_cast<int>(2 * index);
            eachAction(cells[index], [&](const Action& action) {
                if (isCompute(action.act) && places.of(action.act, action.stage, action.microbatch) != place)
                    report.add(
                        Severity::Error, "duplicate", row, cells[index].column,
                        say(phrase("csv", "%1 stands here again, first %2; PyTorch counts it once and runs it twice"),
                            toText(action), places.text(action)));
                ++place;
            });
        }
    }
}

/// The backward of one stage and microbatch: a B, or an I and then a W.
void checkBackward(const Sheet& sheet, const Places& places, int stage, int microbatch, Report& report) {
    const int row = sheet.rankOf[stage] + 1;
    const auto text = [&](Act act) { return toText(Action{act, stage, microbatch}); };
    const int input = places.of(Act::I, stage, microbatch);
    const int weights = places.of(Act::W, stage, microbatch);
    const int whole = places.of(Act::B, stage, microbatch);
    if (whole >= 0) {
        const Act other = input >= 0 ? Act::I : Act::W;
        if (input >= 0 || weights >= 0)
            report.add(
                Severity::Error, "fused", row, places.column(stage, whole),
                say(phrase("csv", "%1 is the whole backward, but %2 is there too, so gradients would be added twice"),
                    text(Act::B), places.text({other, stage, microbatch})));
    } else if (input < 0 && weights < 0) {
        report.add(Severity::Error, "incomplete", row, 0,
                   say(phrase("csv", "the backward of stage %1, microbatch %2 is missing: %3, or %4 and %5"), stage,
                       microbatch, text(Act::B), text(Act::I), text(Act::W)));
    } else if (input < 0 || weights < 0) {
        const Act there = input < 0 ? Act::W : Act::I;
        const Act missing = input < 0 ? Act::I : Act::W;
        report.add(
            Severity::Error, "incomplete", row, places.column(stage, std::max(input, weights)),
            say(phrase("csv", "%1 has no %2; the backward is one B, or an I and a W"), text(there), text(missing)));
    } else if (weights < input) {
        report.add(Severity::Error, "precedence", row, places.column(stage, weights),
                   say(kBefore, text(Act::W), places.text({Act::I, stage, microbatch})));
    }
}

void checkForward(const Sheet& sheet, const Places& places, int stage, int microbatch, Report& report) {
    const int row = sheet.rankOf[stage] + 1;
    const int forward = places.of(Act::F, stage, microbatch);
    const int backward = places.backward(stage, microbatch);
    const Action action{Act::F, stage, microbatch};
    if (forward < 0) {
        report.add(Severity::Error, "incomplete", row, 0, say(phrase("csv", "%1 is missing"), toText(action)));
    } else if (backward >= 0 && backward < forward) {
        const Act act = places.of(Act::B, stage, microbatch) == backward ? Act::B : Act::I;
        report.add(Severity::Error, "precedence", row, places.column(stage, backward),
                   say(kBefore, toText(Action{act, stage, microbatch}), places.text(action)));
    }
}

/// PyTorch appends the losses in the order in which the last stage runs and looks them up by microbatch.
void checkLosses(const Sheet& sheet, Report& report) {
    const int last = sheet.stages() - 1;
    const int rank = sheet.rankOf.back();
    Action latest;
    for (const Cell& cell : sheet.rows[rank])
        eachAction(cell, [&](const Action& action) {
            if (action.act != Act::F || action.stage != last)
                return;
            if (action.microbatch < latest.microbatch)
                report.add(Severity::Error, "losses", rank + 1, cell.column,
                           say(phrase("csv", "%1 comes after %2: PyTorch keeps losses in the order in which the last "
                                             "stage runs and takes them by microbatch, so the backward would start "
                                             "from a wrong loss; forwards of the last stage must ascend"),
                               toText(action), toText(latest)));
            else
                latest = action;
        });
}

void checkPairs(const Sheet& sheet, Report& report) {
    bool told = false;
    for (int row = 1; row <= sheet.ranks(); ++row)
        for (const Cell& cell : sheet.rows[static_cast<std::size_t>(row) - 1]) {
            if (!cell.isPair())
                continue;
            if (cell.action.microbatch == cell.overlapped.microbatch)
                report.add(
                    Severity::Error, "pair", row, cell.column,
                    say(phrase(
                            "csv",
                            "%1: both are of one microbatch, so the backward can't overlap the forward that it needs"),
                        toText(cell)));
            if (cell.overlapped.act == Act::I && !std::exchange(told, true))
                report.add(
                    Severity::Warning, "pair", row, cell.column,
                    say(phrase("csv", "%1: TorchTitan's GraphPP overlaps an F with a whole B only, not with an I"),
                        toText(cell)));
        }
}

/// What holds of the file as a whole.
void checkFile(const Sheet& sheet, Report& report) {
    if (sheet.mark)
        report.add(
            Severity::Warning, "mark", 1, 1,
            say(phrase("csv", "a byte order mark stands in front of the first cell, which PyTorch then can't read")));
    if (sheet.oldDialect)
        report.add(Severity::Note, "dialect", 0, 0,
                   say(phrase("csv", "this is the dialect before torch 2.6, in which B is the input gradient and BW "
                                     "the whole backward; newer ones write I and B")));
    if (!sheet.foreign.empty())
        report.add(Severity::Warning, "dialect", 0, 0,
                   say(phrase("csv", "%1 is an action of other builds, which PyTorch up to 2.15 does not read; "
                                     "converting the file writes the actions that it stands for"),
                       sheet.foreign));
    if (sheet.foreign == kFullPass && sheet.stages() > 1)
        report.add(Severity::Error, "dialect", 0, 0,
                   say(phrase("csv", "%1 is of a stage that is first and last; between its two halves nothing goes to "
                                     "other stages, and here there are %2"),
                       sheet.foreign, sheet.stages()));
    for (int row = 1; row <= sheet.ranks(); ++row)
        if (std::ranges::none_of(sheet.rows[static_cast<std::size_t>(row) - 1],
                                 [](const Cell& cell) { return isCompute(cell.action.act); }))
            report.add(Severity::Error, "idle-rank", row, 0,
                       say(phrase("csv", "this rank has nothing to run, but PyTorch gives each a stage")));
    if (stageMapOf(sheet.rankOf, sheet.ranks()) == StageMap::Other)
        report.add(Severity::Warning, "placement", 0, 0,
                   say(phrase("csv", "stages lie on the ranks neither in a loop nor in a V of two each; TorchTitan and "
                                     "NeMo place them by the schedule's name, never by the CSV, and stop at the first "
                                     "action of a stage that they don't have")));
}

void checkSplit(const Sheet& sheet, Report& report) {
    for (int row = 1; row <= sheet.ranks(); ++row)
        for (const Cell& cell : sheet.rows[static_cast<std::size_t>(row) - 1])
            if (cell.action.act == Act::I)
                return report.add(
                    Severity::Note, "split", row, cell.column,
                    say(phrase("csv", "backwards are split into I and W, which fails on compiled stages and on stages "
                                      "that hand on anything but tensors; there, fuse them into B")));
}

/// Names the op in the cell of each finding that is of a cell.
void nameOps(const Sheet& sheet, std::vector<PytorchFinding>& findings) {
    for (PytorchFinding& each : findings) {
        if (each.row == 0 || each.column == 0)
            continue;
        const CellRow& row = sheet.rows[static_cast<std::size_t>(each.row) - 1];
        const auto cell = std::ranges::lower_bound(row, each.column, {}, &Cell::column);
        if (cell != row.end() && cell->column == each.column && isCompute(cell->action.act))
            each.op = opOf(cell->action);
    }
}

/// The cells of a row that compute, which are the blocks of the plan's row.
std::vector<const Cell*> computingCells(const CellRow& row) {
    std::vector<const Cell*> cells;
    for (const Cell& cell : row)
        if (isCompute(cell.action.act))
            cells.push_back(&cell);
    return cells;
}

} // namespace

void Report::add(Severity severity, std::string code, int row, int column, Message message) {
    m_errors = m_errors || severity == Severity::Error;
    if (++m_counts[code] <= kMostOfOneCode)
        m_findings.push_back({std::move(code), severity, row, column, std::move(message), {}});
}

std::vector<PytorchFinding> Report::take() {
    for (const auto& [code, count] : m_counts) {
        const auto last = std::find_if(m_findings.rbegin(), m_findings.rend(),
                                       [&code = code](const PytorchFinding& each) { return each.code == code; });
        if (count > kMostOfOneCode)
            last->message =
                say(phrase("csv", "%1; and %2 more of this kind"), std::move(last->message), count - kMostOfOneCode);
    }
    putInOrder(m_findings);
    return std::move(m_findings);
}

void putInOrder(std::vector<PytorchFinding>& findings) {
    std::ranges::stable_sort(findings, {}, [](const PytorchFinding& each) {
        return std::tuple{static_cast<int>(each.severity), each.row, each.column};
    });
}

Places::Places(const Sheet& sheet) : m_sheet(sheet) {
    for (const CellRow& row : sheet.rows)
        for (std::size_t index = 0; index < row.size(); ++index) {
            int place = static_cast<int>(2 * index);
            eachAction(row[index], [&](const Action& action) {
                if (!isOfStage(action.act) && action.microbatch < sheet.microbatches) {
                    std::vector<int>& places = m_places[static_cast<std::size_t>(action.act)];
                    if (places.empty())
                        places.assign(sheet.slots(), -1);
                    int& first = places[sheet.slot(action.stage, action.microbatch)];
                    first = first < 0 ? place : first;
                }
                ++place;
            });
        }
}

int Places::of(Act act, int stage, int microbatch) const {
    const std::vector<int>& places = m_places[static_cast<std::size_t>(act)];
    return places.empty() ? -1 : places[m_sheet.slot(stage, microbatch)];
}

int Places::backward(int stage, int microbatch) const {
    const int whole = of(Act::B, stage, microbatch);
    return whole >= 0 ? whole : of(Act::I, stage, microbatch);
}

int Places::column(int stage, int place) const {
    const int rank = m_sheet.rankOf[stage];
    return m_sheet.rows[rank][place / 2].column;
}

Message Places::text(const Action& action) const {
    return placed(toText(action), m_sheet.rankOf[action.stage] + 1,
                  column(action.stage, of(action.act, action.stage, action.microbatch)));
}

void checkOps(const Sheet& sheet, const Places& places, Report& report) {
    checkDuplicates(sheet, places, report);
    for (int stage = 0; stage < sheet.stages(); ++stage)
        for (int microbatch = 0; microbatch < sheet.microbatches; ++microbatch) {
            checkForward(sheet, places, stage, microbatch, report);
            checkBackward(sheet, places, stage, microbatch, report);
        }
    checkPairs(sheet, report);
}

void checkProgress(const Sheet& sheet, Report& report) {
    const Plan plan = planFromSheet(sheet);
    const Timeline timeline = simulate(plan.schedule, plan.costs);
    if (reachesEnd(plan.schedule, timeline))
        return;
    // Nothing is missing, so that ranks which stand still wait for each other.
    const std::vector<Stall> cycle = cycleOf(stallsOf(plan.schedule, plan.costs, timeline));
    const auto columnOf = [&](int rank, int position) { return computingCells(sheet.rows[rank])[position]->column; };
    constexpr std::size_t most = 6;
    Message words;
    for (std::size_t index = 0; index < std::min(cycle.size(), most); ++index) {
        const Stall& stall = cycle[index];
        Message waits = say(phrase("csv", "rank %1 stands at %2 and waits for %3"), stall.rank,
                            placed(toText(actionOf(stall.op)), stall.rank + 1, columnOf(stall.rank, stall.position)),
                            placed(toText(actionOf(stall.waitsFor)), stall.behind->rank + 1,
                                   columnOf(stall.behind->rank, stall.behind->position)));
        words = index == 0 ? std::move(waits) : say(phrase("list", "%1, %2"), std::move(words), std::move(waits));
    }
    if (cycle.size() > most)
        words = say(phrase("csv", "%1, and so on around %2 ranks"), std::move(words), cycle.size());
    report.add(Severity::Error, "deadlock", cycle.front().rank + 1,
               columnOf(cycle.front().rank, cycle.front().position),
               say(phrase("csv", "malformed compute schedule, whose sends and receives can't be placed: %1"), words));
}

std::vector<PytorchFinding> check(const Sheet& sheet, bool reductions, const TransportQuestion& asked) {
    Report report;
    const Places places{sheet};
    checkOps(sheet, places, report);
    if (!report.hasErrors())
        checkProgress(sheet, report);
    checkLosses(sheet, report);
    checkFile(sheet, report);
    if (sheet.flavour == PytorchFlavour::ComputeComms)
        checkComms(sheet, places, reductions, asked, report);
    checkSplit(sheet, report);
    std::vector<PytorchFinding> findings = report.take();
    nameOps(sheet, findings);
    return findings;
}

} // namespace lanewright::pytorch
