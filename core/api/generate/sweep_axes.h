// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/base/units.h"

#include <cstdint>
#include <string>
#include <vector>

/// The lists of a sweep, as a person types them: words with commas between them, each a value or FROM:TO:STEP.
namespace lanewright::api {

/// The most cells of a sweep, and so the most values of a list.
constexpr std::int64_t kMostCells = 100'000;

/// Whole numbers from 1 on: `4,8` or `8:64:8`. Fails, under the name of the option, on what is none and on too many.
Result<std::vector<int>> countsFromText(const std::string& text, const std::string& option);

/// A memory limit of a sweep.
struct SweptLimit {
    /// Per million of what 1F1B holds at most on that rank.
    static constexpr std::int64_t kOne = 1'000'000;
    enum class Kind : std::uint8_t { None, Bytes, Times };

    std::string text = {}; ///< as asked: `none`, `4`, `1.5x`
    Kind kind = Kind::None;
    std::int64_t amount = 0; ///< bytes, or parts of `kOne`
};

/// `none`, amounts in the unit and, with an `x`, multiples: `none,0.5x:2x:0.25x,24`. Fails as above.
Result<std::vector<SweptLimit>> limitsFromText(const std::string& text, MemoryUnit unit);

} // namespace lanewright::api
