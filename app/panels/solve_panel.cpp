// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/solve_panel.h"

#include "app/document/numbers.h"
#include "app/document/problem_of_plan.h"
#include "app/document/translate.h"
#include "app/plots/gap_plot.h"
#include "app/widgets/chooser.h"
#include "app/widgets/controls.h"
#include "app/widgets/figure.h"
#include "app/widgets/layouts.h"
#include "app/widgets/number_box.h"
#include "app/widgets/panel_text.h"
#include "core/generate/recognise/made_title.h"
#include "core/simulate/memory.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace lanewright::app {
namespace {

constexpr int kPulseMs = 100;
constexpr int kFormWidth = 250;
constexpr int kLeastNumber = 84;
constexpr int kBetweenNumbers = 12;

/// What the fullest rank holds in the order that was searched from, where there is one, and in the one that was found.
QString memoryChange(const Plan& problem, const Schedule& found) {
    const auto mostOf = [&](const Schedule& schedule) {
        const std::vector<Bytes> peaks = peakMemory(schedule, problem.memory, problem.costs.weightParts);
        return memoryWithUnit(peaks.empty() ? 0 : std::ranges::max(peaks), problem.memoryUnit);
    };
    if (problem.isProblem())
        return SolvePanel::tr("Fullest rank: %1").arg(mostOf(found));
    return SolvePanel::tr("Fullest rank: %1 now, %2 with the best", "amounts of memory")
        .arg(mostOf(problem.schedule), mostOf(found));
}

} // namespace

SolvePanel::SolvePanel(Document& document, SolveJob& job, QWidget* parent)
    : QWidget(parent), m_document(document), m_job(job), m_plot(new GapPlot(this)) {
    QWidget* form = makeForm();
    m_outcome = makeOutcome();
    makeRow(this, {.margins = {16, 12, 16, 12}, .between = 28}, {form, {m_outcome, 1}, {m_plot, 1}});
    m_pulse.setInterval(kPulseMs);
    connect(&m_pulse, &QTimer::timeout, this, &SolvePanel::refresh);
    connect(&m_job, &SolveJob::started, &m_pulse, qOverload<>(&QTimer::start));
    connect(&m_job, &SolveJob::finished, &m_pulse, &QTimer::stop);
    for (const auto signal : {&SolveJob::started, &SolveJob::improved, &SolveJob::finished})
        connect(&m_job, signal, this, &SolvePanel::refresh);
    connect(&m_document, &Document::changed, this, &SolvePanel::refresh);
    if (m_job.isActive())
        m_pulse.start();
    refresh();
}

QSize SolvePanel::minimumSizeHint() const {
    // Sentences need more lines the narrower they are; without these the numbers would be cut.
    const QMargins margins = layout()->contentsMargins();
    const int numbers = 4 * kLeastNumber + 3 * kBetweenNumbers;
    const int sentences = m_job.best() ? m_outcome->layout()->heightForWidth(std::max(numbers, m_outcome->width())) : 0;
    return {formWidth() + numbers,
            std::max(QWidget::minimumSizeHint().height(), margins.top() + sentences + margins.bottom())};
}

void SolvePanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fit();
}

void SolvePanel::fit() {
    int numbers = 3 * kBetweenNumbers;
    for (const Figure* figure : {m_now, m_best, m_bound, m_gap})
        numbers += std::max(kLeastNumber, figure->sizeHint().width());
    // The curves get no more than the numbers leave.
    const bool both = width() >= formWidth() + numbers + layout()->spacing() + m_plot->minimumWidth();
    m_plot->setVisible(both);
    m_outcome->setMinimumWidth(both ? numbers : 0);
}

int SolvePanel::formWidth() const {
    const QMargins margins = layout()->contentsMargins();
    return margins.left() + kFormWidth + layout()->spacing() + margins.right();
}

