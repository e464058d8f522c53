// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/plain_text.h"
#include "app/panels/inspector.h"
#include "app/widgets/panel_text.h"
#include "core/explain/kernel_times.h"

#include <QLabel>

#include <algorithm>

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
    const std::size_t rows = std::min(kRows, times.totals.size());
    text += QStringLiteral("<table cellspacing=\"0\">");
    Time others = 0;
    for (std::size_t at = 0; at < times.totals.size(); ++at) {
        const KernelTotal& each = times.totals[at];
        if (at < rows)
            text += row(plainLine(each.name), tr("%1 ×").arg(each.count), fixedTimeWithUnit(each.total, unit));
        else
            others += each.total;
    }
    if (rows < times.totals.size())
        text += row(tr("%1 others").arg(times.totals.size() - rows), QString(), fixedTimeWithUnit(others, unit));
    text += QStringLiteral("</table>");
    if (const std::int64_t leftOut = leftOutOf(step->kernels); leftOut > 0)
        text += tr("%1 more kernels of the step could not be kept.").arg(leftOut);
    say(m_kernels, tr("Kernels (%1)", "of step 3").arg(stepText(*step)), text);
}

} // namespace lanewright::app
