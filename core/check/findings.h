// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/check/validate.h"

#include <array>
#include <string>
#include <utility>
#include <vector>

namespace lanewright {

/// The codes of findings; errors first.
enum class FindingCode : std::uint8_t {
    Incomplete,
    Duplicate,
    Misplaced,
    Precedence,
    Deadlock,
    Fused,
    Pair,
    Memory,
    DeviceMemory,
    Gap,
    Crossed,
    Staging,
    UnknownKey,
};
constexpr int kCodes = 13;

std::string_view toText(FindingCode code);
Severity severityOf(FindingCode code);

/// Collects findings, at most `kMostOfOneCode` of each code, and puts them in order.
class Findings {
public:
    static constexpr int kMostOfOneCode = 200;

    /// `position` orders findings of one rank. `text` makes the sentence, only when it is kept.
    void add(FindingCode code, const Slot& place, const std::optional<Op>& op, auto&& text) {
        if (++m_count[static_cast<std::size_t>(code)] <= kMostOfOneCode)
            m_placed.push_back({code, place, op, text()});
    }
    /// True when one more of the code would only be counted.
    bool full(FindingCode code) const { return m_count[static_cast<std::size_t>(code)] >= kMostOfOneCode; }
    /// Counts findings of a code that is full.
    void countMore(FindingCode code, std::int64_t count) { m_count[static_cast<std::size_t>(code)] += count; }
    std::vector<Finding> take();

private:
    struct Placed {
        FindingCode code = {};
        Slot place = {};
        std::optional<Op> op = {};
        Message message = {};
    };
    std::vector<Placed> m_placed;
    std::array<std::int64_t, kCodes> m_count = {};
};

/// Ops that are missing, repeated or misplaced, wrong pairs, and B or W beside their BW.
void checkOps(const Plan& plan, Findings& findings);

} // namespace lanewright
