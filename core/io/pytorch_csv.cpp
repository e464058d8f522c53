// SPDX-License-Identifier: Apache-2.0
#include "core/io/pytorch_csv.h"

#include "core/io/reading.h"
#include "core/io/wording.h"
#include "core/model/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <utility>

namespace lanewright {

namespace {

enum class Letter : std::uint8_t { F, I, W, B, BW };

struct Action {
    Letter letter = Letter::F;
    int stage = 0;
    int microbatch = 0;

    std::pair<int, int> pair() const { return {stage, microbatch}; }
};

/// One or, where they overlap, two actions, and where they stand; rows and columns count from 1 as spreadsheets do.
struct Cell {
    Action action = {};
    std::optional<Action> overlapped = {};
    int row = 0;
    int column = 0;

    std::string where() const { return "row " + std::to_string(row) + ", column " + std::to_string(column); }
};

constexpr std::size_t kMaxCellsOfFile = std::size_t{1} << 26;
constexpr std::string_view kOverlap = "OVERLAP_F_B";

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r");
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

Error notAnAction(std::string_view text) {
    constexpr std::array<std::string_view, 7> communication = {"SEND_F",  "RECV_F",  "SEND_B",     "RECV_B",
                                                               "UNSHARD", "RESHARD", "REDUCE_GRAD"};
    for (const std::string_view name : communication)
        if (text.size() <= 40 && text.find(name) != std::string_view::npos)
            return Error{inQuotes(text) + " is a communication action; only the flavour compute_only can be read"};
    return Error{inQuotes(text) + " is no action; one is written like 0F3, 1I3, 1W3, 1B3 or (0F7;3B1)OVERLAP_F_B"};
}

/// Takes the digits off the front; none when there are none or too many.
std::optional<int> takeNumber(std::string_view& text) {
    int number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (problem != std::errc{} || number < 0 || text.front() == '-')
        return {};
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return number;
}

std::optional<Letter> takeLetter(std::string_view& text) {
    constexpr std::array<std::pair<std::string_view, Letter>, 5> letters = {
        {{"BW", Letter::BW}, {"F", Letter::F}, {"I", Letter::I}, {"W", Letter::W}, {"B", Letter::B}}};
    for (const auto& [name, letter] : letters)
        if (text.starts_with(name)) {
            text.remove_prefix(name.size());
            return letter;
        }
    return {};
}

Result<Action> actionFrom(std::string_view text) {
    std::string_view rest = text;
    const auto stage = takeNumber(rest);
    const auto letter = takeLetter(rest);
    const auto microbatch = takeNumber(rest);
    if (!stage || !letter || !microbatch || !rest.empty())
        return notAnAction(text);
    if (*stage >= kMaxStages)
        return Error{inQuotes(text) + ": stages go up to " + std::to_string(kMaxStages - 1)};
    if (*microbatch >= kMaxMicrobatches)
        return Error{inQuotes(text) + ": microbatches go up to " + std::to_string(kMaxMicrobatches - 1)};
    return Action{*letter, *stage, *microbatch};
}

/// Reads `(0F7;3B1)OVERLAP_F_B` or a single action.
Result<Done> readCell(std::string_view text, Cell& cell) {
    if (!text.starts_with('(')) {
        const Result<Action> action = actionFrom(text);
        if (!action)
            return action.error();
        cell.action = *action;
        return Done{};
    }
    const std::size_t close = text.find(')');
    if (close == std::string_view::npos || text.substr(close + 1) != kOverlap)
        return notAnAction(text);
    const std::string_view inside = text.substr(1, close - 1);
    const std::size_t semicolon = inside.find(';');
    if (semicolon == std::string_view::npos || inside.find(';', semicolon + 1) != std::string_view::npos)
        return Error{inQuotes(text) + ": an overlapped pair is two actions"};
    const Result<Action> first = actionFrom(trimmed(inside.substr(0, semicolon)));
    const Result<Action> second = actionFrom(trimmed(inside.substr(semicolon + 1)));
    if (!first || !second)
        return first ? second.error() : first.error();
    const auto isBackwardLetter = [](Letter letter) { return letter != Letter::F && letter != Letter::W; };
    if (first->letter != Letter::F || !isBackwardLetter(second->letter))
        return Error{inQuotes(text) + ": an overlapped pair is an F and then an I or B"};
    cell.action = *first;
    cell.overlapped = *second;
    return Done{};
}

/// A row's cells; idle ones, which are empty, mean nothing and are dropped.
Result<Done> readRow(std::string_view line, int row, std::vector<Cell>& cells) {
    if (trimmed(line).empty())
        return Error{"is empty, but each row is a rank; a rank without actions is written \"\"",
                     "row " + std::to_string(row)};
    int column = 1;
    for (std::size_t at = 0; at <= line.size(); ++column) {
        const std::size_t comma = std::min(line.find(',', at), line.size());
        std::string_view text = trimmed(line.substr(at, comma - at));
        at = comma + 1;
        if (text.size() >= 2 && text.front() == '"' && text.back() == '"')
            text = trimmed(text.substr(1, text.size() - 2));
        if (text.empty())
            continue;
        Cell cell{.row = row, .column = column};
        if (const Result<Done> read = readCell(text, cell); !read)
            return Error{read.error().message, cell.where()};
        if (cells.size() >= kMaxCellsOfFile)
            return Error{"holds more than " + std::to_string(kMaxCellsOfFile) + " actions"};
        cells.push_back(cell);
    }
    return Done{};
}

struct Table {
    int rows = 0;
    std::vector<Cell> cells = {}; ///< row by row
};

Result<Table> tableFrom(std::string_view text) {
    if (text.starts_with("\xEF\xBB\xBF"))
        text.remove_prefix(3);
    if (const std::size_t zero = text.find('\0'); zero != std::string_view::npos)
        return Error{"this is binary data, not CSV", lineAndColumn(text, zero)};
    if (text.empty())
        return Error{"the text is empty"};
    if (text.ends_with('\n'))
        text.remove_suffix(1);
    Table table;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        if (++table.rows > kMaxRanks)
            return Error{"there are more than " + std::to_string(kMaxRanks) + " rows, and each is a rank"};
        if (const Result<Done> read = readRow(text.substr(at, end - at), table.rows, table.cells); !read)
            return read.error();
        at = end + 1;
    }
    if (table.cells.empty())
        return Error{"no cell holds an action"};
    return table;
}

template <typename Visit>
void eachAction(const std::vector<Cell>& cells, const Visit& visit) {
    for (const Cell& cell : cells) {
        visit(cell.action, cell);
        if (cell.overlapped)
            visit(*cell.overlapped, cell);
    }
}

/// Before torch 2.6 `B` was the input gradient alone and `BW` the whole backward. A file gives itself away by a `BW`,
/// or by a `B` and a `W` of the same microbatch where there is no `I`.
Result<bool> isOldDialect(const std::vector<Cell>& cells) {
    const Cell* input = nullptr;
    const Cell* fused = nullptr;
    std::vector<std::pair<int, int>> whole;
    std::vector<std::pair<int, int>> weights;
    eachAction(cells, [&](const Action& action, const Cell& cell) {
        if (action.letter == Letter::I)
            input = &cell;
        if (action.letter == Letter::BW)
            fused = &cell;
        if (action.letter == Letter::B)
            whole.push_back(action.pair());
        if (action.letter == Letter::W)
            weights.push_back(action.pair());
    });
    if (fused && input)
        return Error{"BW belongs to the dialect before torch 2.6, but the file also holds an I (" + input->where() +
                         "), which came after it",
                     fused->where()};
    if (fused || input)
        return fused != nullptr;
    std::ranges::sort(whole);
    return std::ranges::any_of(weights, [&](const auto& pair) { return std::ranges::binary_search(whole, pair); });
}

Op opOf(const Action& action, bool oldDialect) {
    const auto op = [&](OpKind kind) {
        return Op{.kind = kind, .stage = action.stage, .microbatch = action.microbatch};
    };
    switch (action.letter) {
    case Letter::F: return op(OpKind::F);
    case Letter::I: return op(OpKind::B);
    case Letter::W: return op(OpKind::W);
    case Letter::B: return op(oldDialect ? OpKind::B : OpKind::BW);
    case Letter::BW: return op(OpKind::BW);
    }
    return {};
}

/// Stages live on the rank in whose row they appear, as PyTorch has it.
Result<Schedule> shapeOf(const Table& table) {
    Schedule schedule;
    schedule.placement.ranks = table.rows;
    int stages = 0;
    eachAction(table.cells, [&](const Action& action, const Cell& /*cell*/) {
        stages = std::max(stages, action.stage + 1);
        schedule.microbatches = std::max(schedule.microbatches, action.microbatch + 1);
    });
    std::vector<int> rankOf(static_cast<std::size_t>(stages), -1);
    std::vector<bool> seen(static_cast<std::size_t>(schedule.microbatches), false);
    std::optional<Error> twice;
    eachAction(table.cells, [&](const Action& action, const Cell& cell) {
        int& rank = rankOf[static_cast<std::size_t>(action.stage)];
        if (rank >= 0 && rank != cell.row - 1 && !twice)
            twice = Error{"stage " + std::to_string(action.stage) + " stands in row " + std::to_string(rank + 1) +
                              " already, and a stage has one rank",
                          cell.where()};
        rank = cell.row - 1;
        seen[static_cast<std::size_t>(action.microbatch)] = true;
    });
    if (twice)
        return *twice;
    if (const auto gap = std::ranges::find(rankOf, -1); gap != rankOf.end())
        return Error{"no action is of stage " + std::to_string(gap - rankOf.begin()) + "; stages count from 0 to " +
                     std::to_string(stages - 1)};
    if (const auto gap = std::ranges::find(seen, false); gap != seen.end())
        return Error{"no action is of microbatch " + std::to_string(gap - seen.begin()) +
                     "; microbatches count from 0 to " + std::to_string(schedule.microbatches - 1)};
    if (static_cast<std::int64_t>(stages) * schedule.microbatches > kMaxCells)
        return Error{std::to_string(stages) + " stages with " + std::to_string(schedule.microbatches) +
                     " microbatches are more than a schedule can have"};
    schedule.placement.directions = {std::move(rankOf)};
    return schedule;
}

/// Why a schedule can't be said in this format; empty when it can.
std::string whyNot(const Plan& plan) {
    const Schedule& schedule = plan.schedule;
    if (plan.isProblem())
        return "there is no order to write";
    if (schedule.placement.directions.size() > 1)
        return "PyTorch's CSV has one direction of microbatches, this schedule has two";
    if (plan.costs.weightParts > 1)
        return "PyTorch's CSV has no parts of W; this schedule cuts W into " + std::to_string(plan.costs.weightParts);
    return {};
}

Result<Done> checkBlock(const Block& block, const Schedule& schedule, int rank) {
    for (const std::optional<Op>& op : {std::optional{block.op}, block.paired}) {
        if (!op)
            continue;
        if (op->kind == OpKind::R)
            return Error{"PyTorch's CSV has no recomputation, so it can't say " + toText(*op)};
        if (schedule.rankOf(*op) != rank)
            return Error{toText(*op) + " stands on rank " + std::to_string(rank) + ", but its stage lives on rank " +
                         std::to_string(schedule.rankOf(*op)) + "; PyTorch would take the row for the place"};
    }
    return Done{};
}

/// PyTorch appends the losses in the order in which the last stage runs and looks them up by microbatch.
Result<Done> checkLosses(const Schedule& schedule) {
    int latest = -1;
    for (const Row& row : schedule.order)
        for (const Block& block : row)
            for (const std::optional<Op>& op : {std::optional{block.op}, block.paired}) {
                if (!op || op->kind != OpKind::F || op->stage + 1 != schedule.stages())
                    continue;
                if (op->microbatch < latest)
                    return Error{"the last stage runs " + toText(*op) + " after microbatch " + std::to_string(latest) +
                                 "; PyTorch keeps losses in the order in which they come and would start the backward "
                                 "from the wrong one, so forwards of the last stage must ascend"};
                latest = op->microbatch;
            }
    return Done{};
}

std::string cellOf(const Op& op) {
    constexpr std::array<std::string_view, kOpKinds> letters = {"F", "I", "W", "B", "?"};
    return std::to_string(op.stage) + std::string{letters[static_cast<std::size_t>(op.kind)]} +
           std::to_string(op.microbatch);
}

std::string cellOf(const Block& block) {
    if (!block.paired)
        return cellOf(block.op);
    const bool forwardFirst = block.op.kind == OpKind::F;
    const Op& forward = forwardFirst ? block.op : *block.paired;
    const Op& backward = forwardFirst ? *block.paired : block.op;
    return "(" + cellOf(forward) + ";" + cellOf(backward) + ")" + std::string{kOverlap};
}

} // namespace

