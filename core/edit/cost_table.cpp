// SPDX-License-Identifier: Apache-2.0
#include "core/edit/cost_table.h"

#include "core/edit/table_text.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>

namespace lanewright {

namespace {

/// More cells that are no numbers than this are counted, not named.
constexpr std::size_t kMostNamed = 3;

struct FieldNames {
    StageField field;
    std::array<std::string_view, 3> names; ///< some empty
};
constexpr std::array kFieldNames = {
    FieldNames{StageField::Forward, {"f", "forward", "fwd"}},
    FieldNames{StageField::BackwardInput, {"b", "backward_input", "backward input"}},
    FieldNames{StageField::BackwardWeight, {"w", "backward_weight", "backward weight"}},
    FieldNames{StageField::Recompute, {"r", "recompute"}},
    FieldNames{StageField::Overlapped, {"pair", "overlapped"}},
    FieldNames{StageField::Optimizer, {"optimizer"}},
    FieldNames{StageField::AllReduce, {"all-reduce", "all_reduce"}},
    FieldNames{StageField::MemoryForward, {"memory of f"}},
    FieldNames{StageField::MemoryBackwardInput, {"memory of b"}},
    FieldNames{StageField::MemoryBackwardWeight, {"memory of w"}},
    FieldNames{StageField::MemoryRecompute, {"memory of r"}},
    FieldNames{StageField::MemoryFixed, {"static", "static memory"}},
};

/// What a column holds.
struct TableColumn {
    StageField field = StageField::Forward;
    std::int64_t scale = 1;
    std::string unit = {};
};

/// Reads one table into one plan.
class TableReader {
public:
    TableReader(const Plan& plan, const ColumnNames& names)
        : m_plan(plan), m_bare(plan), m_names(names), m_copies(costedCopies(plan)) {
        // Costs do not ask for the order, which is far larger than they are.
        m_bare.schedule.order.clear();
    }

    Result<PastedCosts> read(std::string_view table, FieldPlace at) {
        const std::vector<TableLine> lines = linesOfTable(table);
        if (lines.empty())
            return Error{say(phrase("refusal", "there is no table to paste"))};
        const bool hasHeader = std::ranges::none_of(lines.front(), beginsANumber);
        const std::size_t first = hasHeader ? 1 : 0;
        if (!hasHeader || !takeHeader(lines.front())) {
            std::size_t widest = 0;
            for (std::size_t line = first; line < lines.size(); ++line)
                widest = std::max(widest, lines[line].size());
            takeColumnsFrom(at.field, widest);
        }
        const auto begin = std::ranges::find(m_copies, at.copy);
        const std::size_t top = begin == m_copies.end() ? 0 : static_cast<std::size_t>(begin - m_copies.begin());
        for (std::size_t line = first; line < lines.size(); ++line)
            if (const std::vector<StageCopy> copies = copiesOf(lines[line], line, top + line - first); !copies.empty())
                takeLine(lines[line], line, copies);
        PastedCosts result = pasted();
        if (result.numbers == 0)
            return Error{result.left.empty() ? say(phrase("refusal", "there is no table to paste"))
                                             : inTurn(result.left)};
        return result;
    }

private:
    TableColumn columnOf(StageField field) const {
        if (isTime(field))
            return {field, scaleOf(m_plan.timeUnit), std::string(toText(m_plan.timeUnit))};
        return {field, scaleOf(m_plan.memoryUnit), std::string(toText(m_plan.memoryUnit))};
    }

    /// A head such as `F` means time or memory by its unit.
    static std::optional<TableColumn> columnIn(StageField field, const std::string& unit) {
        if (isTime(field))
            for (const TimeUnit each : {TimeUnit::Ns, TimeUnit::Us, TimeUnit::Ms, TimeUnit::S, TimeUnit::Unit})
                if (unit == toText(each) || (each == TimeUnit::Us && unit == "µs"))
                    return TableColumn{field, scaleOf(each), std::string(toText(each))};
        const StageField memory = memoryLike(field);
        if (isTime(memory))
            return {};
        for (const MemoryUnit each :
             {MemoryUnit::B, MemoryUnit::KiB, MemoryUnit::MiB, MemoryUnit::GiB, MemoryUnit::Unit})
            if (unit == inSmallLetters(toText(each)) || (each == MemoryUnit::Unit && unit == "act."))
                return TableColumn{memory, scaleOf(each), std::string(toText(each))};
        return {};
    }

    std::optional<TableColumn> columnNamed(const std::string& head) const {
        const std::string whole = inSmallLetters(head);
        if (const auto known = m_names.find(whole); known != m_names.end())
            return known->second ? std::optional(columnOf(*known->second)) : std::nullopt;
        const std::size_t bracket = whole.find_first_of("([");
        const std::string name = trimmedCell(std::string_view(whole).substr(0, bracket));
        const auto found = std::ranges::find_if(kFieldNames, [&](const FieldNames& each) {
            return std::ranges::find(each.names, std::string_view(name)) != each.names.end();
        });
        if (name.empty() || found == kFieldNames.end())
            return {};
        if (bracket == std::string::npos)
            return columnOf(found->field);
        const std::size_t close = whole.find_first_of(")]", bracket);
        return columnIn(found->field, trimmedCell(std::string_view(whole).substr(bracket + 1, close - bracket - 1)));
    }

