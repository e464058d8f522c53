// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/inspector.h"

#include "app/document/measured_text.h"
#include "app/document/plain_text.h"
#include "app/document/translate.h"
#include "app/lanes/theme.h"
#include "app/widgets/controls.h"
#include "app/widgets/layouts.h"
#include "app/widgets/panel_text.h"
#include "core/edit/edit_sentence.h"
#include "core/edit/edits.h"
#include "core/explain/pair_overlap.h"
#include "core/explain/slack.h"
#include "core/model/text.h"
#include "core/simulate/step_spread.h"

#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>

namespace lanewright::app {
namespace {

/// What can be selected and followed; only what is said at length holds links and tables.
QLabel* makeWords(const char* role, QWidget* parent, const char* name = "") {
    auto* label = qstrcmp(role, "body") == 0 ? richLabel(parent) : plainLabel(parent);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextBrowserInteraction);
    return named(label, {.name = name, .role = role});
}

/// How an op was measured in the steps that count: all but the warm-up step, where there are more.
struct MeasuredOp {
    std::vector<Span> spans = {};
    std::vector<Time> alone = {}; ///< how long an op in an overlapped pair took itself
};

MeasuredOp measuredOf(const Run& run, const Op& op) {
    MeasuredOp measured;
    for (const StepRecord& step : run.steps) {
        if (step.step == 0 && run.steps.size() > 1)
            continue;
        const Span* span = spanOf(step.wall, op);
        if (span) {
            const Time first = extentOf(step.wall).start;
            measured.spans.push_back({.op = op, .start = span->start - first, .end = span->end - first});
        }
        for (const Activity& activity : step.others)
            if (span && span->paired && activity.kind == ActivityKind::Part && activity.op == op)
                measured.alone.push_back(activity.end - activity.start);
    }
    return measured;
}

/// The step that is shown, or the one that is held against the plan, where the op ran in it; else null.
const StepRecord* stepWith(const Op& op, const Document& document) {
    for (const StepRecord* step : {document.shownStep(), document.comparedStep()})
        if (step && spanOf(step->wall, op))
            return step;
    return nullptr;
}

/// What all steps say of the op, a line each.
QStringList stepLines(MeasuredOp measured, const Op& op, const Plan& plan) {
    const TimeUnit unit = plan.timeUnit;
    std::vector<Time> starts;
    std::vector<Time> lengths;
    for (const Span& span : measured.spans) {
        starts.push_back(span.start);
        lengths.push_back(span.length());
    }
    const Spread start = spreadOf(std::move(starts));
    const Spread length = spreadOf(std::move(lengths));
    QStringList lines;
    if (!measured.alone.empty())
        lines << Inspector::tr("%1 by itself: %2")
                     .arg(opText(op, plan), fixedTimeWithUnit(spreadOf(std::move(measured.alone)).median, unit));
    if (measured.spans.size() > 1)
        lines << Inspector::tr("median of %n step(s): start %1, duration %2", nullptr,
                               static_cast<int>(measured.spans.size()))
                     .arg(fixedTime(start.median, unit), fixedTime(length.median, unit));
    if (measured.spans.size() > 2)
        lines << Inspector::tr("eight of ten: start %1 – %2, duration %3 – %4")
                     .arg(fixedTime(start.low, unit), fixedTime(start.high, unit), fixedTime(length.low, unit),
                          fixedTime(length.high, unit));
    return lines;
}

} // namespace

OfferCard::OfferCard(QWidget* parent) : QFrame(parent) {
    named(this, {.role = "offer", .spoken = tr("Offer")});
    setCursor(Qt::PointingHandCursor);
    setFocusPolicy(Qt::StrongFocus);
    m_question = named(makeParagraph("offerTitle", {}, this), "offerQuestion");
    m_answer = named(makeParagraph("offerText", {}, this), "offerAnswer");
    for (QLabel* label : {m_question, m_answer})
        label->setTextInteractionFlags(Qt::NoTextInteraction);
    makeColumn(this, {.margins = {12, 8, 12, 10}, .between = 3}, {m_question, m_answer});
}

void OfferCard::show(const QString& question, const QString& answer) {
    m_question->setText(question);
    m_answer->setText(answer);
    setAccessibleName(question);
    setAccessibleDescription(answer);
    setToolTip(tr("Click to do it; Ctrl+Z takes it back."));
    QFrame::show();
}

void OfferCard::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && rect().contains(event->position().toPoint()))
        Q_EMIT accepted();
}

void OfferCard::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Space)
        Q_EMIT accepted();
    else
        QFrame::keyPressEvent(event);
}

