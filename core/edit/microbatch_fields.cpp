// SPDX-License-Identifier: Apache-2.0
#include "core/edit/microbatch_fields.h"

#include "core/base/mapped.h"
#include "core/edit/table_text.h"
#include "core/model/totals.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <utility>

namespace lanewright {

namespace {

using Form = MicrobatchCosts::Form;
constexpr std::int64_t kOne = MicrobatchCosts::kOne;

struct MicrobatchName {
    std::string_view name;
    MicrobatchField field;
};
constexpr std::array kMicrobatchNames = {
    MicrobatchName{"length", MicrobatchField::Length},   MicrobatchName{"lengths", MicrobatchField::Length},
    MicrobatchName{"tokens", MicrobatchField::Length},   MicrobatchName{"seq_len", MicrobatchField::Length},
    MicrobatchName{"work", MicrobatchField::Work},       MicrobatchName{"time", MicrobatchField::Work},
    MicrobatchName{"share", MicrobatchField::Work},      MicrobatchName{"size", MicrobatchField::Size},
    MicrobatchName{"memory", MicrobatchField::Size},     MicrobatchName{"f", MicrobatchField::Forward},
    MicrobatchName{"b", MicrobatchField::BackwardInput}, MicrobatchName{"w", MicrobatchField::BackwardWeight},
};

Result<Plan> withMicrobatches(const Plan& plan, MicrobatchCosts microbatches) {
    Plan next = plan;
    setMicrobatches(next, std::move(microbatches));
    if (Result<Done> fits = checkTotals(next); !fits)
        return fits.error();
    return next;
}

Result<Done> checkField(const Plan& plan, MicrobatchField field) {
    if (maySetMicrobatch(plan, field))
        return Done{};
    if (plan.costs.microbatches.form() == Form::Lengths)
        return Error{say(phrase("refusal", "shares follow from the lengths: change those"))};
    if (plan.costs.microbatches.form() == Form::Table)
        return Error{say(phrase("refusal", "the times of each microbatch are those of a table"))};
    return Error{say(phrase("refusal", "microbatches have shares, so they have no lengths: let all be alike first"))};
}

/// The op whose time the field is.
OpKind kindOfTime(MicrobatchField field) {
    switch (field) {
    case MicrobatchField::Forward: return OpKind::F;
    case MicrobatchField::BackwardInput: return OpKind::B;
    case MicrobatchField::BackwardWeight: return OpKind::W;
    case MicrobatchField::Length:
    case MicrobatchField::Work:
    case MicrobatchField::Size: break;
    }
    assert(false);
    return OpKind::BW;
}

bool recomputesAnything(const Costs& costs) {
    return std::ranges::any_of(costs.stages, [](const std::vector<StageCosts>& list) {
        return std::ranges::any_of(list, [](const StageCosts& each) { return each.recompute.has_value(); });
    });
}

/// All times as they are, and the share of memory of each microbatch: what any way to say it can become.
MicrobatchCosts asTable(const Plan& plan) {
    const Schedule& schedule = plan.schedule;
    const MicrobatchCosts& now = plan.costs.microbatches;
    MicrobatchCosts::Table table;
    for (const OpKind kind : {OpKind::F, OpKind::B, OpKind::W, OpKind::R}) {
        if (kind == OpKind::R && !recomputesAnything(plan.costs))
            continue;
        for (int stage = 0; stage < schedule.stages(); ++stage)
            for (int microbatch = 0; microbatch < schedule.microbatches; ++microbatch)
                table[static_cast<std::size_t>(kind)].push_back(plan.costs.compute(
                    {.kind = kind, .stage = stage, .microbatch = microbatch}, schedule.direction(microbatch)));
    }
    table[static_cast<std::size_t>(OpKind::BW)] = now.table()[static_cast<std::size_t>(OpKind::BW)];
    std::vector<std::int64_t> sizes;
    if (!now.sizes().empty())
        for (int microbatch = 0; microbatch < schedule.microbatches; ++microbatch)
            sizes.push_back(now.sizeOf(microbatch, kOne));
    return MicrobatchCosts::ofTable(schedule.microbatches, std::move(table), std::move(sizes));
}

/// The table of all times with those of a field on a stage changed from `first` on.
MicrobatchCosts tableWith(const Plan& plan, MicrobatchField field, int first, const std::vector<std::int64_t>& values,
                          int stage) {
    const int count = plan.schedule.microbatches;
    const MicrobatchCosts tabled = asTable(plan);
    MicrobatchCosts::Table table = tabled.table();
    // A time of BW would hide those of its parts.
    if (field != MicrobatchField::Forward)
        table[static_cast<std::size_t>(OpKind::BW)].clear();
    std::vector<Time>& times = table[static_cast<std::size_t>(kindOfTime(field))];
    const std::size_t at = static_cast<std::size_t>(stage) * static_cast<std::size_t>(count);
    std::ranges::copy(values, times.begin() + static_cast<std::ptrdiff_t>(at) + first);
    return MicrobatchCosts::ofTable(count, std::move(table), tabled.size());
}

Result<Done> checkValue(MicrobatchField field, std::int64_t value) {
    if (isTime(field) && (value < 0 || value > kMaxTime))
        return Error{say(value < 0 ? phrase("refusal", "a duration is 0 or more")
                                   : phrase("refusal", "a duration is at most 10^15 ns (11.5 days)"))};
    if (isTime(field))
        return Done{};
    const bool isLength = field == MicrobatchField::Length;
    if (value >= (isLength ? 1 : 0) && value <= (isLength ? MicrobatchCosts::kMostLength : MicrobatchCosts::kMostShare))
        return Done{};
    if (isLength)
        return Error{say(phrase("refusal", "a length is 1 to %1 tokens"), MicrobatchCosts::kMostLength)};
    return Error{say(phrase("refusal", "a share is 0 to %1"), MicrobatchCosts::kMostShare / kOne)};
}

/// A list for all microbatches, with `values` from `first` on.
template <typename Entry>
std::vector<Entry> withValues(std::vector<Entry> list, Entry other, int microbatches, int first,
                              const std::vector<std::int64_t>& values) {
    list.resize(microbatches, other);
    for (std::size_t at = 0; at < values.size(); ++at)
        list[static_cast<std::size_t>(first) + at] = static_cast<Entry>(values[at]);
    return list;
}

/// What a table says of the microbatches, column by column.
class MicrobatchTable {
public:
    MicrobatchTable(const Plan& plan, int first, int stage, const std::map<std::string, MicrobatchField>& names)
        : m_plan(plan), m_first(first), m_stage(stage), m_names(names) {}