QWidget* SolvePanel::makeForm() {
    auto* box = new QWidget(this);
    box->setFixedWidth(kFormWidth);
    m_objective = named(withEach(new QComboBox(box), kObjectives, objectiveText),
                        {.tip = tr("The number that the search makes small.")});
    m_limit = named(new NumberBox(box), {.tip = tr("The search ends earlier when the bound is met.")});
    m_limit->setRange(0.1, 86'400);
    m_limit->setDecimals(1);
    m_limit->setSuffix(tr(" s"));
    m_limit->setValue(SolveOptions{}.timeLimit);
    m_exact =
        named(new QCheckBox(tr("Prove it"), box),
              {.tip = canProve() ? tr("When the search calms down, an exact solver takes over. For small schedules.")
                                 : tr("This build has no exact solver (z3).")});
    m_exact->setEnabled(canProve());
    m_start = named(makeButton(tr("Solve"), box, this, &SolvePanel::start), "primary");
    m_stop = makeButton(tr("Stop"), box, &m_job, &SolveJob::stop);
    QFormLayout* form = app::makeForm(box, {.across = 12});
    form->addRow(tr("Make small"), m_objective);
    form->addRow(tr("Time limit"), m_limit);
    form->addRow(QString(), m_exact);
    form->addRow(QString(), makeRow({.between = 8}, {m_start, m_stop, freeRoom()}));
    whenChanged({m_objective}, this, &SolvePanel::refresh);
    return box;
}

QWidget* SolvePanel::makeOutcome() {
    auto* box = new QWidget(this);
    m_now = new Figure(tr("Now"), "makespan", box, tr("The schedule that is open."));
    m_best = named(
        new Figure(tr("Best found"), "makespan", box, tr("The best order that the search has found so far.")), "best");
    m_bound = new Figure(tr("Lower bound"), "lower_bound", box,
                         tr("No schedule of these costs, limits and placement is below."));
    m_gap = new Figure(tr("Gap"), "gap", box, tr("Best found / lower bound − 1: so much may still be missing."));
    for (Figure* figure : {m_now, m_best, m_bound, m_gap})
        figure->setMinimumWidth(kLeastNumber);
    m_memory = named(
        makeParagraph("section", {}, box),
        {.name = "solveMemory", .tip = tr("The most that any rank holds at one time, by the plan's costs of memory.")});
    m_status = named(makeParagraph("body", {}, box), "solveStatus");
    m_why = makeParagraph("caption", {}, box);
    m_take = named(makeButton(tr("Take it"), box, this, &SolvePanel::take),
                   {.tip = tr("Put the best order into the schedule. One undo takes it back.")});
    makeColumn(box, {.between = 6},
               {makeRow({.between = kBetweenNumbers}, {m_now, m_best, m_bound, m_gap, freeRoom()}), m_memory, m_status,
                m_why, freeRoom(), standing(m_take, Qt::AlignLeft)});
    return box;
}

SolveOptions SolvePanel::options() const {
    SolveOptions options;
    options.objective = chosen<Objective>(m_objective);
    options.timeLimit = m_limit->value();
    options.exact = m_exact->isChecked();
    return options;
}

void SolvePanel::setOptions(const SolveOptions& options) {
    choose(m_objective, options.objective);
    m_limit->setValue(options.timeLimit);
    m_exact->setChecked(options.exact && canProve());
}

bool SolvePanel::mayTake() const {
    const std::optional<Solution>& best = m_job.best();
    if (!best || !isSameProblem(m_job.problem(), m_document.plan()))
        return false;
    const Proof* const known = proofOf(m_document.plan());
    const bool isProofNew = isProvedBySearch(*best) && (!known || known->objective != m_job.options().objective ||
                                                        known->lowerBound < best->bound);
    return isProofNew || best->schedule.order != m_document.schedule().order;
}

void SolvePanel::take() {
    if (!mayTake())
        return;
    const Solution& best = *m_job.best();
    const Objective objective = m_job.options().objective;
    Plan plan = withSolution(m_document.plan(), objective, best);
    plan.title = title::ofSolved(plan, objective, best.madeBy.generator);
    // What the history puts behind it is of the iteration.
    const QString words = objective == Objective::Iteration
                              ? tr("Take the solution")
                              : tr("Take the solution for %1; its iteration").arg(objectiveText(objective));
    m_document.apply(words, std::move(plan), -1, Document::Change::MadeAnew);
}

void SolvePanel::refresh() {
    const bool active = m_job.isActive();
    const bool solvable = m_document.schedule().stages() > 0 && m_document.schedule().microbatches > 0;
    for (QWidget* each : std::initializer_list<QWidget*>{m_objective, m_limit})
        each->setEnabled(!active);
    m_exact->setEnabled(!active && canProve());
    m_start->setEnabled(!active && solvable);
    m_stop->setEnabled(active && !m_job.isStopping());
    m_take->setEnabled(mayTake());
    showNumbers();
    m_status->setText(statusText());
    showWords(*m_why, whyText());
    const Plan& plan = m_job.problem();
    const auto scale = static_cast<double>(scaleOf(plan.timeUnit));
    std::vector<SearchPoint> points;
    for (const SearchPoint& point : m_job.course())
        points.push_back({point.seconds, point.value / scale, point.bound / scale});
    const QString name = objectiveText(m_job.options().objective);
    const QString unit = unitText(plan.timeUnit);
    m_plot->show(std::move(points), m_job.seconds(), unit.isEmpty() ? name : tr("%1, %2").arg(name, unit));
    fit();
    updateGeometry();
}

void SolvePanel::showNumbers() {
    const Plan& plan = m_document.plan();
    const Analysis& analysis = m_document.analysis();
    const bool ever = m_job.isActive() || m_job.best() || !m_job.failure().isEmpty();
    const Objective objective = ever ? m_job.options().objective : options().objective;
    const QString unit = unitText(plan.timeUnit);
    // An order that is not valid is none of those that the bound speaks of.
    const bool runs = analysis.valid && analysis.metrics.makespan > 0;
    m_now->show(runs ? fixedTime(valueOf(analysis.metrics, objective), plan.timeUnit) : Figure::kNone,
                runs ? unit : QString());
    const std::optional<Solution>& best = m_job.best();
    showWords(*m_memory, best ? memoryChange(m_job.problem(), best->schedule) : QString());
    if (!best) {
        for (Figure* figure : {m_best, m_bound, m_gap})
            figure->showNone();
        return;
    }
    m_best->show(fixedTime(best->value, plan.timeUnit), unit);
    m_bound->show(fixedTime(best->bound, plan.timeUnit), unit);
    m_gap->show(best->optimal ? QStringLiteral("0") : decimalText(100 * best->gap(), 2), QStringLiteral("%"));
}

QString SolvePanel::statusText() const {
    if (!m_job.failure().isEmpty())
        return m_job.failure();
    const std::optional<Solution>& best = m_job.best();
    QStringList words;
    if (m_job.isStopping())
        words << tr("stopping …");
    else if (m_job.isActive())
        words << tr("searching, %1 of %2 s")
                     .arg(decimalText(m_job.seconds(), 1), decimalText(m_job.options().timeLimit, 1));
    else if (best)
        words << tr("%1 s").arg(decimalText(m_job.seconds(), 1));
    if (best && best->optimal)
        words << (best->provedBy == ProvedBy::Nobody ? tr("optimal")
                                                     : tr("optimal, proved by %1").arg(proofText(best->provedBy)));
    if (best && best->schedule.order == m_job.problem().schedule.order)
        words << tr("nothing better than the order at hand");
    else if (best && best->madeBy.method != Method::Unknown)
        words << tr("found by %1").arg(methodText(best->madeBy));
    if (best && !m_job.isActive() && !isSameProblem(m_job.problem(), m_document.plan()))
        words << tr("the schedule's costs, limits or placement have changed since");
    return words.isEmpty() ? tr("Searches the order with the smallest number for these costs and limits, "
                                "and says how far from optimal it can be.")
                           : words.join(QStringLiteral(" · "));
}

QString SolvePanel::whyText() const {
    const std::optional<Solution>& best = m_job.best();
    QStringList why;
    if (best && !best->why.reason.empty())
        why << tr("Bound: %1").arg(translated(best->why.reason));
    if (const QString shared = sharedCoresText(m_job.problem()); best && !shared.isEmpty())
        why << shared;
    if (best && !m_job.isActive() && disprovesProof(m_job.problem(), m_job.options().objective, *best))
        why << tr("The proof that the schedule came with says that there is no such order, and is dropped");
    return why.join(QStringLiteral(". "));
}

} // namespace lanewright::app
