// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/accessible/spoken.h"

#include "app/document/numbers.h"
#include "app/document/translate.h"
#include "app/lanes/lane_chrome.h"
#include "app/lanes/lane_layout.h"
#include "core/explain/pair_overlap.h"
#include "core/model/text.h"

#include <QCoreApplication>

namespace lanewright::app {
namespace {

struct Spoken {
    Q_DECLARE_TR_FUNCTIONS(Spoken)
};

/// `, 3 ms of 4 ms on the network hidden`: what its picture shows at the foot of its ops.
QString spokenOverlap(const Plan& plan, const PlacedBlock& block) {
    const std::optional<PairOverlap> overlap = pairOverlapOf(plan, Block{.op = block.op, .paired = block.paired});
    if (!overlap)
        return {};
    if (overlap->network > 0)
        return QStringLiteral(", ") +
               Spoken::tr("%1 of %2 on the network hidden")
                   .arg(timeWithUnit(overlap->hidden, plan.timeUnit), timeWithUnit(overlap->network, plan.timeUnit));
    return overlap->saved() > 0
               ? QStringLiteral(", ") + Spoken::tr("saves %1").arg(timeWithUnit(overlap->saved(), plan.timeUnit))
               : QString();
}

/// Who a sentence is about: `B3 of stage 2 on rank 2`.
struct Subject {
    QString name;
    QString start;
};

QString withReasonOf(const Subject& subject, const Explanation& about, const Plan& plan, Time gap) {
    const int parts = plan.costs.weightParts;
    const QString cause = about.bindingOp ? spokenOp(*about.bindingOp, parts) : QString();
    switch (about.binding) {
    case Binding::Start: return Spoken::tr("%1, starts at %2, first of its rank").arg(subject.name, subject.start);
    case Binding::Dependency:
        if (about.idleBefore == 0)
            return Spoken::tr("%1, starts at %2, as soon as it has the output of %3")
                .arg(subject.name, subject.start, cause);
        return Spoken::tr("%1, starts at %2, waits %3 for %4")
            .arg(subject.name, subject.start, timeWithUnit(about.idleBefore, plan.timeUnit), cause);
    case Binding::RankBusy:
        return Spoken::tr("%1, starts at %2, right behind %3").arg(subject.name, subject.start, cause);
    case Binding::Gap:
        return Spoken::tr("%1, starts at %2, held back by a gap of %3")
            .arg(subject.name, subject.start, timeWithUnit(gap, plan.timeUnit));
    }
    return {};
}

} // namespace

QString spokenOp(const Op& op, int weightParts) {
    const QString name = QString::fromStdString(std::string(toText(op.kind))) + QString::number(op.microbatch);
    if (op.kind == OpKind::W && weightParts > 1)
        return Spoken::tr("part %1 of %2 of %3 of stage %4").arg(op.part + 1).arg(weightParts).arg(name).arg(op.stage);
    return Spoken::tr("%1 of stage %2").arg(name).arg(op.stage);
}

QString spokenBlock(const PlacedBlock& block, int weightParts) {
    const QString name = spokenOp(block.op, weightParts);
    return block.paired ? Spoken::tr("%1 with %2").arg(name, spokenOp(*block.paired, weightParts)) : name;
}

QString spokenSentence(const Document& document, const PlacedBlock& block, int rank, bool withReason) {
    const Plan& plan = document.plan();
    QString name = Spoken::tr("%1 on rank %2").arg(spokenBlock(block, plan.costs.weightParts)).arg(rank);
    if (const Message length = document.lengths().text(block.op.microbatch); !length.empty())
        name += QStringLiteral(", ") + translated(length);
    if (block.parked)
        return Spoken::tr("%1, can't start in this order").arg(name);
    name += spokenOverlap(plan, block);
    const Subject subject{name, timeWithUnit(block.start, plan.timeUnit)};
    if (const auto about = withReason ? document.reasons().of(block.op) : std::nullopt)
        return withReasonOf(subject, *about, plan, block.gap);
    return Spoken::tr("%1, starts at %2").arg(subject.name, subject.start);
}

QString spokenTimes(const PlacedBlock& block, TimeUnit unit) {
    return Spoken::tr("%1 to %2").arg(timeText(block.start, unit), timeWithUnit(block.end, unit));
}

QString spokenLane(const Document& document, int rank, int blocks) {
    const LaneHeader header = headerOf(document.plan(), document.analysis().metrics, rank);
    return Spoken::tr("%1, %2, %n blocks", nullptr, blocks).arg(header.name, header.stages);
}

QString spokenBubble(const Document& document, const Bubble& bubble) {
    const TimeUnit unit = document.plan().timeUnit;
    return Spoken::tr("rank %1 is idle from %2 to %3: %4")
        .arg(bubble.rank)
        .arg(timeText(bubble.start, unit), timeWithUnit(bubble.end, unit),
             translated(document.reasons().of(bubble).sentence));
}

} // namespace lanewright::app
