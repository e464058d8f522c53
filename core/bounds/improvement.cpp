// SPDX-License-Identifier: Apache-2.0
#include "core/bounds/improvement.h"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

namespace lanewright::bounds {

namespace {

/// The first step by looks at each rank is one part of so many of the bound, with a larger budget one of so few.
constexpr Time kFirstSteps = 1000;
constexpr Time kNextSteps = 128;
/// A step where ranks are looked at together is one part of so many of the way to the least value that anybody found,
/// which is taken to be no more than one part of so many of the bound; a trial begins with one part of so many, and
/// ends where one of so many is too far.
constexpr double kStepsOfWay = 3;
constexpr double kStepsOfTrial = 8;
constexpr double kMostStepsOfTrial = 32;
constexpr double kMostOfWay = 10;
/// With a larger budget the first is no more than one part of so many of the bound, and where the last budget refuted
/// nothing one of so many of the first step with that.
constexpr Time kStepsOfNext = 1000;
constexpr Time kShrinkOfStep = 8;
/// A step is no less than such a part of the one before, which succeeded.
constexpr double kLeastGrowth = 0.125;
/// What a value takes at least that was too far before.
constexpr double kShareOfHard = 0.5;
/// No step is less than one part of so many of the bound.
constexpr Time kFinest = 1 << 17;
/// Ops looked at for one value before a smaller one is tried: at first; where ranks are looked at together, for a trial
/// from each start and then; and after that.
constexpr std::int64_t kFirstBudget = 8'000'000;
constexpr std::int64_t kTrialBudget = 8'000'000;
constexpr std::int64_t kTogetherBudget = 128'000'000;
constexpr std::int64_t kRanksBudget = 24'000'000;
/// How budgets grow.
constexpr std::int64_t kGrowthOfRanks = 3;
constexpr std::int64_t kGrowthOfTogether = 2;

Bound refuted(Time value) {
    return {std::string{kRefuted},
            {value, 1},
            -1,
            say(phrase("bound", "with less each op has so little time left that what follows of it contradicts "
                                "itself"))};
}

/// The step after one that took such a share of its budget: what takes nearly all of it leaves little for more.
Time grown(Time step, double share) {
    const double growth = std::max(kLeastGrowth, 2 * (1 - share) * (1 - share));
    return std::max<Time>(1, static_cast<Time>(static_cast<double>(step) * growth));
}

} // namespace

Improvement::Improvement(Refuter& refuter, const Given& given, const Bound& known, const Fraction& most, Looks looks,
                         const BoundProgress& raised)
    : m_refuter(refuter), m_grain(given.grain), m_least(given.least), m_looks(std::move(looks)), m_best(known),
      m_most(most), m_raised(raised) {}

/// True when the bound is at least `next` grains now.
bool Improvement::reaches(Time next, At at, std::int64_t budget) {
    if (m_looks.areOver())
        return false;
    m_most = m_raised(m_best); // a better order may be known by now
    if (Fraction{next * m_grain, 1} > m_most)
        return false;
    Looks looks = m_looks.part(std::min(budget, m_looks.left()));
    const bool refutes = m_refuter.refutes((next - 1) * m_grain, at, looks);
    m_looks.spend(looks.spent());
    if (!refutes) {
        m_wantsMore = m_wantsMore || m_refuter.wantsMore();
        if (at == At::Together)
            m_hard = std::min(m_hard, next);
        return false;
    }
    m_lastStep = next - m_least;
    m_lastShare = 1 - static_cast<double>(looks.left()) / static_cast<double>(budget);
    // What was too far before is refuted with little since much of it is known.
    if (next >= m_hard) {
        m_lastShare = std::max(m_lastShare, kShareOfHard);
        m_hard = kNone;
    }
    m_least = next;
    m_best = refuted(m_least * m_grain);
    m_most = m_raised(m_best);
    return true;
}

/// Steps from the bound on, which grow while values are refuted with little of the budget. The first that is too far.
Time Improvement::stride(Time step, At at, std::int64_t budget) {
    while (reaches(m_least + step, at, budget))
        step = at == At::Ranks ? 2 * step : grown(step, m_lastShare);
    return step;
}

/// Behind a step that was too far: smaller ones, down to the finest.
void Improvement::close(Time step, At at, std::int64_t budget) {
    while ((step /= 2) > m_least / kFinest)
        reaches(m_least + step, at, budget);
}

/// True when a value may be refuted yet.
bool Improvement::climb(Time step, At at, std::int64_t budget) {
    m_wantsMore = false;
    close(stride(step, at, budget), at, budget);
    return m_wantsMore;
}

/// The way to the least that anybody found can be any number where nobody found an order.
Time Improvement::partOfWay(double steps) const {
    const double way = m_most.value() / static_cast<double>(m_grain) - static_cast<double>(m_least);
    return std::max<Time>(1, static_cast<Time>(std::min(way, static_cast<double>(m_least) / kMostOfWay) / steps));
}

Time Improvement::partOfLeast(Time steps) const {
    const Time way = m_most.numerator / m_most.denominator / m_grain - m_least;
    return std::max<Time>(1, std::min(m_least / steps, way));
}

/// Short looks at ranks together: how many values they refute. The way is as long as the best order is bad, so that the
/// first step may be too far.
int Improvement::tryTogether() {
    int paid = 0;
    for (double steps = kStepsOfTrial; steps <= kMostStepsOfTrial;)
        if (reaches(m_least + partOfWay(steps), At::Together, kTrialBudget))
            ++paid;
        else
            steps *= paid > 0 ? kMostStepsOfTrial : 2;
    m_hard = kNone; // with a budget that says little
    return paid;
}

/// The first step with the next budget, after one that began with `step`.
Time Improvement::nextOfTogether(Time step) const {
    if (m_lastStep == 0)
        return std::max<Time>(1, step / kShrinkOfStep);
    return std::min(2 * grown(m_lastStep, m_lastShare), std::max<Time>(2, m_least / kStepsOfNext));
}

void Improvement::run() {
    const Time tooFar = stride(partOfLeast(kFirstSteps), At::Ranks, kFirstBudget);
    bool byRanks = m_wantsMore;
    bool together = m_refuter.looksTogether();
    // Where short looks at ranks together refute values, long ones come first; of several starts, from the others of
    // which ranks alone may have as much to say, only where that goes on.
    const int paid = together ? tryTogether() : 0;
    const bool pays = paid > 0;
    bool ranksFirst = paid < (m_refuter.hasSeveralStarts() ? 2 : 1);
    std::int64_t ofRanks = kRanksBudget;
    if (!pays) {
        m_wantsMore = byRanks;
        close(tooFar, At::Ranks, kFirstBudget);
        byRanks = m_wantsMore;
    }
    // Where they refute nothing, long looks at each rank come without all steps of the shorter ones.
    if (together && !pays && byRanks) {
        m_wantsMore = false;
        stride(partOfLeast(kNextSteps), At::Ranks, ofRanks);
        byRanks = m_wantsMore;
        ofRanks *= kGrowthOfRanks;
    }
    Time next = kNone;
    for (std::int64_t ofTogether = kTogetherBudget; (byRanks || together) && !m_looks.areOver();) {
        // Behind looks together the least is enough to see whether those at each rank have more to say.
        const auto climbByRanks = [&] { byRanks = climb(pays ? 1 : partOfLeast(kNextSteps), At::Ranks, ofRanks); };
        const Time before = m_least;
        if (byRanks && ranksFirst) {
            climbByRanks();
            ranksFirst = !pays || m_least > before;
        }
        if (together) {
            const Time step = std::min(partOfWay(kStepsOfWay), next);
            m_lastStep = 0;
            together = climb(step, At::Together, ofTogether);
            next = nextOfTogether(step);
        }
        if (pays && (m_least == before ? byRanks : !together))
            climbByRanks();
        ofRanks *= kGrowthOfRanks;
        ofTogether *= kGrowthOfTogether;
    }
}

} // namespace lanewright::bounds
