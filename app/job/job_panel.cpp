// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/job/job_panel.h"

#include "app/job/job_map_view.h"
#include "app/widgets/controls.h"
#include "app/widgets/elided_line.h"
#include "app/widgets/layouts.h"

#include <QHBoxLayout>
#include <QLabel>

namespace lanewright::app {

JobPanel::JobPanel(Document& document, QWidget* parent)
    : QWidget(parent), m_document(document),
      m_sentence(named(new ElidedLine(this), {.name = "jobSentence", .role = "caption"})), m_map(new JobMapView(this)) {
    setObjectName(QStringLiteral("job"));
    setAttribute(Qt::WA_StyledBackground);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    QLabel* title = named(
        makeLabel("section", tr("Every pipeline of every step"), this),
        {.tip = tr("A row is a replica, a column a step; the darker, the longer it took. The slowest replica decides "
                   "its step. A click shows a pipeline in the lanes, arrow keys the ones beside it.")});
    title->setBuddy(m_map);
    makeColumn(this, {.margins = {12, 6, 8, 4}, .between = 4},
               {makeRow({.margins = {4, 0, 4, 0}, .between = 12}, {title, {m_sentence, 1}}), m_map});
    connect(m_map, &JobMapView::chosen, &m_document, &Document::showPipeline);
    connect(&m_document, &Document::runChanged, this, &JobPanel::refresh);
    refresh();
}

void JobPanel::setWanted(bool wanted) {
    m_wanted = wanted;
    refresh();
}

void JobPanel::refresh() {
    const std::shared_ptr<const Run> run = m_document.run();
    // A run that goes on is a new one with every step.
    const bool isJob = run && isOfAJob(*run) && !run->steps.empty();
    if (!isJob || !m_wanted) {
        m_run = nullptr;
        hide();
        return;
    }
    if (m_run != run) {
        m_run = run;
        m_map->show(jobMapOf(*run), run->plan.timeUnit);
    }
    setVisible(m_map->map().times.size() > 1);
    const StepRecord* step = m_document.shownStep();
    const std::optional<JobCell> cell =
        step ? m_map->cellOf(m_document.shownReplica(), step->step) : std::optional<JobCell>{};
    m_map->mark(cell);
    QString words = cell ? tr("Shown: %1.", "a pipeline of a step").arg(m_map->textOf(*cell)) : QString();
    if (m_document.runGoesOn())
        words.prepend(tr("The job goes on; its latest steps are shown.") + QLatin1Char(' '));
    m_sentence->setText(words);
}

} // namespace lanewright::app
