// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/job/causes_panel.h"

#include "app/document/numbers.h"
#include "app/document/plain_text.h"
#include "app/document/translate.h"
#include "app/job/cause_text.h"
#include "app/lanes/painting.h"
#include "app/lanes/theme.h"
#include "app/widgets/controls.h"
#include "app/widgets/layouts.h"
#include "app/widgets/panel_text.h"
#include "app/widgets/window_parts.h"
#include "core/measured/run_causes.h"
#include "core/measured/run_costs.h"

#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lanewright::app {
namespace {

constexpr int kProgressMs = 150;

/// A share of the step as a bar on a track.
class ShareBar : public QWidget {
public:
    ShareBar(double share, QWidget* parent) : QWidget(parent), m_share(std::clamp(share, 0.0, 1.0)) {
        setFixedHeight(7);
    }

private:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        fillRounded(painter, rect(), 3, currentTheme().line);
        fillRounded(painter, QRectF(0, 0, std::max(3.0, m_share * width()), height()), 3, currentTheme().accent);
    }

    double m_share;
};

/// What the steps take, measured, replayed and if nothing made a difference.
QString replayText(const LostByCause& lost, const Run& run) {
    const TimeUnit unit = run.plan.timeUnit;
    QString text =
        CausesPanel::tr(
            "of an iteration of %1 (mean of %2, with what lies outside the pipeline); the shares add up to it. "
            "Replayed without late launches: %3; if every op took what is typical of its kind: %4; the "
            "first is %5 times the second.")
            .arg(meanText(lost.step, unit), counted(lost.steps, CausesPanel::tr("step"), CausesPanel::tr("steps")),
                 meanText(lost.withoutLaunch, unit), meanText(lost.ideal, unit),
                 QLocale().toString(lost.slowdown(), 'f', 2));
    if (run.recorder && run.recorder->waitsInside)
        text += QLatin1Char(' ') + CausesPanel::tr("Its ops may hold waits, which then count as work.");
    if (lost.splitAssumed)
        text += QLatin1Char(' ') + translated(say(kSplitAssumed)) + QLatin1Char('.');
    return text;
}

/// The measured run, once it is over. None that was paced: what an op of such a one takes is what the plan says.
std::shared_ptr<const Run> runWithCauses(const Document& document) {
    const std::shared_ptr<const Run> run = document.run();
    return run && !document.runGoesOn() && !run->paced && !run->steps.empty() ? run : nullptr;
}

} // namespace

CausesPanel::CausesPanel(Document& document, QWidget* parent)
    : QWidget(parent), m_document(document), m_sentence(named(makeParagraph("caption", {}, this), "causesSentence")),
      m_list(new QWidget(this)), m_rows(makeColumn(m_list, {.between = 10}, {})) {
    setObjectName(QStringLiteral("causes"));
    QLabel* title = makeLabel("title", tr("Where the time went"), this);
    QFrame* card = makeCard();
    makeColumn(this, {.between = 8}, {title, m_sentence, card, m_list, makeCosts(), makeRule(this)});
    m_progressTimer.setInterval(kProgressMs);
    connect(&m_progressTimer, &QTimer::timeout, this, [this] {
        if (m_done && *m_total > 0)
            m_cardText->setText(tr("%1 of %2 steps").arg(m_done->load()).arg(m_total->load()));
    });
    connect(&m_document, &Document::runChanged, this, &CausesPanel::refresh);
    hide();
    refresh();
}

QFrame* CausesPanel::makeCard() {
    m_card = named(new QFrame(this), {.name = "tried", .role = "sentence"});
    m_cardTitle = named(makeParagraph("section", {}, m_card), "triedTitle");
    m_cardText = named(selectable(plainLabel(m_card)), "triedText");
    m_stop = named(makeButton(tr("Stop"), m_card, this, &CausesPanel::stopTrying), "stopTrying");
    m_show =
        named(makeButton(tr("Show it"), m_card, this, [this] { Q_EMIT showRequested(m_name); }),
              {.name = "showTried", .tip = tr("Makes it the schedule of this window, as one step of the history.")});
    m_compare = named(makeButton(tr("Compare"), m_card, this, &CausesPanel::compareRequested),
                      {.name = "compareTried", .tip = tr("Lays it beside what ran.")});
    makeColumn(m_card, {.margins = {12, 10, 12, 10}, .between = 6},
               {m_cardTitle, m_cardText, makeRow({.between = 8}, {m_stop, m_show, m_compare, freeRoom()})});
    m_card->hide();
    return m_card;
}

QWidget* CausesPanel::makeCosts() {
    auto* box = new QWidget(this);
    QLabel* title = makeLabel("section", tr("Costs from this run"), box);
    auto* perStage =
        named(makeButton(tr("Per stage"), box, this, [this] { Q_EMIT costsRequested(false); }),
              {.name = "costsPerStage",
               .tip = tr("Stages, transfers and memory of the plan take what the run measured in the mean.")});
    auto* each = named(makeButton(tr("Per stage and microbatch"), box, this, [this] { Q_EMIT costsRequested(true); }),
                       {.name = "costsPerMicrobatch",
                        .tip = tr("Every microbatch takes its own times: those of the pipeline that is shown.")});
    for (QPushButton* button : {perStage, each})
        button->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    makeColumn(box, {.margins = {0, 4, 0, 0}, .between = 6},
               {title, makeRow({.between = 8}, {{perStage, 1}, {each, 2}})});
    return box;
}

