// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/panel_text.h"

#include "app/document/translate.h"
#include "app/document/translate_error.h"
#include "core/check/findings.h"
#include "core/measured/profile/shared_cores.h"
#include "core/simulate/number_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace lanewright::app {
namespace {

QString withUnit(const QString& number, auto unit) {
    const QString name = unitText(unit);
    return name.isEmpty() ? number : number + QLatin1Char(' ') + name;
}

} // namespace

QString fixedTime(Time time, TimeUnit unit) { return roundedText(time, scaleOf(unit), numbers::shownDecimals(unit)); }

QString fixedTime(const Fraction& time, TimeUnit unit) {
    return fixedTime(static_cast<Time>(std::llround(time.value())), unit);
}

QString fixedTimeWithUnit(Time time, TimeUnit unit) { return withUnit(fixedTime(time, unit), unit); }

QString fixedTimeWithUnit(const Fraction& time, TimeUnit unit) { return withUnit(fixedTime(time, unit), unit); }

QString signedTime(Time time, TimeUnit unit) {
    const QString number = fixedTime(time, unit);
    return time > 0 && number != fixedTime(0, unit) ? QLatin1Char('+') + number : number;
}

QString signedTimeWithUnit(Time time, TimeUnit unit) { return withUnit(signedTime(time, unit), unit); }

QString memoryWithUnit(Bytes bytes, MemoryUnit unit, int decimals) {
    return withUnit(memoryText(bytes, unit, decimals), unit);
}

QString changeOf(Time from, Time to) {
    if (from == 0)
        return {};
    return changeText(static_cast<double>(to - from) / static_cast<double>(from));
}

QString counted(int number, const QString& one, const QString& many) {
    return QString::number(number) + QLatin1Char(' ') + (number == 1 ? one : many);
}

bool lacksOpsAlone(const std::vector<Finding>& findings) {
    const auto isError = [](const Finding& each) { return each.severity == Severity::Error; };
    return std::ranges::any_of(findings, isError) && std::ranges::all_of(findings, [&](const Finding& each) {
               return !isError(each) || each.code == toText(FindingCode::Incomplete);
           });
}

QString findingsText(const std::vector<Finding>& findings) {
    if (!lacksOpsAlone(findings))
        return counted(static_cast<int>(findings.size()), QCoreApplication::translate("PanelText", "finding"),
                       QCoreApplication::translate("PanelText", "findings"));
    const auto lacking = static_cast<int>(std::ranges::count(findings, Severity::Error, &Finding::severity));
    // More of one code are not kept.
    if (lacking >= Findings::kMostOfOneCode)
        return QCoreApplication::translate("PanelText", "many ops to place");
    return counted(lacking, QCoreApplication::translate("PanelText", "op to place"),
                   QCoreApplication::translate("PanelText", "ops to place"));
}

QString opText(const Op& op, const Plan& plan) { return opText(op, plan.costs.weightParts); }

QString stepText(const StepRecord& step) { return QCoreApplication::translate("PanelText", "step %1").arg(step.step); }

QString stepText(const Run& run, const StepRecord& step) {
    QString text = stepText(step);
    const int many = static_cast<int>(run.steps.size());
    if (many < 2 || (run.partial && &step != &run.steps.back()))
        return text;
    if (run.partial)
        return QCoreApplication::translate("PanelText", "%1, the last one").arg(text);
    if (&step == representativeStep(run))
        return QCoreApplication::translate("PanelText", "%1, median of %2", "step 3, median of 4 steps")
            .arg(text)
            .arg(many - 1);
    return &step == &run.steps.front() && !run.recorder
               ? QCoreApplication::translate("PanelText", "%1, warm-up").arg(text)
               : text;
}

QString stepsRangeText(const Run& run, TimeUnit unit) {
    std::vector<Time> lengths;
    for (const StepRecord& step : run.steps)
        if (const Time length = extentOf(step.wall).length(); length > 0)
            lengths.push_back(length);
    if (lengths.size() > 1)
        lengths.erase(lengths.begin());
    if (lengths.empty())
        return {};
    const auto [least, most] = std::ranges::minmax_element(lengths);
    return QStringLiteral("%1 – %2").arg(fixedTime(*least, unit), fixedTimeWithUnit(*most, unit));
}

QString objectiveText(Objective objective) {
    switch (objective) {
    case Objective::Iteration: return QCoreApplication::translate("PanelText", "iteration time");
    case Objective::Period: return QCoreApplication::translate("PanelText", "period");
    case Objective::Makespan: return QCoreApplication::translate("PanelText", "makespan");
    case Objective::LongestSpan: return QCoreApplication::translate("PanelText", "longest span");
    }
    return {};
}

QString modeText(OptimizerMode mode) {
    switch (mode) {
    case OptimizerMode::Synchronous: return QCoreApplication::translate("PanelText", "synchronous");
    case OptimizerMode::PostValidated: return QCoreApplication::translate("PanelText", "post-validated");
    }
    return {};
}

QString severityText(Severity severity) {
    switch (severity) {
    case Severity::Error: return QCoreApplication::translate("PanelText", "error");
    case Severity::Warning: return QCoreApplication::translate("PanelText", "warning");
    case Severity::Note: return QCoreApplication::translate("PanelText", "note");
    }
    return {};
}

QString methodText(const MadeBy& madeBy) {
    switch (madeBy.method) {
    case Method::ListScheduling: return QCoreApplication::translate("PanelText", "list scheduling");
    case Method::Annealing: return QCoreApplication::translate("PanelText", "annealing");
    case Method::MicrobatchOrder: return QCoreApplication::translate("PanelText", "order of microbatches");
    case Method::Blocks: return QCoreApplication::translate("PanelText", "order of blocks");
    case Method::Patterns: return QCoreApplication::translate("PanelText", "search for what repeats");
    case Method::Bottleneck: return QCoreApplication::translate("PanelText", "rank by rank");
    case Method::Unknown:
    case Method::OwnOrder:
    case Method::Generator:
    case Method::Z3: break;
    }
    return toQt(toText(madeBy));
}

QString proofText(ProvedBy provedBy) {
    if (provedBy == ProvedBy::Bound)
        return QCoreApplication::translate("PanelText", "bound", "what proved an optimum");
    if (provedBy == ProvedBy::Refuting)
        return QCoreApplication::translate("PanelText", "shaving", "what proved an optimum");
    return toQt(toText(provedBy));
}

QString sharedCoresText(const Plan& plan) {
    const std::optional<SharedCores>& shared = plan.costs.measuredOn;
    return shared ? translated(sentenceOf(*shared)) + QLatin1Char('.') : QString();
}

QString sentenceOf(const Error& error) { return translated(error); }

QString sentenceOf(const PytorchFinding& finding) { return sentenceOf(Error{finding.message, finding.where()}); }

QString linesOf(const std::vector<PytorchFinding>& findings) {
    QString lines;
    for (const PytorchFinding& each : findings) {
        if (each.severity != Severity::Error)
            lines += severityText(each.severity) + QStringLiteral(": ");
        lines += sentenceOf(each) + QLatin1Char('\n');
    }
    return lines;
}

QString toQt(std::string_view words) { return QString::fromUtf8(words.data(), static_cast<qsizetype>(words.size())); }

} // namespace lanewright::app
