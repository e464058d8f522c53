// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/printed.h"
#include "core/simulate/number_text.h"

#include <string>
#include <string_view>
#include <vector>

/// What answers for people are written with.
namespace lanewright::api {

/// Cells in columns, each as wide as its widest cell; the first row is the head.
class Table {
public:
    /// `alignment`: per column `l` or `r`.
    Table(std::vector<std::string> head, std::string_view alignment);
    /// Cells are made fit to be shown on a line.
    void add(std::vector<std::string> row);
    bool empty() const { return m_rows.size() < 2; }
    std::string text() const;

private:
    std::vector<std::vector<std::string>> m_rows;
    std::string m_alignment;
};

/// @name Numbers in English, as the command line writes them
/// @{
inline std::string memoryText(Bytes bytes, MemoryUnit unit) { return numbers::memoryText(bytes, unit); }
inline std::string periodText(const Fraction& period, TimeUnit unit) { return numbers::periodText(period, unit); }
inline std::string roundedTimeText(Time time, TimeUnit unit) { return numbers::roundedTimeText(time, unit); }
inline std::string roundedTimeText(const Fraction& time, TimeUnit unit) { return numbers::roundedTimeText(time, unit); }
inline std::string shareText(double share) { return numbers::shareText(share); }
inline std::string timeText(Time time, TimeUnit unit) { return numbers::timeText(time, unit); }
/// @}

/// `1 rank`, `2 ranks`.
std::string counted(int count, const char* one, const char* many);

/// `2:05` or `1:02:05`; a second that has begun counts.
std::string durationText(double seconds);

} // namespace lanewright::api
