// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/op.h"
#include "core/model/schedule.h"

#include <string>
#include <string_view>
#include <vector>

namespace lanewright {

/// `"F"`, `"B"`, `"W"`, `"BW"`, `"R"`.
std::string_view toText(OpKind kind);

/// `B2.5` is B of stage 2, microbatch 5. A part of W is `W2.5/1`, where `weightParts` is more than 1.
std::string toText(const Op& op, int weightParts = 1);

/// An op, or an overlapped pair such as `F3.7+BW4.2`. The gap is not part of the text.
std::string toText(const Block& block, int weightParts = 1);

/// Reads what `toText` writes. Fails, naming the word, on anything else; ranges are for the caller to check.
Result<Op> opFromText(std::string_view word);
Result<Block> blockFromText(std::string_view word);

/// Reads one row per line, blocks between blanks; blank lines are skipped. The notation of tests and lessons:
/// @code
///   F0.0 F0.1 B0.0 W0.0
///   F1.0 B1.0 W1.0 F1.1
/// @endcode
Result<std::vector<Row>> rowsFromText(std::string_view text);

} // namespace lanewright
