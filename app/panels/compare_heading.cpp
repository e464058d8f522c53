// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/compare_heading.h"

#include "app/document/comparable.h"
#include "app/document/translate.h"
#include "app/panels/comparison_model.h"
#include "app/widgets/panel_text.h"
#include "core/model/run.h"
#include "core/simulate/metrics.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace lanewright::app {
namespace {

struct CompareText {
    Q_DECLARE_TR_FUNCTIONS(lanewright::app::CompareWindow)
};

/// By how much a number differs from that of the first row: " (−18.0 %)"; empty where there is nothing to say.
QString toFirst(double first, double number) {
    if (first <= 0 || number == first)
        return {};
    return QStringLiteral(" (%1)").arg(changeText(number / first - 1));
}

QString toFirst(Time first, Time number) { return toFirst(static_cast<double>(first), static_cast<double>(number)); }

constexpr qsizetype kLongestTitle = 72;

/// How the iteration is to that of the first row, or why nothing is said of it; empty where there is no number.
QString verdictOf(const Document& row, const Document& first) {
    if (const std::optional<Incomparable> reason = iterationsIncomparable(first, row)) {
        const Finding* ofFirst = whyInvalid(first.analysis());
        if (*reason == Incomparable::Invalid && row.analysis().valid && ofFirst)
            return CompareText::tr("not compared, for the first is not valid: %1")
                .arg(translated(ofFirst->message).toHtmlEscaped());
        return incomparableText(*reason);
    }
    const bool measured = row.run() && first.run();
    const auto timeOf = [measured](const Document& each) {
        return measured ? static_cast<double>(*iterationTimeOf(*each.run()))
                        : valueOf(each.analysis().metrics, Objective::Iteration).value();
    };
    if (timeOf(first) <= 0)
        return {};
    if (timeOf(row) == timeOf(first))
        return CompareText::tr("as fast as the first");
    const QString change = changeText(timeOf(row) / timeOf(first) - 1);
    const QString words = measured                   ? CompareText::tr("%1 to the first, as measured")
                          : row.run() || first.run() ? CompareText::tr("%1 to the first, as planned")
                                                     : CompareText::tr("%1 to the first");
    return QStringLiteral("<b>%1</b>").arg(words.arg(change));
}

/// Why the plan has no times, and no point in the plot; empty where it has them.
QString unfinishedOf(const Document& row) {
    const std::vector<Finding>& findings = row.analysis().findings;
    const auto isReason = [](const Finding& each) { return each.severity == Severity::Error && !isAboutMemory(each); };
    const auto reason = std::ranges::find_if(findings, isReason);
    if (reason == findings.end())
        return {};
    const QString words = row.analysis().stalls.empty() ? CompareText::tr("unfinished, so no time: %1")
                                                        : CompareText::tr("stalls, so no time: %1");
    return words.arg(translated(reason->message).toHtmlEscaped());
}

/// What is wrong with the plan; empty where nothing is.
QString plannedOf(const Document& row) {
    if (QString unfinished = unfinishedOf(row); !unfinished.isEmpty())
        return unfinished;
    const Finding* reason = whyInvalid(row.analysis());
    return reason ? CompareText::tr("over a limit: %1").arg(translated(reason->message).toHtmlEscaped()) : QString();
}

QString measuredOf(const Document& row, const Document& first) {
    if (!isMeasuredWhole(row))
        return CompareText::tr("measured: a part, the run was cut short");
    const TimeUnit unit = row.plan().timeUnit;
    const auto makespanOf = [](const Document& each) { return extentOf(*each.measured()).length(); };
    QString makespan = fixedTimeWithUnit(makespanOf(row), unit);
    const std::optional<Incomparable> reason = iterationsIncomparable(first, row);
    if (first.measured() && (!reason || reason == Incomparable::OneStep))
        makespan += toFirst(makespanOf(first), makespanOf(row));
    const std::optional<Time> each = iterationTimeOf(*row.run());
    const QString words =
        each ? CompareText::tr("measured: iteration %1, makespan %2").arg(fixedTimeWithUnit(*each, unit), makespan)
             : CompareText::tr("measured: makespan %1").arg(makespan);
    const std::optional<TimeAndMemory> place = placeOf(row);
    if (!place)
        return each ? CompareText::tr("%1, no memory, so no point below").arg(words)
                    : CompareText::tr("%1, no iteration, so no point below").arg(words);
    const MemoryUnit memory = memoryUnitOf(row);
    const QString all = CompareText::tr("%1, peak memory %2").arg(words, memoryWithUnit(place->memory, memory));
    return areComparable(memory, memoryUnitOf(first))
               ? all
               : CompareText::tr("%1, in other units, so no point below").arg(all);
}

} // namespace

QString compareHeading(const QString& title, const QString& file, const Document& row, const Document& first) {
    QStringList words{QStringLiteral("<b>%1</b>").arg(inShort(title, kLongestTitle).toHtmlEscaped())};
    if (file != title)
        words << inShort(file, kLongestTitle).toHtmlEscaped();
    if (&row != &first)
        words << verdictOf(row, first);
    words << plannedOf(row);
    if (row.measured())
        words << measuredOf(row, first);
    words.removeAll(QString());
    return words.join(QStringLiteral(" &nbsp;·&nbsp; "));
}

} // namespace lanewright::app
