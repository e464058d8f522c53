// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/translate.h"
#include "app/panels/inspector.h"
#include "app/widgets/panel_text.h"
#include "core/edit/edit_sentence.h"

#include <QLabel>

namespace lanewright::app {
namespace {

QString nameOf(BubbleKind kind) {
    switch (kind) {
    case BubbleKind::Fill: return Inspector::tr("fill");
    case BubbleKind::Dependency: return Inspector::tr("waits for an op");
    case BubbleKind::Transfer: return Inspector::tr("waits for a transfer");
    case BubbleKind::Gap: return Inspector::tr("explicit gap");
    case BubbleKind::Drain: return Inspector::tr("drain");
    case BubbleKind::Stall: return Inspector::tr("stalls");
    case BubbleKind::Late: return Inspector::tr("nothing known holds it");
    }
    return {};
}

} // namespace

void Inspector::showBubble(const Bubble& bubble) {
    const Plan& plan = m_document.plan();
    const BubbleReason reason = m_document.reasons().of(bubble);
    m_title->setText(tr("Bubble"));
    m_subtitle->setText(QStringList{nameOf(reason.kind), tr("rank %1").arg(bubble.rank),
                                    fixedTimeWithUnit(bubble.length(), plan.timeUnit)}
                            .join(QStringLiteral(" · ")));
    m_when->setText(
        tr("from %1 to %2").arg(fixedTime(bubble.start, plan.timeUnit), fixedTimeWithUnit(bubble.end, plan.timeUnit)));
    m_when->show();
    QString words = translated(reason.sentence).toHtmlEscaped();
    if (reason.bindingOp)
        words += tr("<p>It waits for %1.</p>").arg(link(*reason.bindingOp));
    if (reason.longOp)
        words += tr("<p>In the way is %1.</p>").arg(link(*reason.longOp));
    if (reason.next)
        words += tr("<p>Behind it comes %1.</p>").arg(link(*reason.next));
    say(m_why, tr("Why is the rank idle?"), words);
    // Each change is simulated, which takes its time in a large schedule.
    m_bubbleFixes.ask([plan, timeline = m_document.timeline(),
                       bubble](const std::stop_token&) { return fixesOf(plan, timeline, bubble); },
                      [this, bubble](const std::vector<BubbleFix>& fixes) { showBubbleFixes(bubble, fixes); });
}

void Inspector::showBubbleFixes(const Bubble& bubble, const std::vector<BubbleFix>& fixes) {
    const Plan& plan = m_document.plan();
    if (fixes.empty()) {
        m_why.text->setText(m_why.text->text() +
                            (bubble.position == 0 || m_document.reasons().of(bubble).kind == BubbleKind::Drain
                                 ? tr("<p>No single move shortens it: it is part of filling and draining "
                                      "the pipeline.</p>")
                                 : tr("<p>No single move shortens it without a longer makespan.</p>")));
        return;
    }
    const BubbleFix& best = fixes.front();
    const QString name = opText(best.op, plan);
    QString question;
    if (best.removesGap) {
        question = tr("Remove the gap before %1?").arg(name);
    } else {
        const QString other = opText(m_document.schedule().order[best.from.rank][best.before].op, plan);
        question = best.from.rank == bubble.rank
                       ? tr("Run %1 in it?").arg(name)
                       : tr("Run %1 before %2 on rank %3?").arg(name, other).arg(best.from.rank);
    }
    const QString answer =
        best.gain() == 0
            ? tr("shorter here, makespan as before: %1").arg(fixedTimeWithUnit(best.makespanAfter, plan.timeUnit))
            : tr("makespan %1").arg(timeChange(best.makespanBefore, best.makespanAfter, plan.timeUnit));
    m_offer->show(question, answer);
    Schedule next = withFix(m_document.schedule(), best);
    const int parts = plan.costs.weightParts;
    const Message sentence = best.removesGap ? gapSentence({.op = best.op}, 0, plan.timeUnit, parts)
                                             : moveSentence(name.toStdString(), next, best.from.rank, {best.op}, parts);
    m_offered = {translated(sentence), std::move(next)};
}

} // namespace lanewright::app
