// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/job/causes_panel.h"

#include "app/document/numbers.h"
#include "app/document/plain_text.h"
#include "app/document/translate.h"
#include "app/job/cause_text.h"
#include "app/lanes/theme.h"
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
#include <QStyle>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
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

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(currentTheme().line);
        painter.drawRoundedRect(rect(), 3, 3);
        painter.setBrush(currentTheme().accent);
        painter.drawRoundedRect(QRectF(0, 0, std::max(3.0, m_share * width()), height()), 3, 3);
    }

private:
    double m_share;
};

QString meanText(double ticks, TimeUnit unit) {
    return fixedTimeWithUnit(static_cast<Time>(std::llround(ticks)), unit);
}

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
    : QWidget(parent), m_document(document), m_sentence(plainLabel(this)), m_list(new QWidget(this)),
      m_rows(new QVBoxLayout(m_list)) {
    setObjectName(QStringLiteral("causes"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    auto* title = plainLabel(tr("Where the time went"), this);
    title->setProperty("role", QStringLiteral("title"));
    m_sentence->setProperty("role", QStringLiteral("caption"));
    m_sentence->setWordWrap(true);
    m_rows->setContentsMargins(0, 0, 0, 0);
    m_rows->setSpacing(10);
    layout->addWidget(title);
    layout->addWidget(m_sentence);
    layout->addWidget(makeCard());
    layout->addWidget(m_list);
    layout->addWidget(makeCosts());
    layout->addWidget(makeRule(this));
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
    m_card = new QFrame(this);
    m_card->setObjectName(QStringLiteral("cured"));
    m_card->setProperty("role", QStringLiteral("sentence"));
    auto* layout = new QVBoxLayout(m_card);
    layout->setContentsMargins(12, 10, 12, 10);
    layout->setSpacing(6);
    m_cardTitle = plainLabel(m_card);
    m_cardTitle->setProperty("role", QStringLiteral("section"));
    m_cardTitle->setWordWrap(true);
    m_cardText = plainLabel(m_card);
    m_cardText->setWordWrap(true);
    m_cardText->setTextInteractionFlags(Qt::TextSelectableByMouse);
    layout->addWidget(m_cardTitle);
    layout->addWidget(m_cardText);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    m_stop = new QPushButton(tr("Stop"), m_card);
    m_stop->setObjectName(QStringLiteral("stopCure"));
    m_show = new QPushButton(tr("Show it"), m_card);
    m_show->setObjectName(QStringLiteral("showCure"));
    m_show->setToolTip(tr("Makes it the schedule of this window, as one step of the history."));
    m_compare = new QPushButton(tr("Compare"), m_card);
    m_compare->setObjectName(QStringLiteral("compareCure"));
    m_compare->setToolTip(tr("Lays it beside what ran."));
    for (QPushButton* button : {m_stop, m_show, m_compare})
        buttons->addWidget(button);
    buttons->addStretch(1);
    layout->addLayout(buttons);
    connect(m_stop, &QPushButton::clicked, this, &CausesPanel::stopTrying);
    connect(m_show, &QPushButton::clicked, this, [this] { Q_EMIT showRequested(m_name); });
    connect(m_compare, &QPushButton::clicked, this, &CausesPanel::compareRequested);
    m_card->hide();
    return m_card;
}

QWidget* CausesPanel::makeCosts() {
    auto* box = new QWidget(this);
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->setSpacing(6);
    auto* title = plainLabel(tr("Costs from this run"), box);
    title->setProperty("role", QStringLiteral("section"));
    layout->addWidget(title);
    auto* perStage = new QPushButton(tr("Per stage"), box);
    perStage->setObjectName(QStringLiteral("costsPerStage"));
    perStage->setToolTip(tr("Stages, transfers and memory of the plan take what the run measured in the mean."));
    auto* each = new QPushButton(tr("Per stage and microbatch"), box);
    each->setObjectName(QStringLiteral("costsPerMicrobatch"));
    each->setToolTip(tr("Every microbatch takes its own times: those of the pipeline that is shown."));
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    for (QPushButton* button : {perStage, each}) {
        button->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
        buttons->addWidget(button, button == each ? 2 : 1);
    }
    layout->addLayout(buttons);
    connect(perStage, &QPushButton::clicked, this, [this] { Q_EMIT costsRequested(false); });
    connect(each, &QPushButton::clicked, this, [this] { Q_EMIT costsRequested(true); });
    return box;
}

QString CausesPanel::sentence() const { return m_sentence->text(); }

QString CausesPanel::cureSentence() const {
    return m_card->isHidden() ? QString() : m_cardTitle->text() + QLatin1Char('\n') + m_cardText->text();
}

void CausesPanel::refresh() {
    const std::shared_ptr<const Run> run = runWithCauses(m_document);
    if (run == m_run)
        return;
    m_finding.drop();
    stopTrying();
    m_run = run;
    m_lost.reset();
    m_cured.reset();
    clearCauses();
    m_card->hide();
    setVisible(m_run != nullptr);
    if (!m_run)
        return;
    m_sentence->setText(tr("The steps are being replayed …"));
    m_finding.ask([run](const std::stop_token&) { return lostByCauseOf(*run); },
                  [this](const Result<LostByCause>& lost) { show(lost); });
}

void CausesPanel::clearCauses() {
    m_buttons.clear();
    while (QWidget* row = m_list->findChild<QWidget*>({}, Qt::FindDirectChildrenOnly))
        delete row;
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
    auto* layout = new QVBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    auto* head = new QHBoxLayout;
    auto* title = plainLabel(name, row);
    auto* number = plainLabel(percentText(share), row);
    for (QLabel* each : {title, number})
        each->setProperty("role", QStringLiteral("section"));
    head->addWidget(title, 1);
    head->addWidget(number);
    layout->addLayout(head);
    layout->addWidget(new ShareBar(share, row));
    row->setToolTip(plainTip(help));
    if (!where.isEmpty()) {
        auto* caption = plainLabel(where, row);
        caption->setProperty("role", QStringLiteral("caption"));
        caption->setWordWrap(true);
        layout->addWidget(caption);
    }
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
    for (const CureEffect& effect : loss.cures) {
        const QString by =
            effect.by.empty() ? QString() : QStringLiteral(" (%1)").arg(QString::fromStdString(effect.by));
        auto* button = new QPushButton(cureText(effect.cure) + by, row);
        const QString gives = effectText(effect, m_lost->memoryUnit);
        button->setToolTip(plainTip(cureHelp(effect.cure)));
        button->setAccessibleDescription(gives + QLatin1Char('\n') + cureHelp(effect.cure));
        connect(button, &QPushButton::clicked, this,
                [this, cure = effect.cure, name = effect.by] { tryIt(cure, name); });
        m_buttons.push_back(button);
        // One below the other: in some languages two are wider than the panel.
        layout->addWidget(button, 0, Qt::AlignRight);
        auto* caption = plainLabel(gives, row);
        caption->setProperty("role", QStringLiteral("caption"));
        caption->setWordWrap(true);
        caption->setAlignment(Qt::AlignRight);
        layout->addWidget(caption);
    }
}

void CausesPanel::enableCures(bool on) {
    for (QPushButton* button : m_buttons)
        button->setEnabled(on);
}

void CausesPanel::tryIt(Cure cure, const std::string& by) {
    if (!m_run)
        return;
    m_cured.reset();
    m_done = std::make_shared<std::atomic<int>>(0);
    m_total = std::make_shared<std::atomic<int>>(0);
    enableCures(false);
    m_card->setProperty("tone", QString());
    m_card->style()->unpolish(m_card);
    m_card->style()->polish(m_card);
    m_cardTitle->setText(tr("Trying: %1 …").arg(cureText(cure)));
    m_cardText->setText(tr("A search takes some seconds."));
    m_stop->show();
    m_show->hide();
    m_compare->hide();
    m_card->show();
    m_progressTimer.start();
    const CureRequest request{
        .cure = cure, .by = by, .step = m_document.chosenStep().value_or(-1), .seconds = m_seconds};
    m_trying.ask(
        [run = m_run, request, done = m_done, total = m_total](const std::stop_token& stop) {
            return tryCure(*run, request, stop, [&](int ready, int all) {
                *done = ready;
                *total = all;
            });
        },
        [this](const Result<Cured>& cured) { showCured(cured); });
}

void CausesPanel::stopTrying() {
    if (!m_done)
        return;
    m_trying.drop();
    m_done.reset();
    m_progressTimer.stop();
    enableCures(true);
    m_card->hide();
}

void CausesPanel::showCured(const Result<Cured>& cured) {
    m_done.reset();
    m_progressTimer.stop();
    enableCures(true);
    m_stop->hide();
    if (!cured) {
        m_cardTitle->setText(tr("This can't be tried"));
        m_cardText->setText(sentenceOf(cured.error()));
        Q_EMIT tried({}, {});
        return;
    }
    m_cured = *cured;
    m_name = curedText(*m_cured);
    m_cardTitle->setText(m_name);
    m_cardText->setText(gainText(*m_cured, m_run->plan.timeUnit));
    m_card->setProperty("tone", m_cured->gain() > 0 ? QStringLiteral("good") : QString());
    m_card->style()->unpolish(m_card);
    m_card->style()->polish(m_card);
    m_show->show();
    m_compare->show();
    Plan plan = m_cured->plan;
    plan.title = m_name.toStdString();
    Q_EMIT tried(std::make_shared<const Plan>(std::move(plan)), m_name);
}

} // namespace lanewright::app
