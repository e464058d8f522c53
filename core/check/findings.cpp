// SPDX-License-Identifier: Apache-2.0
#include "core/check/findings.h"

#include <algorithm>
#include <tuple>

namespace lanewright {

std::string_view toText(Code code) {
    switch (code) {
    case Code::Incomplete: return "incomplete";
    case Code::Duplicate: return "duplicate";
    case Code::Misplaced: return "misplaced";
    case Code::Precedence: return "precedence";
    case Code::Deadlock: return "deadlock";
    case Code::Fused: return "fused";
    case Code::Pair: return "pair";
    case Code::Memory: return "memory";
    case Code::DeviceMemory: return "device-memory";
    case Code::Gap: return "gap";
    case Code::Crossed: return "crossed";
    case Code::Staging: return "staging";
    }
    return "?";
}

namespace {

Message more(std::int64_t count) {
    constexpr Phrase kMore = countedPhrase("finding", "There are %1 more like this.", "There is %1 more like this.");
    return sayCounted(kMore, count, count);
}

} // namespace

Severity severityOf(Code code) { return code < Code::Gap ? Severity::Error : Severity::Warning; }

std::vector<Finding> Findings::take() {
    std::ranges::stable_sort(m_placed, {}, [](const Placed& placed) {
        return std::tuple{severityOf(placed.code), placed.place.rank, placed.place.position};
    });
    std::vector<Finding> findings;
    std::array<int, kCodes> shown = {};
    for (Placed& placed : m_placed) {
        const auto code = static_cast<std::size_t>(placed.code);
        if (++shown[code] == kMostOfOneCode && m_count[code] > kMostOfOneCode)
            placed.message = inTurn({placed.message, more(m_count[code] - kMostOfOneCode)});
        findings.push_back({std::string(toText(placed.code)), severityOf(placed.code), placed.place.rank, placed.op,
                            std::move(placed.message)});
    }
    return findings;
}

} // namespace lanewright