Inspector::Inspector(Document& document, Selection& selection, LowerBounds& bounds, QWidget* parent)
    : QWidget(parent), m_document(document), m_selection(selection), m_bounds(bounds),
      m_title(makeWords("title", this, "inspectorTitle")), m_subtitle(makeWords("caption", this, "inspectorSubtitle")),
      m_when(makeWords("body", this, "inspectorWhen")), m_why{makeWords("section", this),
                                                              makeWords("body", this, "inspectorWhy")},
      m_offer(new OfferCard(this)), m_measured{makeWords("section", this),
                                               makeWords("body", this, "inspectorMeasured")},
      m_kernels{makeWords("section", this), makeWords("body", this, "inspectorKernels")} {
    makeColumn(this, {.between = 4},
               {m_title, m_subtitle, gap(4), m_when, gap(6), m_why.title, m_why.text, gap(8), m_offer, gap(8),
                m_measured.title, m_measured.text, gap(8), m_kernels.title, m_kernels.text});
    connect(m_why.text, &QLabel::linkActivated, this, [this](const QString& target) {
        if (const Result<Op> op = opFromText(target.toStdString()))
            m_selection.reveal(*op);
    });
    connect(m_offer, &OfferCard::accepted, this, [this] {
        if (m_offered)
            m_document.apply(m_offered->first, Schedule(m_offered->second));
    });
    connect(&m_document, &Document::changed, this, [this] {
        recogniseAnew();
        refresh();
    });
    connect(&m_bounds, &LowerBounds::changed, this, [this] {
        if (m_selection.empty())
            refresh();
    });
    connect(&m_document, &Document::runChanged, this, &Inspector::refresh);
    connect(&m_selection, &Selection::changed, this, &Inspector::refresh);
    recogniseAnew();
    refresh();
}

void Inspector::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    // Links keep the colour of the palette they were made with.
    if (event->type() == QEvent::PaletteChange)
        refresh();
}

QString Inspector::link(const Op& op) const {
    return QStringLiteral("<a href=\"%1\" style=\"color:%3; text-decoration:none\">%2</a>")
        .arg(toQt(toText(op, 2)), opText(op, m_document.plan()), currentTheme().accent.name());
}

void Inspector::refresh() {
    m_offered.reset();
    m_bubbleFixes.drop();
    m_slack.drop();
    m_outcome.drop();
    for (QWidget* widget : std::initializer_list<QWidget*>{m_when, m_offer})
        widget->hide();
    for (const Paragraph& paragraph : {m_why, m_measured, m_kernels})
        say(paragraph, {}, {});
    if (const auto bubble = bubbleNow(m_document, m_selection))
        showBubble(*bubble);
    else if (m_selection.empty())
        showSchedule();
    else
        showOp(m_selection.current());
}

void Inspector::say(const Paragraph& paragraph, const QString& title, const QString& text) {
    showWords(*paragraph.title, title);
    showWords(*paragraph.text, text);
}

void Inspector::recogniseAnew() {
    m_recognition.reset();
    m_latest.ask([plan = m_document.sharedPlan()](const std::stop_token&) { return recognise(*plan); },
                 [this](const Recognition& recognition) {
                     m_recognition = recognition;
                     Q_EMIT recognised(recognition);
                     if (m_selection.empty())
                         refresh();
                 });
}

void Inspector::showSchedule() {
    const Plan& plan = m_document.plan();
    // The name stands large, what is special about it below.
    m_title->setText(m_recognition ? translated(m_recognition->title) : tr("…"));
    QStringList about{counted(plan.schedule.ranks(), tr("rank"), tr("ranks")),
                      counted(plan.schedule.microbatches, tr("microbatch"), tr("microbatches"))};
    if (m_recognition && !m_recognition->detail.empty())
        about.prepend(translated(m_recognition->detail));
    m_subtitle->setText(about.join(QStringLiteral(" · ")));
    showBound();
    m_when->setText(
        tr("Click a block to see when it runs, why not earlier, and what a change would give; click between "
           "blocks to see why a rank is idle. Drag a block to change the order."));
    m_when->show();
}

void Inspector::showBound() {
    const Plan& plan = m_document.plan();
    const std::optional<Avoidable> avoidable = m_bounds.avoidableOf(m_document.analysis());
    if (plan.isProblem() || !avoidable)
        return;
    const Bound best = *m_bounds.bestFor(m_document.analysis());
    const QString bound = fixedTimeWithUnit(best.value, plan.timeUnit);
    const QString reason = translated(best.reason).toHtmlEscaped();
    QString words =
        avoidable->time.numerator == 0
            ? tr("Nothing: no schedule of these costs and limits has a shorter iteration than %1 (%2).")
                  .arg(bound, reason)
            : tr("At most %1, which is %2 of the iteration: no schedule of these costs and limits has one "
                 "shorter than %3 (%4).")
                  .arg(fixedTimeWithUnit(avoidable->time, plan.timeUnit), percentText(avoidable->share), bound, reason);
    if (const QString shared = sharedCoresText(plan); !shared.isEmpty())
        words += QStringLiteral("<br>") + shared.toHtmlEscaped();
    say(m_why, tr("How much is avoidable?"), words);
}

