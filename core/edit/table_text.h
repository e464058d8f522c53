// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Tables of text as spreadsheets copy them. Inside core/edit only.
namespace lanewright {

using TableLine = std::vector<std::string>;

/// The lines of a table whose cells are parted by tabs; where there is none by semicolons, or by commas. Empty lines at
/// the end are left out.
std::vector<TableLine> linesOfTable(std::string_view table);

/// False for the head of a column: it is no number, whatever unit or sign may stand about one.
bool beginsANumber(std::string_view cell);

/// As a person types it, with a decimal point or comma and what parts thousands; with more digits than there are ticks
/// the nearest tick. None where nothing stands there.
Result<std::optional<std::int64_t>> numberOfCell(const std::string& cell, std::int64_t scale, std::string_view unit);

/// Without spaces at its ends, and without the quotation marks that some programs put around cells.
std::string trimmedCell(std::string_view text);

std::string inSmallLetters(std::string_view text);

} // namespace lanewright
