// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/measured_text.h"

#include "app/document/numbers.h"
#include "app/document/translate.h"
#include "core/base/median.h"
#include "core/explain/bubbles.h"

#include <QCoreApplication>

#include <algorithm>
#include <vector>

namespace lanewright::app {
namespace {

/// A place for the words of this file in the translations.
struct MeasuredText {
    Q_DECLARE_TR_FUNCTIONS(MeasuredText)
};

/// Where a block stands in measured lanes; none where it did not run.
std::optional<Slot> measuredSlot(const Timeline& wall, const Op& op) {
    for (std::size_t rank = 0; rank < wall.lanes.size(); ++rank)
        for (std::size_t at = 0; at < wall.lanes[rank].size(); ++at)
            if (wall.lanes[rank][at].holds(op))
                return Slot{static_cast<int>(rank), static_cast<int>(at)};
    return {};
}

/// How long the rank did nothing before the block; 0 where it went on at once.
Time idleBefore(const Timeline& timeline, const Slot& slot) {
    const Lane& lane = timeline.lanes[slot.rank];
    const Time free = slot.position == 0 ? extentOf(timeline).start : lane[slot.position - 1].end;
    return std::max<Time>(0, lane[slot.position].start - free);
}

/// The median over the steps of a number of a block, where it ran.
Time typicalOf(const Document& document, const Op& op, const auto& number) {
    std::vector<Time> times;
    for (const Timeline* const step : document.measuredSteps())
        if (const std::optional<Slot> slot = measuredSlot(*step, op))
            times.push_back(number(*step, *slot));
    return times.empty() ? 0 : middleMedian(times);
}

MeasuredGap gapOf(const Document& document, const Timeline& wall, const Bubble& bubble) {
    const BubbleReason reason = explain(document.run()->plan, wall, bubble);
    const Time first = extentOf(wall).start;
    MeasuredGap gap{.start = bubble.start - first,
                    .end = bubble.end - first,
                    .typical = bubble.length(),
                    .rank = bubble.rank,
                    .next = reason.next,
                    .waitsFor = reason.bindingOp,
                    .sentence = reason.sentence};
    if (!gap.next)
        return gap;
    gap.typical = typicalOf(document, *gap.next, idleBefore);
    if (const std::optional<Slot> planned = measuredSlot(document.timeline(), *gap.next))
        gap.planned = idleBefore(document.timeline(), *planned);
    return gap;
}

} // namespace

std::optional<MeasuredGap> measuredGapBefore(const Document& document, const Op& op) {
    const StepRecord* const step = document.shownStep();
    const std::optional<Slot> slot = step ? measuredSlot(step->wall, op) : std::nullopt;
    if (!slot)
        return {};
    for (const Bubble& bubble : bubblesOf(step->wall, slot->rank))
        if (bubble.position == slot->position)
            return gapOf(document, step->wall, bubble);
    return {};
}

std::optional<MeasuredGap> measuredGapAt(const Document& document, int rank, Time time) {
    const StepRecord* const step = document.shownStep();
    if (!step || rank < 0 || rank >= static_cast<int>(step->wall.lanes.size()))
        return {};
    const std::optional<Bubble> bubble = bubbleAt(step->wall, rank, time + extentOf(step->wall).start);
    return bubble ? std::optional(gapOf(document, step->wall, *bubble)) : std::nullopt;
}

QStringList gapLines(const MeasuredGap& gap, const Plan& plan) {
    const TimeUnit unit = plan.timeUnit;
    QString line = gap.next ? MeasuredText::tr("idle before it, measured: %1, typically %2")
                                  .arg(timeWithUnit(gap.length(), unit), timeWithUnit(gap.typical, unit))
                            : MeasuredText::tr("idle at its end, measured: %1").arg(timeWithUnit(gap.length(), unit));
    if (gap.planned)
        line += MeasuredText::tr(", planned %1").arg(timeWithUnit(*gap.planned, unit));
    return {line, translated(gap.sentence)};
}

QStringList measuredDescription(const Document& document, const Op& op) {
    const StepRecord* const step = document.shownStep();
    const std::optional<Slot> slot = step ? measuredSlot(step->wall, op) : std::nullopt;
    if (!slot)
        return {};
    const Plan& plan = document.plan();
    const TimeUnit unit = plan.timeUnit;
    const Span& span = step->wall.lanes[slot->rank][slot->position];
    const Time start = span.start - extentOf(step->wall).start;
    const Time typical = typicalOf(
        document, op, [](const Timeline& wall, const Slot& at) { return wall.lanes[at.rank][at.position].length(); });
    QStringList lines{
        MeasuredText::tr("%1: measured in step %2, rank %3")
            .arg(opText(op, plan.costs.weightParts))
            .arg(step->step)
            .arg(slot->rank),
        MeasuredText::tr("start %1, duration %2, typically %3")
            .arg(timeWithUnit(start, unit), timeWithUnit(span.length(), unit), timeWithUnit(typical, unit))};
    if (const std::optional<Slot> planned = measuredSlot(document.timeline(), op)) {
        const Span& own = document.timeline().lanes[planned->rank][planned->position];
        lines << MeasuredText::tr("planned: start %1, duration %2")
                     .arg(timeWithUnit(own.start - extentOf(document.timeline()).start, unit),
                          timeWithUnit(own.length(), unit));
    }
    if (const std::optional<MeasuredGap> gap = measuredGapBefore(document, op))
        lines << gapLines(*gap, plan);
    return lines;
}

} // namespace lanewright::app
