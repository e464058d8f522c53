// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/schedule.h"

#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace lanewright {

/// Names many ops at once: `W*.*`, `F0.2-5`, `*1.0`, or `rank 2` for all that runs there.
///
/// An op with `*` for any kind or number, or with a range of numbers, both ends included. `W2.5` means all parts of it.
struct OpPattern {
    std::string text = {}; ///< as written
    std::optional<OpKind> kind = {};
    int firstStage = 0;
    int lastStage = std::numeric_limits<int>::max();
    int firstMicrobatch = 0;
    int lastMicrobatch = std::numeric_limits<int>::max();
    int rank = -1; ///< ≥ 0: all ops that belong on this rank, and nothing else counts

    friend bool operator==(const OpPattern&, const OpPattern&) = default;
};

/// Fails, with an example, on what is no pattern.
Result<OpPattern> opPatternFromText(std::string_view text);

bool matches(const OpPattern& pattern, const Schedule& schedule, const Op& op);
/// Whether it names any op of the order.
bool matchesAny(const OpPattern& pattern, const Schedule& schedule);

} // namespace lanewright
