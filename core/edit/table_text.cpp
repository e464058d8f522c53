// SPDX-License-Identifier: Apache-2.0
#include "core/edit/table_text.h"

#include "core/base/text_parts.h"
#include "core/base/whole_number.h"
#include "core/edit/cost_fields.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace lanewright {

namespace {

bool isFigure(char c) { return c >= '0' && c <= '9'; }

/// A comma parts cells where a line has several, or where it does not stand between two figures; else it is decimal.
bool commasPartCells(std::string_view table) {
    for (const std::string_view line : cutAt(table, '\n')) {
        if (std::ranges::count(line, ',') > 1)
            return true;
        const std::size_t comma = line.find(',');
        if (comma == std::string_view::npos)
            continue;
        if (comma == 0 || comma + 1 == line.size() || !isFigure(line[comma - 1]) || !isFigure(line[comma + 1]))
            return true;
    }
    return false;
}

/// `1 234,5`, `1.234,5` and `1,234.5` as `1234.5`: of points and commas the kind that comes last is the decimal one,
/// and none is where a kind comes twice.
std::string withoutThousands(std::string word) {
    for (const std::string_view space : {" ", "\xc2\xa0", "\xe2\x80\xaf"})
        for (std::size_t at = word.find(space); at != std::string::npos; at = word.find(space))
            word.erase(at, space.size());
    const std::size_t comma = word.rfind(',');
    const std::size_t point = word.rfind('.');
    const bool both = comma != std::string::npos && point != std::string::npos;
    for (const char sign : {',', '.'}) {
        const bool isLast = !both || (sign == ',') == (comma > point);
        if (!isLast || std::ranges::count(word, sign) > 1)
            std::erase(word, sign);
    }
    return word;
}

} // namespace

std::string inSmallLetters(std::string_view text) {
    std::string result(text);
    for (char& c : result)
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return result;
}

std::string trimmedCell(std::string_view text) {
    const auto trim = [&text] {
        text.remove_prefix(std::min(text.find_first_not_of(" \r"), text.size()));
        text.remove_suffix(text.size() - std::min(text.find_last_not_of(" \r") + 1, text.size()));
    };
    trim();
    if (text.size() >= 2 && text.front() == '"' && text.back() == '"') {
        text = text.substr(1, text.size() - 2);
        trim();
    }
    return std::string(text);
}

std::vector<TableLine> linesOfTable(std::string_view table) {
    char separator = '\t';
    if (table.find('\t') == std::string_view::npos)
        separator = table.find(';') != std::string_view::npos ? ';' : commasPartCells(table) ? ',' : '\t';
    std::vector<TableLine> lines;
    for (const std::string_view text : cutAt(table, '\n')) {
        TableLine& line = lines.emplace_back();
        for (const std::string_view cell : cutAt(text, separator))
            line.push_back(trimmedCell(cell));
    }
    const auto isEmpty = [](const TableLine& line) {
        return std::ranges::all_of(line, [](const std::string& cell) { return cell.empty(); });
    };
    while (!lines.empty() && isEmpty(lines.back()))
        lines.pop_back();
    return lines;
}

bool beginsANumber(std::string_view cell) {
    for (const std::string_view sign : {"-", "−", "+", ".", ","})
        if (cell.starts_with(sign)) {
            cell.remove_prefix(sign.size());
            break;
        }
    return !cell.empty() && isFigure(cell.front());
}

Result<std::optional<std::int64_t>> numberOfCell(const std::string& cell, std::int64_t scale, std::string_view unit) {
    std::string word = withoutThousands(cell);
    Result<std::optional<std::int64_t>> number = fieldFromText(word, scale, unit);
    if (number)
        return number;
    std::ranges::replace(word, ',', '.');
    const double ticks = realIn(word).value_or(HUGE_VAL) * static_cast<double>(scale);
    constexpr double kMost = 9e15; // whole numbers up to here are exact
    if (!(std::abs(ticks) < kMost))
        return number;
    return std::optional<std::int64_t>(std::llround(ticks));
}

} // namespace lanewright
