// SPDX-License-Identifier: Apache-2.0
#include "core/base/places.h"
#include "core/base/text_parts.h"
#include "core/base/whole_number.h"
#include "core/io/quoted_text.h"
#include "core/io/reading.h"
#include "core/pytorch/csv_cells.h"

#include <algorithm>
#include <array>
#include <utility>

namespace lanewright::pytorch {

namespace {

constexpr std::size_t kMaxCellsOfFile = std::size_t{1} << 26;
constexpr std::string_view kOverlap = "OVERLAP_F_B";

Error notAnAction(std::string_view text) {
    return Error{say(phrase("csv", "%1 is no action; one is written like 0F3, 1I3, 1W3, 1B3, 0SEND_F3, 1REDUCE_GRAD or "
                                   "(0F7;3B1)OVERLAP_F_B"),
                     inQuotes(text))};
}

/// Takes the name of an action off the front: the capitals and underscores there.
std::optional<Act> takeAct(std::string_view& text) {
    const auto isOfName = [](char letter) { return letter == '_' || (letter >= 'A' && letter <= 'Z'); };
    std::size_t length = 0;
    while (length < text.size() && isOfName(text[length]))
        ++length;
    const std::string_view name = text.substr(0, length);
    for (std::size_t act = 0; act <= static_cast<std::size_t>(Act::WaitReduceGrad); ++act)
        if (name == nameOf(static_cast<Act>(act))) {
            text.remove_prefix(length);
            return static_cast<Act>(act);
        }
    return {};
}

Result<Action> actionFrom(std::string_view text) {
    std::string_view rest = text;
    const auto stage = takeWhole<int>(rest);
    const auto act = takeAct(rest);
    if (!stage || !act)
        return notAnAction(text);
    if (*stage >= kMaxStages)
        return Error{say(phrase("csv", "%1: stages go up to %2"), inQuotes(text), kMaxStages - 1)};
    if (isOfStage(*act)) {
        if (rest.empty())
            return Action{*act, *stage};
        return Error{
            say(phrase("csv", "%1: %2 is of a whole stage and has no microbatch"), inQuotes(text), nameOf(*act))};
    }
    if (rest.empty())
        return Error{say(phrase("csv", "%1 does not say its microbatch; PyTorch reads it and fails when it runs"),
                         inQuotes(text))};
    const auto microbatch = takeWhole<int>(rest);
    if (!microbatch)
        return notAnAction(text);
    if (!rest.empty())
        return Error{say(phrase("csv", "%1 has %2 behind the action, which PyTorch would overlook"), inQuotes(text),
                         inQuotes(rest))};
    if (*microbatch >= kMaxMicrobatches)
        return Error{say(phrase("csv", "%1: microbatches go up to %2"), inQuotes(text), kMaxMicrobatches - 1)};
    return Action{*act, *stage, *microbatch};
}

/// What a file with other marks between its cells is told; empty where it has commas.
Message otherSeparatorIn(std::string_view text) {
    if (text.find('\t') != std::string_view::npos)
        return say(phrase("csv", "this file separates with tabs; PyTorch's CSV has commas"));
    const std::size_t group = text.starts_with('(') ? std::min(text.find(')'), text.size()) : 0;
    if (text.find(';', group) != std::string_view::npos)
        return say(phrase("csv", "this file separates with semicolons; PyTorch's CSV has commas"));
    return {};
}

/// The actions between the parentheses.
Result<std::vector<Action>> actionsIn(std::string_view inside) {
    std::vector<Action> actions;
    for (const std::string_view part : cutAt(inside, ';')) {
        const Result<Action> action = actionFrom(trimmed(part));
        if (!action)
            return action.error();
        actions.push_back(*action);
    }
    return actions;
}

/// What stands behind the parentheses of a group, and what in them; nothing where none close.
struct Group {
    std::string_view name = {};
    std::string_view inside = {};
};
std::optional<Group> groupIn(std::string_view text) {
    const std::size_t close = text.find(')');
    if (close == std::string_view::npos)
        return {};
    return Group{.name = trimmed(text.substr(close + 1)), .inside = text.substr(1, close - 1)};
}

/// `(0SEND_F0;2RECV_F0)BATCH_P2P` as cells of one column.
Result<Done> readBatch(std::string_view text, const Group& batch, int column, Sheet& sheet) {
    const Result<std::vector<Action>> actions = actionsIn(batch.inside);
    if (!actions)
        return actions.error();
    for (const Action& action : *actions) {
        if (!isMessage(action.act))
            return Error{say(phrase("csv", "%1: a batch holds sends and receives only"), inQuotes(text))};
        sheet.rows.back().push_back({.action = action, .column = column});
    }
    sheet.foreign = sheet.foreign.empty() ? batch.name : sheet.foreign;
    return Done{};
}

/// A forward and its backward in one word, as two cells; `at`: where the word begins.
Result<Done> readFullPass(std::string_view text, std::size_t at, int column, Sheet& sheet) {
    const std::string rest{text.substr(at + kFullPass.size())};
    const Result<Action> forward = actionFrom(std::string{text.substr(0, at)} + "F" + rest);
    if (!forward)
        return notAnAction(text);
    sheet.rows.back().push_back({.action = *forward, .column = column});
    sheet.rows.back().push_back({.action = {Act::B, forward->stage, forward->microbatch}, .column = column});
    sheet.foreign = kFullPass;
    return Done{};
}

/// Reads what a cell holds: an action or a pair, and what other builds write, a batch or a whole pass.
Result<Done> readCell(std::string_view text, int column, Sheet& sheet) {
    const std::optional<Group> group = text.starts_with('(') ? groupIn(text) : std::nullopt;
    if (group && group->name == kBatch)
        return readBatch(text, *group, column, sheet);
    if (const std::size_t at = text.find(kFullPass); at != std::string_view::npos)
        return readFullPass(text, at, column, sheet);
    Result<Cell> cell = cellFrom(text);
    if (!cell)
        return cell.error();
    cell->column = column;
    sheet.rows.back().push_back(*std::move(cell));
    return Done{};
}

/// Reads one row behind the others.
struct Reader {
    Result<Done> row(std::string_view line) {
        const int number = sheet.ranks() + 1;
        if (trimmed(line).empty())
            return Error{
                say(phrase("csv", "is empty, but each row is a rank; a rank without actions is written %1"), "\"\""),
                say(kRowPlace, number)};
        CellRow& cells = sheet.rows.emplace_back();
        cells.reserve(filledCells(line));
        sheet.firstEmpty.push_back(0);
        int column = 1;
        for (std::size_t at = 0; at <= line.size(); ++column) {
            const std::size_t comma = std::min(line.find(',', at), line.size());
            const std::string_view text = unquoted(line.substr(at, comma - at));
            at = comma + 1;
            if (text.empty()) {
                int& first = sheet.firstEmpty.back();
                first = first == 0 ? column : first;
                continue;
            }
            const std::size_t before = cells.size();
            if (const Result<Done> read = readCell(text, column, sheet); !read) {
                const Message separator = otherSeparatorIn(text);
                return Error{separator.empty() ? read.error().message : separator, placeText(number, column)};
            }
            count += cells.size() - before;
            if (count > kMaxCellsOfFile)
                return Error{say(phrase("csv", "holds more than %1 actions"), kMaxCellsOfFile)};
        }
        return Done{};
    }