    Result<PastedCosts> read(std::vector<TableLine> lines, MicrobatchField field) {
        const auto hasNumber = [](const TableLine& line) { return std::ranges::any_of(line, beginsANumber); };
        const bool hasHeads = !lines.empty() && !hasNumber(lines.front());
        const TableLine heads = hasHeads ? lines.front() : TableLine{};
        if (hasHeads)
            lines.erase(lines.begin());
        if (lines.empty())
            return Error{say(phrase("refusal", "there is no table to paste"))};
        if (!hasHeads && lines.size() == 1 && lines.front().size() > 2) {
            // A row of a spreadsheet is a column that lies down.
            lines = mapped(lines.front(), [](const std::string& cell) { return TableLine{cell}; });
        }
        if (hasHeads)
            takeHeads(heads, field);
        else
            takeColumns(lines.front().size(), field);
        PastedCosts pasted{.plan = m_plan};
        for (std::size_t column = 0; column < m_columns.size(); ++column)
            if (m_columns[column])
                if (const Result<Done> taken = takeColumn(pasted, lines, column); !taken)
                    return taken.error();
        pasted.left = m_left;
        return pasted;
    }

private:
    std::optional<MicrobatchField> fieldNamed(const std::string& head) const {
        const std::string name = inSmallLetters(head);
        if (const auto known = m_names.find(name); known != m_names.end())
            return known->second;
        const auto found = std::ranges::find(kMicrobatchNames, std::string_view(name), &MicrobatchName::name);
        return found == kMicrobatchNames.end() ? std::nullopt : std::optional(found->field);
    }

