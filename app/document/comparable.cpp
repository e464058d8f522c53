// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/comparable.h"

#include "core/model/run.h"
#include "core/page/number_lines.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace lanewright::app {

bool areComparable(TimeUnit one, TimeUnit other) { return (one == TimeUnit::Unit) == (other == TimeUnit::Unit); }

bool areComparable(MemoryUnit one, MemoryUnit other) {
    return (one == MemoryUnit::Unit) == (other == MemoryUnit::Unit);
}

std::optional<Incomparable> plansIncomparable(const Document& one, const Document& other) {
    if (!areComparable(one.plan().timeUnit, other.plan().timeUnit))
        return Incomparable::Units;
    if (!one.analysis().valid || !other.analysis().valid)
        return Incomparable::Invalid;
    return {};
}

std::optional<Incomparable> iterationsIncomparable(const Document& one, const Document& other) {
    if (!one.run() || !other.run())
        return plansIncomparable(one, other);
    if (!areComparable(one.plan().timeUnit, other.plan().timeUnit))
        return Incomparable::Units;
    if (!isMeasuredWhole(one) || !isMeasuredWhole(other))
        return Incomparable::CutShort;
    if (one.run()->paced != other.run()->paced)
        return Incomparable::OnePaced;
    if (!iterationTimeOf(*one.run()) || !iterationTimeOf(*other.run()))
        return Incomparable::OneStep;
    return {};
}

QString incomparableText(Incomparable reason) {
    switch (reason) {
    case Incomparable::Units:
        return QCoreApplication::translate("Numbers", "not compared: one of the two is in abstract units");
    case Incomparable::Invalid: return QCoreApplication::translate("Numbers", "not compared");
    case Incomparable::OnePaced:
        return QCoreApplication::translate("Numbers", "not compared: only one of the two runs was paced");
    case Incomparable::CutShort: return QCoreApplication::translate("Numbers", "not compared: a run was cut short");
    case Incomparable::OneStep:
        return QCoreApplication::translate("Numbers", "not compared: a run of one step has no iteration time");
    }
    return {};
}

const Finding* whyInvalid(const Analysis& analysis) {
    const auto found = std::ranges::find(analysis.findings, Severity::Error, &Finding::severity);
    return found == analysis.findings.end() ? nullptr : &*found;
}

std::optional<TimeAndMemory> placeOf(const Document& document) {
    if (isMeasuredWhole(document)) {
        const std::optional<Time> time = iterationTimeOf(*document.run());
        const StepRecord* step = document.comparedStep();
        if (!time || !step || step->peakActivations.empty())
            return {};
        return TimeAndMemory{*time, std::ranges::max(step->peakActivations)};
    }
    if (document.plan().isProblem() || !isWhole(document.analysis().findings))
        return {};
    const Metrics& metrics = document.analysis().metrics;
    return TimeAndMemory{static_cast<Time>(std::llround(valueOf(metrics, Objective::Iteration).value())),
                         metrics.highestPeak()};
}

MemoryUnit memoryUnitOf(const Document& document) {
    return lanewright::memoryUnitOf(document.plan(), isMeasuredWhole(document));
}

bool isMeasuredWhole(const Document& document) {
    return document.measured() && !document.runGoesOn() && document.coverage().isWhole();
}

} // namespace lanewright::app
