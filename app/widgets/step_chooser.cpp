// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/widgets/step_chooser.h"

#include "app/document/shown_step.h"
#include "app/widgets/chooser.h"
#include "app/widgets/controls.h"
#include "app/widgets/elided_line.h"
#include "app/widgets/layouts.h"
#include "app/widgets/panel_text.h"

#include <QComboBox>
#include <QSignalBlocker>

#include <algorithm>

namespace lanewright::app {
namespace {

constexpr int kLeastLetters = 16;

} // namespace

StepChooser::StepChooser(Document& document, QWidget* parent)
    : QWidget(parent), m_document(document),
      m_box(named(makeChooser(kLeastLetters, this),
                  {.name = "step",
                   .spoken = tr("The measured step that is shown"),
                   .tip = tr("Lanes, numbers and deviations show this step of the run.")})),
      m_range(named(new ElidedLine(this), {.name = "stepsRange", .role = "caption"})) {
    makeRow(this, {.between = 8}, {{m_box, 1}, {m_range, 1}});
    connect(m_box, &QComboBox::currentIndexChanged, this, [this] {
        const QVariant step = m_box->currentData();
        m_document.showStep(step.isValid() ? std::optional<int>(step.toInt()) : std::nullopt);
    });
    connect(&m_document, &Document::runChanged, this, &StepChooser::refresh);
    refresh();
}

void StepChooser::refresh() {
    const QSignalBlocker quiet(m_box);
    if (m_run != m_document.run() || m_replica != m_document.shownReplica())
        fill();
    const std::optional<int> chosen = m_document.chosenStep();
    m_box->setCurrentIndex(chosen ? std::max(0, m_box->findData(*chosen)) : 0);
    setVisible(m_box->count() > 2);
}

void StepChooser::fill() {
    m_run = m_document.run();
    m_replica = m_document.shownReplica();
    m_box->clear();
    const std::vector<const StepRecord*> whole = m_document.wholeSteps();
    const StepRecord* usual = m_run ? stepShownOf(*m_run) : nullptr;
    if (whole.size() < 2 || !usual)
        return;
    const TimeUnit unit = m_document.plan().timeUnit;
    const auto textOf = [&](const QString& name, const StepRecord& step) {
        return QStringLiteral("%1 · %2").arg(name, fixedTimeWithUnit(extentOf(step.wall).length(), unit));
    };
    m_box->addItem(textOf(stepText(*m_run, *usual), *usual));
    const bool isOther = m_replica != m_run->replica;
    for (const StepRecord* step : whole) {
        const QString number = stepText(*step);
        m_box->addItem(textOf(isOther         ? tr("%1, replica %2").arg(number).arg(m_replica)
                              : step == usual ? number
                                              : stepText(*m_run, *step),
                              *step),
                       step->step);
    }
    m_range->setText(tr("all steps: %1").arg(stepsRangeText(*m_run, unit)));
}

} // namespace lanewright::app
