// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/plan_again_card.h"

#include "app/document/plain_text.h"
#include "app/document/translate.h"
#include "app/widgets/controls.h"
#include "app/widgets/layouts.h"
#include "app/widgets/panel_text.h"
#include "core/measured/profile/shared_cores.h"
#include "core/simulate/simulate.h"

#include <QLabel>
#include <QLocale>
#include <QPushButton>

namespace lanewright::app {
namespace {

/// Below this nobody would run anew for it.
constexpr double kWorthSaying = 0.005;

/// `19`, `2.1`.
QString timesText(double times) { return QLocale().toString(times, 'f', times < 10 ? 1 : 0); }

QString headOf(const Run& run, double times) {
    const Time planned = extentOf(simulate(run.plan.schedule, run.plan.costs)).length();
    const StepRecord& step = *representativeStep(run);
    const Time measured = extentOf(step.wall).length();
    const QString measuredText = fixedTimeWithUnit(measured, run.plan.timeUnit);
    const QString plannedText = fixedTimeWithUnit(planned, run.plan.timeUnit);
    return times < 1 ? PlanAgainCard::tr("The plan is %1 times too long: its makespan is %2, that of %3 was %4.")
                           .arg(timesText(1 / times), plannedText, stepText(step), measuredText)
                     : PlanAgainCard::tr("The plan is %1 times too short: its makespan is %2, that of %3 was %4.")
                           .arg(timesText(times), plannedText, stepText(step), measuredText);
}

QString gainOf(const PlannedAgain& answer) {
    const TimeUnit unit = answer.plan.timeUnit;
    const QString now = fixedTimeWithUnit(answer.now, unit);
    if (!answer.searched)
        return PlanAgainCard::tr("With the measured costs it would say %1; an order can be better than this one by at "
                                 "most %2.")
            .arg(now, percentText(answer.mostGain()));
    if (answer.gain() < kWorthSaying)
        return PlanAgainCard::tr("With the measured costs it would say %1; a short search found no better order, and "
                                 "none is better by more than %2.")
            .arg(now, percentText(answer.mostGain()));
    return PlanAgainCard::tr("With the measured costs it would say %1, and a short search found an order of %2 (%3 "
                             "expected).")
        .arg(now, fixedTimeWithUnit(answer.then, unit), changeText(-answer.gain()));
}

} // namespace

PlanAgainCard::PlanAgainCard(PlanAgain& again, QWidget* parent)
    : QFrame(parent), m_again(again), m_title(named(selectable(makeLabel("section", {}, this)), "planAgainTitle")),
      m_expected(named(selectable(plainLabel(this)), "planAgainExpected")),
      m_accept(named(makeButton(tr("Use measured costs, solve, run again"), this, this,
                                [this] { m_offersPaced ? Q_EMIT pacedRequested() : Q_EMIT accepted(); }),
                     {.name = "planAgainAccept",
                      .tip = tr("One undo takes costs and order back. Both runs are laid beside each other.")})) {
    named(this, {.name = "planAgain", .role = "banner"});
    makeRow(this, {.margins = {20, 7, 12, 7}, .between = 12},
            {{makeColumn({.between = 1}, {m_title, m_expected}), 1},
             m_accept,
             makeButton(tr("Close"), this, &m_again, &PlanAgain::drop)});
    connect(&m_again, &PlanAgain::changed, this, &PlanAgainCard::refresh);
    refresh();
}

void PlanAgainCard::refresh() {
    const std::shared_ptr<const Run>& run = m_again.run();
    const std::optional<double> times = run ? timesOffPlan(*run) : std::nullopt;
    setVisible(times.has_value());
    if (!times)
        return;
    m_title->setText(headOf(*run, *times));
    const std::optional<SharedCores> shared = sharedCoresOf(*run);
    m_offersPaced = shared.has_value();
    m_accept->setText(m_offersPaced ? tr("Run it paced") : tr("Use measured costs, solve, run again"));
    m_accept->setEnabled(m_offersPaced || m_again.answer().has_value());
    if (m_offersPaced)
        return m_expected->setText(translated(sentenceOf(*shared)) + QLatin1Char('.'));
    const QString expected = m_again.answer() ? gainOf(*m_again.answer())
                             : m_again.isDetecting()
                                 ? tr("What the measured costs would give is being worked out …")
                                 : tr("With the measured costs no order was found that keeps the limits.");
    m_expected->setText(expected);
}

} // namespace lanewright::app