    void takeHeads(const TableLine& heads, MicrobatchField field) {
        std::vector<Message> unknown;
        for (const std::string& head : heads) {
            m_columns.push_back(fieldNamed(head));
            if (!m_columns.back() && !head.empty() && inSmallLetters(head) != "microbatch")
                unknown.push_back(
                    say(phrase("refusal", "No number of a microbatch is called %1: its column was left out."), head));
        }
        if (std::ranges::none_of(m_columns, [](const auto& column) { return column.has_value(); }))
            return takeColumns(heads.size(), field);
        m_left = std::move(unknown);
        m_first = 0;
    }

    void takeColumns(std::size_t count, MicrobatchField field) {
        m_columns.assign(count, std::nullopt);
        const auto first = static_cast<std::size_t>(field);
        // Tokens stand alone, and shares end where times begin: one or the other says how long a microbatch takes.
        const std::size_t end = field == MicrobatchField::Length ? first + 1
                                : isTime(field)                  ? kMicrobatchFields.size()
                                                                 : static_cast<std::size_t>(MicrobatchField::Forward);
        const std::size_t known = end - first;
        for (std::size_t place = 0; place < std::min(count, known); ++place)
            m_columns[place] = kMicrobatchFields[first + place];
        if (count > known)
            m_left.push_back(sayCounted(
                countedPhrase("refusal", "%1 columns too many were left out.", "%1 column too many was left out."),
                static_cast<std::int64_t>(count - known), static_cast<std::int64_t>(count - known)));
    }

    Result<std::vector<std::int64_t>> numbersOf(const std::vector<TableLine>& lines, std::size_t column,
                                                MicrobatchField field) {
        std::vector<std::int64_t> numbers;
        for (const TableLine& line : lines) {
            const std::string cell = column < line.size() ? line[column] : std::string{};
            const std::string_view unit = isTime(field) ? toText(m_plan.timeUnit) : std::string_view{};
            const auto number = numberOfCell(cell, scaleOf(m_plan, field), unit);
            if (!number || !*number)
                return Error{say(phrase("refusal", "'%1' is no number of microbatch %2"), cell.substr(0, 40),
                                 m_first + static_cast<int>(numbers.size()))};
            numbers.push_back(**number);
        }
        return numbers;
    }

    Result<Done> takeColumn(PastedCosts& pasted, const std::vector<TableLine>& lines, std::size_t column) {
        const MicrobatchField field = *m_columns[column];
        Result<std::vector<std::int64_t>> numbers = numbersOf(lines, column, field);
        if (!numbers)
            return numbers.error();
        const bool isFirst = field == MicrobatchField::Length && pasted.plan.costs.microbatches.form() == Form::None;
        const auto room = static_cast<std::size_t>(m_plan.schedule.microbatches - m_first);
        if (isFirst && (m_first > 0 || numbers->size() < room))
            return Error{say(phrase("refusal", "no microbatch has a length yet, so give those of all %1; there are %2"),
                             m_plan.schedule.microbatches, static_cast<std::int64_t>(numbers->size()))};
        if (numbers->size() > room) {
            const auto beyond = static_cast<std::int64_t>(numbers->size() - room);
            m_left.push_back(
                sayCounted(countedPhrase("refusal", "%1 numbers more than there are microbatches were left out.",
                                         "%1 number more than there are microbatches was left out."),
                           beyond, beyond));
            numbers->resize(room);
        }
        Result<Plan> next = setMicrobatchFields(pasted.plan, field, m_first, *numbers, m_stage);
        if (!next)
            return next.error();
        pasted.plan = *std::move(next);
        pasted.numbers += static_cast<int>(numbers->size());
        return Done{};
    }