Result<Plan> planFromPytorchCsv(std::string_view text) {
    const Result<Table> table = tableFrom(text);
    if (!table)
        return table.error();
    const Result<bool> old = isOldDialect(table->cells);
    if (!old)
        return old.error();
    Result<Schedule> shape = shapeOf(*table);
    if (!shape)
        return shape.error();
    Plan plan{.schedule = std::move(*shape)};
    Schedule& schedule = plan.schedule;
    schedule.order.resize(static_cast<std::size_t>(schedule.ranks()));
    for (const Cell& cell : table->cells) {
        Block block{.op = opOf(cell.action, *old)};
        if (cell.overlapped)
            block.paired = opOf(*cell.overlapped, *old);
        schedule.order[static_cast<std::size_t>(cell.row - 1)].push_back(block);
    }
    plan.title = "PyTorch schedule, " + std::to_string(schedule.ranks()) + " ranks, " +
                 std::to_string(schedule.microbatches) + " microbatches";
    plan.costs =
        uniform(schedule.stages(), {.forward = kTimeUnit, .backwardInput = kTimeUnit, .backwardWeight = kTimeUnit});
    plan.memory =
        uniformMemory(schedule.stages(), schedule.ranks(), {.forward = kMemoryUnit, .backwardWeight = -kMemoryUnit});
    return plan;
}

Result<std::string> planToPytorchCsv(const Plan& plan) {
    if (std::string reason = whyNot(plan); !reason.empty())
        return Error{std::move(reason)};
    if (const Result<Done> losses = checkLosses(plan.schedule); !losses)
        return losses.error();
    std::string text;
    for (int rank = 0; rank < plan.schedule.ranks(); ++rank) {
        const Row& row = plan.schedule.order[static_cast<std::size_t>(rank)];
        std::string line;
        for (const Block& block : row) {
            if (const Result<Done> good = checkBlock(block, plan.schedule, rank); !good)
                return good.error();
            line += (line.empty() ? "" : ",") + cellOf(block);
        }
        text += (line.empty() ? "\"\"" : line) + "\n";
    }
    return text;
}

} // namespace lanewright
