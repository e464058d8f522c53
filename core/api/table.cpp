// SPDX-License-Identifier: Apache-2.0
#include "core/api/table.h"

#include "core/io/quoted_text.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

namespace lanewright::api {

namespace {

/// Characters, not bytes: continuation bytes of UTF-8 take no room.
std::size_t widthOf(std::string_view text) {
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char letter) { return (static_cast<unsigned char>(letter) & 0xC0) != 0x80; }));
}

} // namespace

Table::Table(std::vector<std::string> head, std::string_view alignment)
    : m_rows{std::move(head)}, m_alignment(alignment) {}

void Table::add(std::vector<std::string> row) {
    for (std::string& cell : row)
        cell = shownLine(cell);
    m_rows.push_back(std::move(row));
}

std::string Table::text() const {
    std::vector<std::size_t> widths(m_rows.front().size(), 0);
    for (const auto& row : m_rows)
        for (std::size_t column = 0; column < row.size(); ++column)
            widths[column] = std::max(widths[column], widthOf(row[column]));
    std::string text;
    for (const auto& row : m_rows) {
        std::string line;
        for (std::size_t column = 0; column < row.size(); ++column) {
            const std::string room(widths[column] - widthOf(row[column]), ' ');
            const bool right = m_alignment[column] == 'r';
            line += (column == 0 ? "" : "  ") + (right ? room + row[column] : row[column] + room);
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + "\n";
    }
    return text;
}

std::string counted(int count, const char* one, const char* many) {
    return std::to_string(count) + " " + (count == 1 ? one : many);
}

std::string durationText(double seconds) {
    const auto whole = static_cast<std::int64_t>(std::ceil(seconds));
    const auto two = [](std::int64_t number) { return (number < 10 ? "0" : "") + std::to_string(number); };
    const std::int64_t minutes = whole / 60;
    const std::string end = ":" + two(whole % 60);
    return minutes < 60 ? std::to_string(minutes) + end : std::to_string(minutes / 60) + ":" + two(minutes % 60) + end;
}

} // namespace lanewright::api