    Sheet sheet = {};
    std::size_t count = 0; ///< how many actions there are

private:
    /// At most so many cells of the line hold something: a large file is not to take the memory of cells twice.
    static std::size_t filledCells(std::string_view line) {
        std::size_t filled = line.starts_with(',') ? 0 : 1;
        for (std::size_t at = 0; at + 1 < line.size(); ++at)
            filled += line[at] == ',' && line[at + 1] != ',' ? 1 : 0;
        return filled;
    }

    static std::string_view unquoted(std::string_view text) {
        text = trimmed(text);
        if (text.size() >= 2 && text.front() == '"' && text.back() == '"')
            text = trimmed(text.substr(1, text.size() - 2));
        return text;
    }
};

Result<Sheet> rowsFrom(std::string_view text) {
    Reader reader;
    if (text.starts_with("\xEF\xBB\xBF")) {
        text.remove_prefix(3);
        reader.sheet.mark = true;
    }
    if (const std::size_t zero = text.find('\0'); zero != std::string_view::npos)
        return Error{say(phrase("csv", "this is binary data, not CSV")), lineAndColumn(text, zero)};
    if (text.empty())
        return Error{say(phrase("file", "the text is empty"))};
    if (text.ends_with('\n'))
        text.remove_suffix(1);
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        if (reader.sheet.ranks() == kMaxRanks)
            return Error{say(phrase("csv", "there are more than %1 rows, and each is a rank"), kMaxRanks)};
        if (const Result<Done> read = reader.row(text.substr(at, end - at)); !read)
            return read.error();
        at = end + 1;
    }
    if (reader.count == 0)
        return Error{say(phrase("csv", "no cell holds an action"))};
    return std::move(reader.sheet);
}

/// Visits every action with its row (from 1) and column.
void eachOf(const Sheet& sheet, const auto& visit) {
    for (int row = 0; row < sheet.ranks(); ++row)
        for (const Cell& cell : sheet.rows[row])
            eachAction(cell, [&](const Action& action) { visit(action, row + 1, cell.column); });
}

/// Before torch 2.6 `B` was the input gradient alone and `BW` the whole backward. A file gives itself away by a `BW`,
/// or by a `B` and a `W` of the same microbatch where there is no `I`.
Result<bool> isOldDialect(const Sheet& sheet) {
    Message input;
    Message fused;
    bool hasWeights = false;
    eachOf(sheet, [&](const Action& action, int row, int column) {
        if (action.act == Act::I && input.empty())
            input = placeText(row, column);
        if (action.act == Act::BW && fused.empty())
            fused = placeText(row, column);
        hasWeights = hasWeights || action.act == Act::W;
    });
    if (!fused.empty() && !input.empty())
        return Error{
            say(phrase("csv", "BW belongs to the dialect before torch 2.6, but the file also holds an I (%1), which "
                              "came after it"),
                input),
            fused};
    if (!fused.empty() || !input.empty())
        return !fused.empty();
    if (!hasWeights)
        return false;
    std::vector<std::pair<int, int>> whole;
    std::vector<std::pair<int, int>> weights;
    eachOf(sheet, [&](const Action& action, int, int) {
        if (action.act == Act::B)
            whole.emplace_back(action.stage, action.microbatch);
        if (action.act == Act::W)
            weights.emplace_back(action.stage, action.microbatch);
    });
    std::ranges::sort(whole);
    return std::ranges::any_of(weights, [&](const auto& pair) { return std::ranges::binary_search(whole, pair); });
}

void modernise(Sheet& sheet) {
    const auto today = [](Action& action) {
        if (action.act == Act::B)
            action.act = Act::I;
        else if (action.act == Act::BW)
            action.act = Act::B;
    };
    for (CellRow& row : sheet.rows)
        for (Cell& cell : row) {
            today(cell.action);
            if (cell.isPair())
                today(cell.overlapped);
        }
    sheet.oldDialect = true;
}

/// Without communication the flavour is `compute_only`, unless one was asked for.
Result<Done> settleFlavour(Sheet& sheet, std::optional<PytorchFlavour> flavour) {
    std::optional<Error> first;
    eachOf(sheet, [&](const Action& action, int row, int column) {
        if (!isCompute(action.act) && !first)
            first =
                Error{say(phrase("csv", "\"%1\" is a communication action, and compute_only has none"), toText(action)),
                      placeText(row, column)};
    });
    if (first && flavour == PytorchFlavour::ComputeOnly)
        return *first;
    sheet.flavour = flavour.value_or(first ? PytorchFlavour::ComputeComms : PytorchFlavour::ComputeOnly);
    return Done{};
}

/// The first action that `test` picks, as the place of an error.
Message placeOfFirst(const Sheet& sheet, const auto& test) {
    Message place;
    eachOf(sheet, [&](const Action& action, int row, int column) {
        if (place.empty() && isCompute(action.act) && test(action))
            place = placeText(row, column);
    });
    return place;
}

/// Stages live on the rank in whose row they appear, as PyTorch has it.
Result<Done> readPlacement(Sheet& sheet) {
    int stages = 0;
    eachOf(sheet, [&](const Action& action, int, int) { stages = std::max(stages, action.stage + 1); });
    sheet.rankOf.assign(stages, -1);
    std::vector<bool> computes(stages, false);
    std::optional<Error> twice;
    eachOf(sheet, [&](const Action& action, int row, int column) {
        int& rank = sheet.rankOf[action.stage];
        if (rank >= 0 && rank != row - 1 && !twice)
            twice = Error{say(phrase("csv", "stage %1 stands in row %2 already, and a stage has one rank"),
                              int{action.stage}, rank + 1),
                          placeText(row, column)};
        rank = row - 1;
        if (isCompute(action.act))
            computes[action.stage] = true;
    });
    if (twice)
        return *twice;
    if (const auto gap = std::ranges::find(computes, false); gap != computes.end()) {
        const int stage = static_cast<int>(gap - computes.begin());
        return Error{say(phrase("csv", "no action is of stage %1; stages count from 0 to %2"), stage, stages - 1),
                     placeOfFirst(sheet, [&](const Action& action) { return action.stage > stage; })};
    }
    return Done{};
}

Result<Done> readMicrobatches(Sheet& sheet) {
    const auto computing = [](const Action& action) { return isCompute(action.act); };
    eachOf(sheet, [&](const Action& action, int, int) {
        if (computing(action))
            sheet.microbatches = std::max(sheet.microbatches, action.microbatch + 1);
    });
    std::vector<bool> seen(sheet.microbatches, false);
    eachOf(sheet, [&](const Action& action, int, int) {
        if (computing(action))
            seen[action.microbatch] = true;
    });
    if (const auto gap = std::ranges::find(seen, false); gap != seen.end()) {
        const int microbatch = static_cast<int>(gap - seen.begin());
        return Error{say(phrase("csv", "no action is of microbatch %1; microbatches count from 0 to %2"), microbatch,
                         sheet.microbatches - 1),
                     placeOfFirst(sheet, [&](const Action& action) { return action.microbatch > microbatch; })};
    }
    if (static_cast<std::int64_t>(sheet.stages()) * sheet.microbatches > kMaxCells)
        return Error{say(phrase("csv", "%1 stages with %2 microbatches are more than a schedule can have"),
                         sheet.stages(), sheet.microbatches)};
    return Done{};
}

} // namespace