void Inspector::showOp(const Op& op) {
    const Plan& plan = m_document.plan();
    m_title->setText(opText(op, plan));
    const bool known = op.microbatch < plan.schedule.microbatches && op.stage < plan.schedule.stages();
    if (!known)
        return m_subtitle->setText(tr("is not part of this schedule"));
    QStringList about{kindText(op.kind), tr("rank %1").arg(plan.schedule.rankOf(op)),
                      tr("microbatch %1").arg(op.microbatch)};
    if (const Message length = m_document.lengths().text(op.microbatch); !length.empty())
        about.last() += QStringLiteral(" (%1)").arg(translated(length));
    if (m_selection.ops().size() > 1)
        about << tr("%1 ops selected").arg(m_selection.ops().size());
    m_subtitle->setText(about.join(QStringLiteral(" · ")));
    m_when->show();
    const auto why = m_document.reasons().of(op);
    if (why) {
        m_when->setText(
            tr("starts at %1, ends at %2")
                .arg(fixedTimeWithUnit(why->start, plan.timeUnit), fixedTimeWithUnit(why->end, plan.timeUnit)));
        addSlack(*why);
        if (const std::optional<PairOverlap> overlap = pairOverlapOf(plan, op))
            for (const Message& sentence : sentencesOf(*overlap, plan.timeUnit))
                m_when->setText(m_when->text() + QStringLiteral("<br>") + translated(sentence).toHtmlEscaped());
        showWhy(*why);
        showOffer(op, *why);
    } else {
        m_when->setText(slotOf(plan.schedule, op) ? tr("does not run: the schedule stalls before it")
                                                  : tr("is missing from the order"));
        showWrong(op);
    }
    addBuffers(plan.schedule.rankOf(op));
    showMeasured(op);
    showKernels(op);
}

void Inspector::addBuffers(int rank) {
    const Plan& plan = m_document.plan();
    const auto add = [&](const std::vector<RankBuffers>& buffers, const QString& words) {
        if (buffers.empty())
            return;
        const RankBuffers& kept = buffers[rank];
        QString line = words.arg(kept.slots);
        if (!plan.costs.boundary.size.empty())
            line += tr(", %1 %2 together").arg(memoryText(kept.bytes, plan.memoryUnit), unitText(plan.memoryUnit));
        if (kept.slots > kept.least)
            line += tr("; %1 would do").arg(kept.least);
        m_when->setText(m_when->text() + QStringLiteral("<br>") + line);
    };
    const KeptBuffers& buffers = m_document.analysis().buffers;
    add(buffers.receive, tr("%1 buffers are ready for the rank's receives"));
    add(buffers.send, tr("%1 buffers hold what the rank sends"));
}

void Inspector::addSlack(const Explanation& why) {
    if (!m_document.isLarge())
        return showSlack(m_document.slack()[why.slot.rank][why.slot.position]);
    m_slack.ask([plan = m_document.sharedPlan(), analysis = m_document.sharedAnalysis(), slot = why.slot](
                    const std::stop_token&) { return slackOf(*plan, analysis->timeline)[slot.rank][slot.position]; },
                [this](Time slack) { showSlack(slack); });
}

void Inspector::showSlack(Time slack) {
    const QString words = slack == 0 ? tr("on a critical path: if it starts later, the makespan grows")
                                     : tr("may start %1 later before the makespan grows")
                                           .arg(fixedTimeWithUnit(slack, m_document.plan().timeUnit));
    m_when->setText(m_when->text() + QStringLiteral("<br>") + words);
}

void Inspector::showWhy(const Explanation& why) {
    const Plan& plan = m_document.plan();
    QString words = translated(why.sentence).toHtmlEscaped();
    if (why.longOp)
        words += tr("<p>In the way is %1.</p>").arg(link(*why.longOp));
    QStringList needs;
    for (const Arrival& input : why.inputs)
        needs << tr("%1 (there at %2)").arg(link(input.producer), fixedTimeWithUnit(input.arrives, plan.timeUnit));
    QStringList consumers;
    for (const Op& op : why.consumers)
        consumers << link(op);
    if (!needs.isEmpty())
        words += tr("<p>Needs %1.</p>").arg(needs.join(QStringLiteral(", ")));
    if (!consumers.isEmpty())
        words += tr("<p>Needed by %1.</p>").arg(consumers.join(QStringLiteral(", ")));
    say(m_why, tr("Why not earlier?"), words);
}