    const Plan& m_plan;
    int m_first;
    int m_stage;
    const std::map<std::string, MicrobatchField>& m_names;
    std::vector<std::optional<MicrobatchField>> m_columns = {};
    std::vector<Message> m_left = {};
};

} // namespace

bool isTime(MicrobatchField field) { return field >= MicrobatchField::Forward; }

std::int64_t scaleOf(const Plan& plan, MicrobatchField field) {
    if (isTime(field))
        return scaleOf(plan.timeUnit);
    return field == MicrobatchField::Length ? 1 : kOne;
}

std::optional<std::int64_t> microbatchFieldOf(const Plan& plan, int microbatch, MicrobatchField field, int stage) {
    const MicrobatchCosts& microbatches = plan.costs.microbatches;
    switch (field) {
    case MicrobatchField::Length:
        if (microbatches.form() != Form::Lengths || microbatch >= microbatches.count())
            return {};
        return microbatches.length()[microbatch];
    case MicrobatchField::Work:
        if (microbatches.form() == Form::Table)
            return {};
        return microbatches.timeOf({.kind = OpKind::F, .stage = 0, .microbatch = microbatch}, kOne);
    case MicrobatchField::Size: return microbatches.sizeOf(microbatch, kOne);
    case MicrobatchField::Forward:
    case MicrobatchField::BackwardInput:
    case MicrobatchField::BackwardWeight:
        return plan.costs.compute({.kind = kindOfTime(field), .stage = stage, .microbatch = microbatch},
                                  plan.schedule.direction(microbatch));
    }
    return {};
}

bool maySetMicrobatch(const Plan& plan, MicrobatchField field) {
    const Form form = plan.costs.microbatches.form();
    switch (field) {
    case MicrobatchField::Length: return form == Form::None || form == Form::Lengths;
    case MicrobatchField::Work: return form == Form::None || form == Form::Shares;
    case MicrobatchField::Size: return form != Form::Lengths;
    case MicrobatchField::Forward:
    case MicrobatchField::BackwardInput:
    case MicrobatchField::BackwardWeight: return true;
    }
    return false;
}

Result<Plan> setMicrobatchFields(const Plan& plan, MicrobatchField field, int first,
                                 const std::vector<std::int64_t>& values, int stage) {
    const MicrobatchCosts& now = plan.costs.microbatches;
    const int count = plan.schedule.microbatches;
    if (const Result<Done> may = checkField(plan, field); !may)
        return may.error();
    if (first < 0 || values.empty() || static_cast<std::int64_t>(values.size()) > count - first)
        return Error{
            say(phrase("refusal", "there is no microbatch %1"), first + static_cast<std::int64_t>(values.size()) - 1)};
    for (const std::int64_t value : values)
        if (const Result<Done> fits = checkValue(field, value); !fits)
            return fits.error();
    switch (field) {
    case MicrobatchField::Length:
        return withMicrobatches(
            plan,
            MicrobatchCosts::ofLengths(withValues(now.length(), static_cast<int>(values.front()), count, first, values),
                                       now.quadratic(), now.samples()));
    case MicrobatchField::Work:
        return withMicrobatches(
            plan, MicrobatchCosts::ofShares(withValues(now.work(), kOne, count, first, values), now.size()));
    case MicrobatchField::Size: {
        std::vector<std::int64_t> sizes = withValues(now.size(), kOne, count, first, values);
        return withMicrobatches(plan, now.form() == Form::Table
                                          ? MicrobatchCosts::ofTable(count, now.table(), std::move(sizes))
                                          : MicrobatchCosts::ofShares(now.work(), std::move(sizes)));
    }
    case MicrobatchField::Forward:
    case MicrobatchField::BackwardInput:
    case MicrobatchField::BackwardWeight: return withMicrobatches(plan, tableWith(plan, field, first, values, stage));
    }
    return plan;
}

Result<Plan> setQuadratic(const Plan& plan, std::int64_t part) {
    const MicrobatchCosts& now = plan.costs.microbatches;
    if (now.form() != Form::Lengths)
        return Error{say(phrase("refusal", "only lengths have a part that grows with the square"))};
    if (part < 0 || part > kOne)
        return Error{say(phrase("refusal", "the part that grows with the square is 0 to 1"))};
    return withMicrobatches(plan, MicrobatchCosts::ofLengths(now.length(), {part}, now.samples()));
}

Result<Plan> spreadMicrobatches(const Plan& plan, int percent) {
    return withMicrobatches(plan, plan.costs.microbatches.spread(percent));
}

Result<PastedCosts> pasteMicrobatches(const Plan& plan, std::string_view table, int first, MicrobatchField field,
                                      const std::map<std::string, MicrobatchField>& names, int stage) {
    return MicrobatchTable(plan, first, stage, names).read(linesOfTable(table), field);
}

} // namespace lanewright
