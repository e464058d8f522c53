// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/numbers.h"
#include "core/base/result.h"
#include "core/check/validate.h"
#include "core/model/objective.h"
#include "core/model/plan.h"
#include "core/model/run.h"
#include "core/pytorch/csv.h"
#include "core/solve/solve.h"

#include <QString>

/// Numbers as panels write them, beside those of `app/document/numbers.h`: with a fixed number of decimals, so that a
/// figure does not jump while it changes, and with signs.
namespace lanewright::app {

/// In the plan's time unit, with the decimals of `shownDecimals`: `27.00`.
QString fixedTime(Time time, TimeUnit unit);
QString fixedTime(const Fraction& time, TimeUnit unit);
/// `27.00 ms`; plain `27.00` for abstract units.
QString fixedTimeWithUnit(Time time, TimeUnit unit);
QString fixedTimeWithUnit(const Fraction& time, TimeUnit unit);
/// `+0.73`, `−1.00`, `0.00`.
QString signedTime(Time time, TimeUnit unit);
QString signedTimeWithUnit(Time time, TimeUnit unit);
/// `4 act.`; without a unit the number alone.
QString memoryWithUnit(Bytes bytes, MemoryUnit unit, int decimals = 2);
/// `+5.6 %`; empty when the base is 0.
QString changeOf(Time from, Time to);

/// `1 rank`, `4 ranks`.
QString counted(int number, const QString& one, const QString& many);
/// Its only errors are ops that it lacks: an order that somebody is at work on.
bool lacksOpsAlone(const std::vector<Finding>& findings);
/// `3 findings`, or `12 ops to place` of such an order.
QString findingsText(const std::vector<Finding>& findings);
QString opText(const Op& op, const Plan& plan);
/// `step 3`: the number that the file and the command line know it by. Our own runs count from 0, others' as they do.
QString stepText(const StepRecord& step);
/// The same with what the step is among those of its run: `step 3, median of 4`, `step 1, warm-up`, `step 12, the last
/// one` where the run was cut short or goes on.
QString stepText(const Run& run, const StepRecord& step);
/// From the shortest step to the longest, without the warm-up step where there are more: `24.90 – 31.20 ms`.
QString stepsRangeText(const Run& run, TimeUnit unit);
/// `period`, `makespan`, `longest span`.
QString objectiveText(Objective objective);
/// `synchronous`, `post-validated`.
QString modeText(OptimizerMode mode);
/// `error`, `warning`, `note`.
QString severityText(Severity severity);
/// How a solution was found; the names of generators stay as they are.
QString methodText(const MadeBy& madeBy);
/// What proved it.
QString proofText(ProvedBy provedBy);
/// Beside what could be gained: a sentence that nobody can promise it, where the plan's costs hold waits for cores;
/// else nothing.
QString sharedCoresText(const Plan& plan);
/// The error as one sentence with its place.
QString sentenceOf(const Error& error);
/// A finding of a CSV: its cell, and the sentence.
QString sentenceOf(const PytorchFinding& finding);
/// One a line, errors bare, others with their severity in front.
QString linesOf(const std::vector<PytorchFinding>& findings);
QString toQt(std::string_view words);

} // namespace lanewright::app
