// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/block_description.h"

#include "app/document/numbers.h"
#include "app/document/translate.h"
#include "app/lanes/timeline_text.h"
#include "core/explain/pair_overlap.h"

namespace lanewright::app {

QStringList blockDescription(const Document& document, const PlacedLanes& planned, Slot slot) {
    const PlacedBlock* found = planned.find(slot);
    if (!found)
        return {};
    const PlacedBlock& block = *found;
    const Plan& plan = document.plan();
    const int parts = plan.costs.weightParts;
    QString name = opText(block.op, parts);
    QString kind = kindText(block.op.kind);
    if (block.paired) {
        name += u'+' + opText(*block.paired, parts);
        kind = TimelineText::tr("overlapped pair");
    }
    QStringList lines{
        TimelineText::tr("%1: %2, rank %3, microbatch %4").arg(name, kind).arg(slot.rank).arg(block.op.microbatch)};
    if (const Message length = document.lengths().text(block.op.microbatch); !length.empty())
        lines.back() += QStringLiteral(" (%1)").arg(translated(length));
    if (block.parked) {
        lines << TimelineText::tr("can't start in this order");
        return lines;
    }
    const QString from = timeText(block.start, plan.timeUnit);
    lines << TimelineText::tr("%1 – %2").arg(from, timeWithUnit(block.end, plan.timeUnit));
    const auto overlap = pairOverlapOf(plan, Block{.op = block.op, .paired = block.paired});
    if (overlap && (overlap->network > 0 || overlap->saved() > 0))
        for (const Message& sentence : sentencesOf(*overlap, plan.timeUnit))
            lines << translated(sentence);
    if (const auto explanation = document.reasons().of(block.op))
        lines << translated(explanation->sentence);
    return lines;
}

} // namespace lanewright::app