Result<Cell> cellFrom(std::string_view text) {
    if (!text.starts_with('(')) {
        const Result<Action> action = actionFrom(text);
        return action ? Result<Cell>{Cell{.action = *action}} : action.error();
    }
    const std::optional<Group> group = groupIn(text);
    if (!group || group->name != kOverlap)
        return notAnAction(text);
    const Result<std::vector<Action>> actions = actionsIn(group->inside);
    if (!actions)
        return actions.error();
    if (actions->size() != 2)
        return Error{say(phrase("csv", "%1: an overlapped pair is two actions"), inQuotes(text))};
    const Action& first = actions->front();
    const Action& second = actions->back();
    if (first.act != Act::F || !(isBackward(second.act) || second.act == Act::BW))
        return Error{say(phrase("csv", "%1: an overlapped pair is an F and then an I or B"), inQuotes(text))};
    return Cell{.action = first, .overlapped = second};
}

Result<Sheet> sheetFromText(std::string_view text, std::optional<PytorchFlavour> flavour) {
    Result<Sheet> sheet = rowsFrom(text);
    if (!sheet)
        return sheet.error();
    const Result<bool> old = isOldDialect(*sheet);
    if (!old)
        return old.error();
    if (*old)
        modernise(*sheet);
    for (const Result<Done>& step : {settleFlavour(*sheet, flavour), readPlacement(*sheet), readMicrobatches(*sheet)})
        if (!step)
            return step.error();
    return sheet;
}

} // namespace lanewright::pytorch