void Inspector::showWrong(const Op& op) {
    QStringList sentences;
    const int rank = m_document.schedule().rankOf(op);
    for (const Finding& finding : m_document.analysis().findings)
        if (finding.op == op)
            sentences << translated(finding.message).toHtmlEscaped();
    for (const Stall& stall : m_document.analysis().stalls)
        if (stall.rank == rank && stall.op != op)
            sentences
                << tr("Rank %1 stops at %2, which waits for %3.").arg(rank).arg(link(stall.op), link(stall.waitsFor));
    if (sentences.isEmpty())
        return;
    say(m_why, tr("What is wrong"), sentences.join(QStringLiteral("<br>")));
}

void Inspector::showOffer(const Op& op, const Explanation& why) {
    const Schedule& schedule = m_document.schedule();
    Result<Schedule> next = Error{};
    QString question;
    Message sentence;
    const Plan& plan = m_document.plan();
    if (why.binding == Binding::Gap) {
        next = setGap(schedule, why.slot, 0);
        question = tr("Remove the gap before it?");
        sentence = gapSentence({.op = op}, 0, plan.timeUnit, plan.costs.weightParts);
    } else if (why.binding == Binding::RankBusy && why.before && why.slot.position > 0) {
        next = nudgeBlock(schedule, why.slot, -1);
        question = tr("Put it before %1?").arg(opText(*why.before, plan));
        if (next)
            sentence = moveSentence(opText(op, plan).toStdString(), *next, why.slot.rank, {op}, plan.costs.weightParts);
    }
    if (!next)
        return;
    m_offered = {translated(sentence), *std::move(next)};
    if (!m_document.isLarge())
        return offer(question, op, why, m_document.preview(m_offered->second));
    m_offer->show(question, tr("…"));
    Plan offered = m_document.plan();
    offered.schedule = m_offered->second;
    m_outcome.ask([offered = std::move(offered)](const std::stop_token&) { return analyse(offered); },
                  [this, op, why, question](const Analysis& then) { offer(question, op, why, then); });
}

void Inspector::offer(const QString& question, const Op& op, const Explanation& why, const Analysis& then) {
    // What would break the schedule is no offer.
    if (!then.valid && m_document.analysis().valid) {
        m_offered.reset();
        m_offer->hide();
        return;
    }
    const TimeUnit unit = m_document.plan().timeUnit;
    const Span* span = spanOf(then.timeline, op);
    if (!span)
        return m_offer->show(question, QString());
    const Time by = span->start - why.start;
    m_offer->show(question, (by < 0 ? tr("starts %1 earlier\nmakespan %2") : tr("starts %1 later\nmakespan %2"))
                                .arg(fixedTimeWithUnit(std::abs(by), unit),
                                     timeChange(m_document.analysis().metrics.makespan, then.metrics.makespan, unit)));
}

void Inspector::showMeasured(const Op& op) {
    const auto run = m_document.run();
    const StepRecord* step = stepWith(op, m_document);
    if (!step)
        return;
    const TimeUnit unit = m_document.plan().timeUnit;
    const Span* span = spanOf(step->wall, op);
    const Time start = span->start - extentOf(step->wall).start;
    QString startLine = tr("start %1").arg(fixedTimeWithUnit(start, unit));
    QString lengthLine = tr("duration %1").arg(fixedTimeWithUnit(span->length(), unit));
    if (const Span* planned = spanOf(m_document.timeline(), op)) {
        const Time first = extentOf(m_document.timeline()).start;
        startLine += QStringLiteral(" (%1)").arg(signedTime(start - (planned->start - first), unit));
        lengthLine += QStringLiteral(" (%1)").arg(changeOf(planned->length(), span->length()));
    }
    QStringList lines{startLine, lengthLine};
    lines << stepLines(measuredOf(*run, op), op, m_document.plan());
    if (const std::optional<MeasuredGap> gap = measuredGapBefore(m_document, op)) {
        const QStringList about = gapLines(*gap, m_document.plan());
        lines << about.front().toHtmlEscaped()
              << about.back().toHtmlEscaped() +
                     (gap->waitsFor ? QStringLiteral(" (%1)").arg(link(*gap->waitsFor)) : QString());
    }
    const auto rank = static_cast<std::size_t>(m_document.schedule().rankOf(op));
    if (rank < run->clockUncertainty.size() && run->clockUncertainty[rank] > 0)
        lines << tr("clock of rank %1: ± %2").arg(rank).arg(timeWithUnit(run->clockUncertainty[rank], unit, 3));
    say(m_measured, tr("Measured: %1", "step 3, median of 4").arg(stepText(*run, *step)),
        lines.join(QStringLiteral("<br>")));
}

} // namespace lanewright::app
