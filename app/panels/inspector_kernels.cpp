// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/plain_text.h"
#include "app/panels/inspector.h"
#include "app/widgets/panel_text.h"
#include "core/explain/kernel_times.h"

#include <QLabel>

namespace lanewright::app {
namespace {

constexpr std::size_t kRows = 6;
constexpr Time kLongBlock = 10'000'000;

/// The block of an op in a measured step.
struct MeasuredBlock {
    int rank = 0;
    const Span* span = nullptr; ///< null: it did not run
};

MeasuredBlock placeOf(const Timeline& wall, const Op& op) {
    for (std::size_t rank = 0; rank < wall.lanes.size(); ++rank)
        for (const Span& span : wall.lanes[rank])
            if (span.holds(op))
                return {static_cast<int>(rank), &span};
    return {};
}

QString row(const QString& name, const QString& count, const QString& time) {
    return QStringLiteral(
               "<tr><td>%1&nbsp;&nbsp;</td><td align=\"right\">%2&nbsp;&nbsp;</td><td align=\"right\">%3</td></tr>")
        .arg(name.toHtmlEscaped(), count, time);
}

/// The longest by name, and the sum of the others.
QString tableOf(const std::vector<KernelTotal>& totals, TimeUnit unit) {
    QString rows;
    Time others = 0;
    for (std::size_t at = 0; at < totals.size(); ++at) {
        if (at < kRows)
            rows += row(plainLine(totals[at].name), Inspector::tr("%1 ×").arg(totals[at].count),
                        fixedTimeWithUnit(totals[at].total, unit));
        else
            others += totals[at].total;
    }
    if (totals.size() > kRows)
        rows += row(Inspector::tr("%1 others").arg(totals.size() - kRows), QString(), fixedTimeWithUnit(others, unit));
    return QStringLiteral("<table cellspacing=\"0\">%1</table>").arg(rows);
}

} // namespace

void Inspector::showKernels(const Op& op) {
    const auto run = m_document.run();
    const StepRecord* const step = run ? tracedStep(*run) : nullptr;
    const MeasuredBlock place = step ? placeOf(step->wall, op) : MeasuredBlock{};
    if (place.span == nullptr)
        return;
    const KernelTimes times = kernelsOf(step->kernels, place.rank, *place.span);
    const Time length = place.span->length();
    // Kernels take microseconds, whatever the unit of the plan.
    const TimeUnit unit = length < kLongBlock ? TimeUnit::Us : TimeUnit::Ms;
    QString text =
        tr("The GPU ran %1; for %2 of the block's %3 it ran none (%4).")
            .arg(counted(times.count, tr("kernel"), tr("kernels")), fixedTime(times.idle, unit),
                 fixedTimeWithUnit(length, unit),
                 percentText(length == 0 ? 0 : static_cast<double>(times.idle) / static_cast<double>(length)));
    text += tableOf(times.totals, unit);
    if (const std::int64_t leftOut = leftOutOf(step->kernels); leftOut > 0)
        text += tr("%1 more kernels of the step could not be kept.").arg(leftOut);
    say(m_kernels, tr("Kernels (%1)", "of step 3").arg(stepText(*step)), text);
}

} // namespace lanewright::app
