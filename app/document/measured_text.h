// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document.h"

#include <QStringList>

#include <optional>

/// What the measured step that is shown says of a block and of the gap before it.
namespace lanewright::app {

/// A gap that a run shows.
struct MeasuredGap {
    Time start = 0; ///< from the first start of the step
    Time end = 0;
    Time typical = 0; ///< how long it was in the median over the steps
    int rank = 0;
    std::optional<Op> next = {};      ///< the op behind it; none: the rank has ended
    std::optional<Op> waitsFor = {};  ///< the producer that was waited for
    Message sentence = {};            ///< why, in words
    std::optional<Time> planned = {}; ///< how long the plan has its rank idle before the op

    Time length() const { return end - start; }
};

/// The gap before the op in the step that is shown; none where its rank went on at once, and where the op did not run.
std::optional<MeasuredGap> measuredGapBefore(const Document& document, const Op& op);
/// The gap of the rank that holds the time, which counts from the first start of the step; none where a block ran.
std::optional<MeasuredGap> measuredGapAt(const Document& document, int rank, Time time);

/// `idle 3 ms before it, typically 2.9 ms, planned 2 ms`, and why.
QStringList gapLines(const MeasuredGap& gap, const Plan& plan);
/// `BW2.3, measured`, when it ran against the plan and its typical time, and what it waited for: a line for each. Empty
/// where the op did not run.
QStringList measuredDescription(const Document& document, const Op& op);

} // namespace lanewright::app