    /// True when the line names at least one number; the columns are known then.
    bool takeHeader(const TableLine& line) {
        std::vector<std::optional<TableColumn>> columns;
        std::vector<Message> unknown;
        for (std::size_t place = 0; place < line.size(); ++place) {
            columns.push_back(columnNamed(line[place]));
            const std::string word = inSmallLetters(line[place]);
            const auto known = m_names.find(word);
            if (word == "stage" || (known != m_names.end() && !known->second))
                m_stageColumn = place;
            else if (!columns.back() && !word.empty() && word != "rank")
                unknown.push_back(
                    say(phrase("refusal", "No number of a stage is called %1: its column was left out."), line[place]));
        }
        if (std::ranges::none_of(columns, [](const auto& column) { return column.has_value(); })) {
            m_stageColumn.reset();
            return false;
        }
        m_columns = std::move(columns);
        m_left = std::move(unknown);
        return true;
    }

    void takeColumnsFrom(StageField first, std::size_t count) {
        const auto begin = static_cast<std::size_t>(first);
        for (std::size_t field = begin; field < kStageFields.size() && m_columns.size() < count; ++field)
            m_columns.emplace_back(columnOf(kStageFields[field]));
        const auto beyond = static_cast<std::int64_t>(count - m_columns.size());
        if (beyond > 0)
            m_left.push_back(sayCounted(
                countedPhrase("refusal", "%1 columns too many were left out.", "%1 column too many was left out."),
                beyond, beyond));
    }

    std::vector<StageCopy> copiesOf(const TableLine& line, std::size_t number, std::size_t fromTop) {
        if (!m_stageColumn) {
            if (fromTop < m_copies.size())
                return {m_copies[fromTop]};
            ++m_linesBeyond;
            return {};
        }
        const std::string word = *m_stageColumn < line.size() ? line[*m_stageColumn] : std::string{};
        std::vector<StageCopy> copies;
        for (const StageCopy copy : m_copies)
            if (std::to_string(copy.stage) == word)
                copies.push_back(copy);
        if (copies.empty())
            leave(number, *m_stageColumn, say(phrase("refusal", "there is no stage %1"), word));
        return copies;
    }

    void takeLine(const TableLine& line, std::size_t number, const std::vector<StageCopy>& copies) {
        // What F allocates decides what B and W free, and R has memory where it has a duration: in the order of the
        // fields.
        for (const StageField field : kStageFields)
            for (std::size_t place = 0; place < std::min(line.size(), m_columns.size()); ++place)
                if (m_columns[place] && m_columns[place]->field == field && !line[place].empty())
                    takeCell(line[place], *m_columns[place], copies, number, place);
    }

    void takeCell(const std::string& cell, const TableColumn& column, const std::vector<StageCopy>& copies,
                  std::size_t line, std::size_t place) {
        const auto number = numberOfCell(cell, column.scale, column.unit);
        if (!number)
            return leave(line, place, number.error().message);
        Result<Plan> next = setField(m_bare, copies, column.field, *number);
        if (!next)
            return leave(line, place, next.error().message);
        m_bare = *std::move(next);
        ++m_numbers;
    }

    void leave(std::size_t line, std::size_t column, const Message& why) {
        if (++m_refused <= kMostNamed)
            m_left.push_back(say(phrase("refusal", "Line %1, column %2 of the table was left out: %3."),
                                 static_cast<std::int64_t>(line + 1), static_cast<std::int64_t>(column + 1), why));
    }

    PastedCosts pasted() const {
        PastedCosts result{.plan = m_plan, .numbers = m_numbers, .left = m_left};
        result.plan.costs = m_bare.costs;
        result.plan.memory = m_bare.memory;
        if (m_refused > kMostNamed) {
            const auto more = static_cast<std::int64_t>(m_refused - kMostNamed);
            result.left.push_back(sayCounted(
                countedPhrase("refusal", "So were %1 further cells.", "So was %1 further cell."), more, more));
        }
        if (m_linesBeyond > 0)
            result.left.push_back(
                sayCounted(countedPhrase("refusal", "%1 lines more than there are stages were left out.",
                                         "%1 line more than there are stages was left out."),
                           m_linesBeyond, m_linesBeyond));
        return result;
    }

    const Plan& m_plan;
    Plan m_bare; ///< the plan so far, without its order
    const ColumnNames& m_names;
    std::vector<StageCopy> m_copies;
    std::vector<std::optional<TableColumn>> m_columns; ///< none: what stands there is left
    std::optional<std::size_t> m_stageColumn;
    int m_numbers = 0;
    std::int64_t m_linesBeyond = 0;
    std::size_t m_refused = 0;
    std::vector<Message> m_left;
};

} // namespace

Result<PastedCosts> pasteCosts(const Plan& plan, std::string_view table, FieldPlace at, const ColumnNames& names) {
    return TableReader(plan, names).read(table, at);
}

} // namespace lanewright
