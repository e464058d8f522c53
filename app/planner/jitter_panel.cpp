// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/planner/jitter_panel.h"

#include "app/document/plain_text.h"
#include "app/planner/planner_text.h"
#include "app/widgets/controls.h"
#include "app/widgets/layouts.h"
#include "app/widgets/panel_text.h"

#include <QGridLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSlider>

#include <algorithm>

namespace lanewright::app {

namespace {

constexpr int kMostPercent = 40;
constexpr int kRestMs = 300;
constexpr int kPulseMs = 100;
constexpr int kSliderHeight = 22;

bool isSame(const Candidate& one, const Candidate& other) {
    return one.partition == other.partition && one.iterationTime == other.iterationTime;
}

} // namespace

JitterPanel::JitterPanel(PlannerDocument& planner, QWidget* parent)
    : QWidget(parent), m_planner(planner), m_share(new QSlider(Qt::Horizontal, this)), m_value(plainLabel(this)),
      m_progress(new QProgressBar(this)), m_stop(named(makeButton(tr("Stop"), this, this,
                                                                  [this] {
                                                                      m_stopped = true;
                                                                      m_stopDrawing.request_stop();
                                                                  }),
                                                       "stopDrawing")),
      m_show(makeButton(tr("Show it"), this, this,
                        [this] {
                            if (m_robustness.best >= 0)
                                Q_EMIT chosen(m_front[m_robustness.best].partition);
                        })),
      m_answer(named(makeParagraph(nullptr, {}, this), {.name = "answer", .tone = "muted"})) {
    buildRows();
    setUpOnce(m_rest, kRestMs, this, &JitterPanel::draw);
    m_pulse.setInterval(kPulseMs);
    connect(&m_pulse, &QTimer::timeout, this, &JitterPanel::refresh);
    connect(m_share, &QSlider::valueChanged, this, [this] {
        clear();
        if (m_share->value() > 0)
            m_rest.start();
    });
    connect(&m_planner, &PlannerDocument::searchChanged, this, &JitterPanel::searchChanged);
    refresh();
}

void JitterPanel::buildRows() {
    named(m_share, {.name = "jitterShare",
                    .spoken = tr("Jitter"),
                    .tip = tr("By how much every op is off, each by itself; every device is off by the ± of its kind "
                              "too. Some hundred iterations are drawn for each plan that nothing beats.")});
    m_share->setRange(0, kMostPercent);
    m_share->setMinimumHeight(kSliderHeight);
    m_value->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_value->setMinimumWidth(m_value->fontMetrics().horizontalAdvance(QStringLiteral("± 40 %0")));
    named(m_progress, {.spoken = tr("Plans tried")})->setTextVisible(false);
    m_progress->setFixedHeight(6);
    QGridLayout* grid = makeGrid(this, {.across = 10, .down = 6});
    grid->setColumnStretch(1, 1);
    grid->addWidget(plainLabel(tr("Jitter"), this), 0, 0);
    grid->addWidget(m_share, 0, 1);
    grid->addWidget(m_value, 0, 2);
    grid->addWidget(m_answer, 1, 0, 1, 3);
    grid->addWidget(m_progress, 2, 0, 1, 2);
    grid->addWidget(m_stop, 2, 2);
    grid->addWidget(m_show, 3, 0, 1, 2, Qt::AlignLeft);
}

void JitterPanel::searchChanged() {
    const PlannerResult* found = m_planner.found();
    const bool isKnown = found && std::ranges::equal(found->front, m_front, isSame);
    if (isKnown || (m_front.empty() && !found))
        return;
    // While the search goes on each better plan would begin anew.
    clear();
    if (found && !m_planner.isSearching() && m_share->value() > 0)
        draw();
}

void JitterPanel::clear() {
    m_rest.stop();
    m_stopDrawing.request_stop();
    m_drawer.drop();
    m_drawing = m_stopped = false;
    m_pulse.stop();
    m_front.clear();
    m_robustness = {};
    refresh();
    Q_EMIT changed();
}

void JitterPanel::draw() {
    const PlannerResult* found = m_planner.found();
    if (!found || found->front.empty() || m_planner.isSearching())
        return;
    m_front = found->front;
    m_robustness = {};
    m_drawing = true;
    m_stopped = false;
    m_stopDrawing = std::stop_source();
    m_tried = std::make_shared<std::atomic<int>>(0);
    m_pulse.start();
    JitterOptions options{.share = m_share->value() / 100.0};
    options.draws = drawsFor(m_front, options.draws);
    // The problem holds the cluster for as long as the other thread reads it.
    m_drawer.ask(
        [front = m_front, problem = m_planner.shared(), options, own = m_stopDrawing,
         tried = m_tried](const std::stop_token& stop) {
            const std::stop_callback both(stop, [&own] { own.request_stop(); });
            return robustnessOf(front, problem->cluster(), options, own.get_token(), [&](int done) { *tried = done; });
        },
        [this](const Robustness& robustness) {
            m_drawing = false;
            m_pulse.stop();
            m_robustness = robustness;
            refresh();
            Q_EMIT changed();
        });
    refresh();
}

int JitterPanel::placeOf(const Candidate& candidate) const {
    const auto found = std::ranges::find_if(m_front, [&](const Candidate& each) { return isSame(each, candidate); });
    const auto place = static_cast<std::size_t>(found - m_front.begin());
    return place < m_robustness.all.size() ? static_cast<int>(place) : -1;
}

const Quantiles* JitterPanel::quantilesOf(const Candidate& candidate) const {
    const int place = placeOf(candidate);
    return place < 0 ? nullptr : &m_robustness.all[place];
}

bool JitterPanel::isMostRobust(const Candidate& candidate) const {
    const int place = placeOf(candidate);
    return place >= 0 && place == m_robustness.best;
}

QString JitterPanel::sentence() const {
    if (m_share->value() == 0)
        return tr("Move the slider: which plan suffers least when nothing takes as long as planned?");
    if (m_drawing)
        return tr("Plan %1 of %2 is tried …")
            .arg(std::min<std::size_t>(*m_tried + 1, m_front.size()))
            .arg(m_front.size());
    if (m_robustness.best < 0)
        return m_stopped ? tr("Stopped before any plan was tried.") : tr("It starts when the search has ended.");
    const auto best = static_cast<std::size_t>(m_robustness.best);
    const Candidate& plan = m_front[best];
    const QString more = m_robustness.all.size() < m_front.size()
                             ? tr(" Stopped after %1 of %2 plans.").arg(m_robustness.all.size()).arg(m_front.size())
                             : QString();
    if (best == 0)
        return tr("The fastest plan is also the most robust: 9 of 10 iterations take at most %1.")
                   .arg(iterationText(m_robustness.all[0].p90)) +
               more;
    return tr("Most robust: %1 on %n device(s), planned %2; 9 of 10 iterations take at most %3, of the fastest %4.",
              nullptr, plan.devices)
               .arg(methodText(plan), iterationText(plan.iterationTime), iterationText(m_robustness.all[best].p90),
                    iterationText(m_robustness.all[0].p90)) +
           more;
}

void JitterPanel::refresh() {
    const int percent = m_share->value();
    m_value->setText(percent == 0 ? tr("off") : QStringLiteral("± %1").arg(percentText(percent / 100.0, 0)));
    m_progress->setVisible(m_drawing);
    m_stop->setVisible(m_drawing);
    m_progress->setRange(0, std::max(1, static_cast<int>(m_front.size())));
    m_progress->setValue(m_drawing ? m_tried->load() : 0);
    m_show->setVisible(!m_drawing && m_robustness.best > 0);
    m_answer->setText(sentence());
}

} // namespace lanewright::app
