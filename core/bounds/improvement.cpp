// SPDX-License-Identifier: Apache-2.0
#include "core/bounds/improvement.h"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

namespace lanewright::bounds {

namespace {

/// The first step is one part of so many of the way to the least value that anybody found, which is taken to be no more
/// than one part of so many of the bound; where nobody found any, one part of so many of the bound.
constexpr Time kStepsOfWay = 16;
constexpr Time kMostOfWay = 10;
constexpr Time kStepsWithoutWay = 1000;
/// No step is less than one part of so many of the bound.
constexpr Time kFinest = 1 << 17;
/// Ops looked at for the first step of a way.
constexpr std::int64_t kFirstBudget = 8'000'000;

Bound refuted(Time value) {
    return {std::string{kRefuted},
            {value, 1},
            -1,
            say(phrase("bound", "with less each op has so little time left that what follows of it contradicts "
                                "itself"))};
}

} // namespace

Improvement::Improvement(Refuter& refuter, const Given& given, const Bound& known, const Fraction& most, Looks looks,
                         const BoundProgress& raised)
    : m_refuter(refuter), m_grain(given.grain), m_least(given.least), m_looks(std::move(looks)), m_best(known),
      m_most(most), m_raised(raised) {}

/// How many grains the bound may rise at most.
Time Improvement::wayLeft() const { return m_most.numerator / m_most.denominator / m_grain - m_least; }

/// Where nobody found an order the way is any number, and longer than the bound.
Time Improvement::firstStep() const {
    const Time step =
        wayLeft() > m_least ? m_least / kStepsWithoutWay : std::min(wayLeft(), m_least / kMostOfWay) / kStepsOfWay;
    return std::max<Time>(1, step);
}

/// True when the bound is at least `next` grains now.
bool Improvement::reaches(Time next, Way& way) {
    Looks looks = m_looks.part(std::min(way.budget, m_looks.left()));
    const bool refutes = m_refuter.refutes((next - 1) * m_grain, way.at, looks);
    m_looks.spend(looks.spent());
    way.cost = std::max<std::int64_t>(1, looks.spent());
    if (!refutes)
        return false;
    m_least = next;
    m_best = refuted(m_least * m_grain);
    m_most = m_raised(m_best);
    return true;
}

/// What a refuted step took is at most half of the budget of the next, which is larger.
void Improvement::tryStep(Way& way) {
    const Time finest = std::max<Time>(1, m_least / kFinest);
    way.step = std::min(way.step, wayLeft());
    if (reaches(m_least + way.step, way)) {
        way.step *= 2;
        way.budget = std::max(way.budget, 2 * way.cost);
        return;
    }
    way.isOpen = way.step > finest || m_refuter.wantsMore();
    way.step = std::max(finest, way.step / 2);
    if (m_refuter.wantsMore())
        way.budget *= 2;
}

void Improvement::run() {
    Way ranks{.at = At::Ranks, .step = firstStep(), .budget = kFirstBudget};
    Way together{.at = At::Together, .step = firstStep(), .budget = kFirstBudget, .isOpen = m_refuter.looksTogether()};
    while ((ranks.isOpen || together.isOpen) && !m_looks.areOver()) {
        m_most = m_raised(m_best); // a better order may be known by now
        if (wayLeft() <= 0)
            break;
        tryStep(ranks.promise() >= together.promise() ? ranks : together);
    }
}

} // namespace lanewright::bounds
