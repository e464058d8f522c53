// SPDX-License-Identifier: Apache-2.0
#include "core/explain/slip_reasons.h"

#include "core/model/text.h"
#include "core/simulate/number_text.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <string>

namespace lanewright {

bool SlipReasons::isOnTime(Time slip) const {
    constexpr Time kOnTimeShare = 500;
    return std::abs(slip) <= m_comparison->plannedMakespan / kOnTimeShare;
}

Message SlipReasons::of(const Deviation& each) const {
    if (isOnTime(each.slip()))
        return say(phrase("slip", "on time"));
    if (!m_reasons)
        m_reasons.emplace(*m_ran, *m_measured);
    const std::optional<Explanation> reason = m_reasons->of(each.op);
    if (!reason)
        return {};
    const auto name = [this](const Op& op) { return toText(op, m_ran->costs.weightParts); };
    switch (reason->binding) {
    case Binding::Start: return say(phrase("slip", "the run itself started late on this rank"));
    case Binding::Gap: return say(phrase("slip", "an explicit gap"));
    case Binding::RankBusy:
        return reason->before
                   ? say(phrase("slip", "own rank busy with %1, %2"), name(*reason->before), lateness(*reason->before))
                   : Message();
    case Binding::Dependency:
        return reason->bindingOp ? say(phrase("slip", "waited for %1 of rank %2, %3"), name(*reason->bindingOp),
                                       m_ran->schedule.rankOf(*reason->bindingOp), lateness(*reason->bindingOp))
                                 : Message();
    }
    return {};
}

Message SlipReasons::lateness(const Op& op) const {
    const std::vector<Deviation>& deviations = m_comparison->deviations;
    const auto opAt = [&](std::size_t at) -> const Op& { return deviations[at].op; };
    if (m_byOp.empty()) {
        m_byOp.resize(deviations.size());
        std::iota(m_byOp.begin(), m_byOp.end(), std::size_t{0});
        std::ranges::sort(m_byOp, {}, opAt);
    }
    const auto found = std::ranges::lower_bound(m_byOp, op, {}, opAt);
    if (found == m_byOp.end() || opAt(*found) != op)
        return {};
    const Deviation& other = deviations[*found];
    const Time late = other.slip() + other.stretch();
    const auto amount = [this](Time time) { return numbers::shortTime(std::abs(time), m_ran->timeUnit); };
    if (isOnTime(late))
        return say(phrase("slip", "which ended on time"));
    if (std::abs(other.stretch()) > std::abs(other.slip()))
        return other.stretch() > 0 ? say(phrase("slip", "which ran %1 longer"), amount(other.stretch()))
                                   : say(phrase("slip", "which ran %1 shorter"), amount(other.stretch()));
    return late > 0 ? say(phrase("slip", "itself %1 late"), amount(late))
                    : say(phrase("slip", "itself %1 early"), amount(late));
}

} // namespace lanewright