void CausesPanel::refresh() {
    const std::shared_ptr<const Run> run = runWithCauses(m_document);
    if (run == m_run)
        return;
    m_finding.drop();
    stopTrying();
    m_run = run;
    m_lost.reset();
    m_tried.reset();
    m_buttons.clear();
    while (QWidget* row = m_list->findChild<QWidget*>({}, Qt::FindDirectChildrenOnly))
        delete row;
    m_card->hide();
    setVisible(m_run != nullptr);
    if (!m_run)
        return;
    m_sentence->setText(tr("The steps are being replayed …"));
    m_finding.ask([run](const std::stop_token&) { return lostByCauseOf(*run); },
                  [this](const Result<LostByCause>& lost) { show(lost); });
}

void CausesPanel::show(const Result<LostByCause>& lost) {
    if (!lost) {
        m_sentence->setText(sentenceOf(lost.error()));
        Q_EMIT found();
        return;
    }
    m_lost = *lost;
    m_sentence->setText(replayText(*m_lost, *m_run));
    for (const Loss& loss : m_lost->causes)
        addCause(loss);
    addShare(tr("Work"), m_lost->work,
             tr("What the ranks compute in the mean, every op at the mean of its kind. All else of the step is above."),
             {});
    addShare(tr("Unnamed"), m_lost->unnamed,
             tr("What no cause explains: clocks that don't fit, and causes below a "
                "two-thousandth of a step."),
             {});
    Q_EMIT found();
}

QVBoxLayout* CausesPanel::addShare(const QString& name, double share, const QString& help, const QString& where) {
    auto* row = new QWidget(m_list);
    QLabel* title = makeLabel("section", name, row);
    QLabel* number = makeLabel("section", percentText(share), row);
    QVBoxLayout* layout =
        makeColumn(row, {.between = 4}, {makeRow({}, {{title, 1}, number}), new ShareBar(share, row)});
    row->setToolTip(plainTip(help));
    if (!where.isEmpty())
        layout->addWidget(makeParagraph("caption", where, row));
    m_rows->addWidget(row);
    return layout;
}

void CausesPanel::addCause(const Loss& loss) {
    QString where = whereText(loss.where, m_lost->byReplica.size() > 1);
    if (loss.cause == LossCause::FillAndDrain)
        where =
            tr("%1 of the step is fill and drain that no order of these ops avoids").arg(percentText(loss.unavoidable));
    QVBoxLayout* const layout = addShare(causeText(loss.cause), loss.share, causeHelp(loss.cause, *m_run), where);
    QWidget* const row = layout->parentWidget();
    row->setObjectName(QStringLiteral("cause"));
    for (const FixEffect& effect : loss.fixes) {
        const QString by =
            effect.by.empty() ? QString() : QStringLiteral(" (%1)").arg(QString::fromStdString(effect.by));
        auto* button = makeButton(fixText(effect.fix) + by, row, this,
                                  [this, fix = effect.fix, name = effect.by] { tryIt(fix, name); });
        const QString gives = effectText(effect, m_lost->memoryUnit);
        button->setToolTip(plainTip(fixHelp(effect.fix)));
        button->setAccessibleDescription(gives + QLatin1Char('\n') + fixHelp(effect.fix));
        m_buttons.push_back(button);
        QLabel* caption = makeParagraph("caption", gives, row);
        caption->setAlignment(Qt::AlignRight);
        // One below the other: in some languages two are wider than the panel.
        layout->addWidget(button, 0, Qt::AlignRight);
        layout->addWidget(caption);
    }
}

void CausesPanel::enableFixes(bool on) {
    for (QPushButton* button : m_buttons)
        button->setEnabled(on);
}

void CausesPanel::tryIt(LossFix fix, const std::string& by) {
    if (!m_run)
        return;
    m_tried.reset();
    m_done = std::make_shared<std::atomic<int>>(0);
    m_total = std::make_shared<std::atomic<int>>(0);
    enableFixes(false);
    restyle(*m_card, "tone", nullptr);
    m_cardTitle->setText(tr("Trying: %1 …").arg(fixText(fix)));
    m_cardText->setText(tr("A search takes some seconds."));
    m_stop->show();
    m_show->hide();
    m_compare->hide();
    m_card->show();
    m_progressTimer.start();
    const FixRequest request{.fix = fix, .by = by, .step = m_document.chosenStep().value_or(-1), .seconds = m_seconds};
    m_trying.ask(
        [run = m_run, request, done = m_done, total = m_total](const std::stop_token& stop) {
            return tryFix(*run, request, stop, [&](int ready, int all) {
                *done = ready;
                *total = all;
            });
        },
        [this](const Result<TriedFix>& tried) { showTried(tried); });
}

void CausesPanel::stopTrying() {
    if (!m_done)
        return;
    m_trying.drop();
    endTrying();
    m_card->hide();
}

void CausesPanel::endTrying() {
    m_done.reset();
    m_progressTimer.stop();
    enableFixes(true);
}

void CausesPanel::showTried(const Result<TriedFix>& result) {
    endTrying();
    m_stop->hide();
    if (!result) {
        m_cardTitle->setText(tr("This can't be tried"));
        m_cardText->setText(sentenceOf(result.error()));
        Q_EMIT tried({}, {});
        return;
    }
    m_tried = *result;
    m_name = triedText(*m_tried);
    m_cardTitle->setText(m_name);
    m_cardText->setText(gainText(*m_tried, m_run->plan.timeUnit));
    restyle(*m_card, "tone", m_tried->gain() > 0 ? "good" : nullptr);
    m_show->show();
    m_compare->show();
    Plan plan = m_tried->plan;
    plan.title = m_name.toStdString();
    Q_EMIT tried(std::make_shared<const Plan>(std::move(plan)), m_name);
}

} // namespace lanewright::app
