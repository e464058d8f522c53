// SPDX-License-Identifier: Apache-2.0
#include "core/check/findings.h"

#include <algorithm>
#include <tuple>

namespace lanewright {

std::string_view toText(FindingCode code) {
    switch (code) {
    case FindingCode::Incomplete: return "incomplete";
    case FindingCode::Duplicate: return "duplicate";
    case FindingCode::Misplaced: return "misplaced";
    case FindingCode::Precedence: return "precedence";
    case FindingCode::Deadlock: return "deadlock";
    case FindingCode::Fused: return "fused";
    case FindingCode::Pair: return "pair";
    case FindingCode::Memory: return "memory";
    case FindingCode::DeviceMemory: return "device-memory";
    case FindingCode::Gap: return "gap";
    case FindingCode::Crossed: return "crossed";
    case FindingCode::Staging: return "staging";
    case FindingCode::UnknownKey: return "unknown-key";
    }
    return "?";
}

namespace {

Message more(std::int64_t count) {
    constexpr Phrase kMore = countedPhrase("finding", "There are %1 more like this.", "There is %1 more like this.");
    return sayCounted(kMore, count, count);
}

} // namespace

Severity severityOf(FindingCode code) { return code < FindingCode::Gap ? Severity::Error : Severity::Warning; }

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
