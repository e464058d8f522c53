// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/numbers_strip.h"

#include "app/document/comparable.h"
#include "app/document/plain_text.h"
#include "app/document/translate.h"
#include "app/widgets/controls.h"
#include "app/widgets/figure.h"
#include "app/widgets/layouts.h"
#include "app/widgets/panel_text.h"
#include "core/page/number_table.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QToolButton>

#include <algorithm>

namespace lanewright::app {
namespace {

QString percent(double share) { return decimalText(100 * share, 1); }

/// A rank's peak beside its limit.
struct RankPeak {
    std::size_t rank = 0;
    Bytes bytes = 0;
    std::optional<Bytes> limit = {};

    bool isOver() const { return limit && bytes > *limit; }
    /// Its part of the limit; below all others where there is none, or it is 0.
    double share() const { return limit && *limit > 0 ? static_cast<double>(bytes) / static_cast<double>(*limit) : -1; }
};

/// What the figure of the memory is about.
struct ShownPeaks {
    RankPeak highest = {};
    std::optional<RankPeak> tightest = {}; ///< nearest to its limit, or past it; none where no rank has a limit

    bool isOver() const { return tightest && tightest->isOver(); }
    /// Who breaks a limit comes before who has most.
    const RankPeak& shown() const { return isOver() ? *tightest : highest; }
};

/// Takes a peak for each rank; of equals the first rank counts.
ShownPeaks shownPeaksOf(const Metrics& metrics) {
    std::vector<RankPeak> peaks;
    peaks.reserve(metrics.peakMemory.size());
    for (std::size_t rank = 0; rank < metrics.peakMemory.size(); ++rank)
        peaks.push_back({.rank = rank,
                         .bytes = metrics.peakMemory[rank],
                         .limit = rank < metrics.memoryLimit.size() ? metrics.memoryLimit[rank] : std::nullopt});
    const auto tightest = std::ranges::max_element(peaks, {}, &RankPeak::share);
    return {.highest = *std::ranges::max_element(peaks, {}, &RankPeak::bytes),
            .tightest = tightest->share() >= 0 ? std::optional(*tightest) : std::nullopt};
}

/// As "12 / 16": the peak, and the limit where there is one.
QString valueText(const RankPeak& peak, MemoryUnit unit) {
    const QString bytes = memoryText(peak.bytes, unit);
    return peak.limit ? bytes + QStringLiteral(" / ") + memoryText(*peak.limit, unit) : bytes;
}

/// Whose peak is shown, and what else there is to know.
QStringList peakLines(const ShownPeaks& peaks, MemoryUnit unit) {
    const RankPeak& highest = peaks.highest;
    if (peaks.isOver())
        return {NumbersStrip::tr("Shown is rank %1, which holds more than its limit.").arg(peaks.tightest->rank),
                NumbersStrip::tr("The highest is that of rank %1: %2 %3", "a rank, its peak, a unit")
                    .arg(highest.rank)
                    .arg(memoryText(highest.bytes, unit), unitText(unit))};
    QStringList lines{NumbersStrip::tr("Shown is the highest, that of rank %1.").arg(highest.rank)};
    if (const std::optional<RankPeak>& tightest = peaks.tightest)
        lines << NumbersStrip::tr("Nearest to its limit: rank %1, %2 of %3 %4", "a rank, its peak, its limit, a unit")
                     .arg(tightest->rank)
                     .arg(memoryText(tightest->bytes, unit), memoryText(*tightest->limit, unit), unitText(unit));
    return lines;
}

} // namespace

NumbersStrip::NumbersStrip(Document& document, LowerBounds& bounds, QWidget* parent)
    : QWidget(parent), m_document(document), m_bounds(bounds) {
    const auto figure = [this](const char* name, const char* key) {
        return named(new Figure(translated(numberNamed(key).name), key, this), name);
    };
    m_iteration = figure("iteration", "iteration_time");
    m_iteration->makePressable();
    connect(m_iteration, &Figure::pressed, this, &NumbersStrip::offerModes);
    m_bubble = figure("bubble", "bubble_share");
    m_idle = figure("idle", "idle_share");
    m_bound = figure("bound", "lower_bound");
    m_avoidable = figure("avoidable", "avoidable_share");
    m_memory = figure("peakMemory", "peak_memory");
    m_measured = figure("measured", "makespan");
    m_state = named(new QToolButton(this), "stateChip");
    m_state->setCursor(Qt::PointingHandCursor);
    m_name = named(plainLabel(this), "nameChip");
    m_name->hide();
    makeRow(this, {.margins = {20, 8, 20, 10}, .between = 26},
            {m_iteration, m_bubble, m_idle, m_bound, m_avoidable, m_memory, m_measured,
             standing(m_state, Qt::AlignVCenter), standing(m_name, Qt::AlignVCenter), freeRoom()});
    connect(m_state, &QToolButton::clicked, this, &NumbersStrip::findingsRequested);
    connect(&m_document, &Document::changed, this, &NumbersStrip::refresh);
    connect(&m_document, &Document::runChanged, this, [this] { showMeasured(); });
    connect(&m_bounds, &LowerBounds::changed, this, [this] {
        showBound(shown());
        fit();
    });
    refresh();
}

void NumbersStrip::offerModes() {
    auto* menu = named(new QMenu(this), "optimizerModes");
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (const OptimizerMode mode : {OptimizerMode::Synchronous, OptimizerMode::PostValidated}) {
        QAction* action = menu->addAction(modeText(mode), this, [this, mode] { Q_EMIT modeRequested(mode); });
        action->setCheckable(true);
        action->setChecked(mode == m_document.plan().optimizerMode);
        if (action->isChecked())
            menu->setActiveAction(action);
    }
    menu->popup(m_iteration->mapToGlobal(m_iteration->rect().bottomLeft()));
}

QSize NumbersStrip::minimumSizeHint() const {
    constexpr int kLeast = 640;
    return {kLeast, QWidget::minimumSizeHint().height()};
}

void NumbersStrip::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fit();
}

void NumbersStrip::fit() {
    const auto widthOf = [this](const QWidget* each) {
        return std::max(each->minimumWidth(), each->sizeHint().width()) + layout()->spacing();
    };
    const QMargins margins = layout()->contentsMargins();
    int needed = margins.left() + margins.right();
    for (const QWidget* each :
         std::initializer_list<const QWidget*>{m_iteration, m_bubble, m_idle, m_bound, m_avoidable, m_memory, m_state})
        needed += widthOf(each);
    for (const QWidget* each : std::initializer_list<const QWidget*>{m_measured, m_name})
        needed += each->isHidden() ? 0 : widthOf(each);
    for (Figure* each : {m_bound, m_avoidable, m_memory}) {
        const bool crowded = needed > width();
        each->setVisible(!crowded);
        needed -= crowded ? widthOf(each) : 0;
    }
}

void NumbersStrip::showName(const Recognition& recognition) {
    m_name->setVisible(!recognition.name.empty());
    // Large in the chip stands the name, the rest in the tooltip and the inspector.
    const QString name = translated(recognition.title);
    if (!recognition.exact)
        m_name->setText(name);
    else if (recognition.replicas > 1)
        m_name->setText(tr("these are %1", "2 replicas of …").arg(name));
    else
        m_name->setText(tr("this is %1").arg(name));
    m_name->setToolTip(plainTip(translated(recognition.sentence())));
    fit();
}

void NumbersStrip::refresh() {
    preview(nullptr);
    showMeasured();
}

void NumbersStrip::preview(const Analysis* analysis) {
    m_preview = analysis;
    showNumbers(shown());
    showBound(shown());
    showMemory(shown().metrics);
    showState(shown());
    fit();
}

void NumbersStrip::showNumbers(const Analysis& analysis) {
    const Plan& plan = m_document.plan();
    const Metrics& metrics = analysis.metrics;
    const auto show = [](Figure& figure, const std::optional<double>& share) {
        figure.show(share ? percent(*share) : Figure::kNone, share ? QStringLiteral("%") : QString());
    };
    show(*m_bubble, metrics.bubbleShare());
    show(*m_idle, metrics.idleShare);
    if (plan.isProblem() || !isWhole(analysis.findings)) {
        m_iteration->show(Figure::kNone, modeText(plan.optimizerMode));
        m_iteration->explain({translated(definitionOf("iteration_time")),
                              tr("An order that lacks ops, breaks a rule or stalls has none."),
                              tr("Click to choose the other optimizer mode.")});
        return;
    }
    showIteration(metrics);
}

void NumbersStrip::showIteration(const Metrics& metrics) {
    const TimeUnit unit = m_document.plan().timeUnit;
    const QString mode = modeText(metrics.optimizerMode);
    const std::optional<Fraction> each = metrics.iterationTime();
    m_iteration->show(each ? fixedTime(*each, unit) : Figure::kNone,
                      unitText(unit).isEmpty() ? mode : unitText(unit) + QStringLiteral(" · ") + mode);
    const auto text = [&](const std::optional<Fraction>& time) {
        return time ? fixedTimeWithUnit(*time, unit) : Figure::kNone;
    };
    QStringList lines{translated(definitionOf("iteration_time"))};
    for (const OptimizerMode other : kOptimizerModes)
        lines << tr("%1: %2", "an optimizer mode: a time").arg(modeText(other), text(metrics.iterationTimes.of(other)));
    lines << tr("makespan: %1").arg(fixedTimeWithUnit(metrics.makespan, unit))
          << tr("period: %1").arg(text(metrics.period))
          << tr("longest span: %1").arg(fixedTimeWithUnit(metrics.longestSpan, unit))
          << tr("Click to choose the other optimizer mode.");
    m_iteration->explain(lines);
}

void NumbersStrip::showBound(const Analysis& analysis) {
    const std::optional<Bound> best = m_bounds.bestFor(analysis);
    const TimeUnit unit = m_document.plan().timeUnit;
    if (!best) {
        m_bound->showNone();
        m_avoidable->showNone();
        return;
    }
    QStringList bound{tr("No schedule of these costs, limits and placement has a shorter iteration than this. %1.")
                          .arg(translated(best->reason))};
    const std::optional<Fraction> time = analysis.metrics.iterationTime();
    // It is shorter than what the limits allow, which it breaks.
    const bool isOfOthers = !analysis.valid && time && *time < best->value;
    if (isOfOthers)
        bound << tr("This order breaks a limit, so that the bound, %1, says nothing of it.")
                     .arg(fixedTimeWithUnit(best->value, unit));
    m_bound->show(isOfOthers ? Figure::kNone : fixedTime(best->value, unit), isOfOthers ? QString() : unitText(unit));
    m_bound->explain(bound);
    showAvoidable(m_bounds.avoidableOf(analysis));
}

void NumbersStrip::showAvoidable(const std::optional<Avoidable>& avoidable) {
    m_avoidable->show(avoidable ? percent(avoidable->share) : Figure::kNone,
                      avoidable ? QStringLiteral("%") : QString());
    QStringList lines{tr("The share of the iteration above its lower bound: a better order can win this much at most. "
                         "The bubble also counts what no order avoids.")};
    if (avoidable)
        lines << tr("As a time: %1").arg(fixedTimeWithUnit(avoidable->time, m_document.plan().timeUnit));
    if (const QString shared = sharedCoresText(m_document.plan()); !shared.isEmpty())
        lines << shared;
    m_avoidable->explain(lines);
}

void NumbersStrip::showMemory(const Metrics& metrics) {
    const Plan& plan = m_document.plan();
    if (plan.isProblem() || metrics.peakMemory.empty()) {
        m_memory->showNone();
        m_memory->setWrong(false);
        m_memory->explain(translated(definitionOf("peak_memory")));
        return;
    }
    const ShownPeaks peaks = shownPeaksOf(metrics);
    m_memory->show(valueText(peaks.shown(), plan.memoryUnit), unitText(plan.memoryUnit));
    m_memory->setWrong(peaks.isOver());
    m_memory->explain(QStringList{translated(definitionOf("peak_memory"))} + peakLines(peaks, plan.memoryUnit));
}

void NumbersStrip::showMeasured() {
    const Timeline* measured = m_document.measured();
    m_measured->setVisible(measured != nullptr);
    if (measured)
        showMeasured(*measured);
    // Beside measured numbers these would be taken for such.
    for (Figure* figure : {m_iteration, m_bubble, m_idle, m_bound, m_avoidable, m_memory})
        figure->setCaption(measured ? tr("%1, planned", "Bubble").arg(figure->name()) : figure->name());
    showMeasuredIteration();
    QStringList idle{translated(definitionOf("idle_share"))};
    if (isMeasuredWhole(m_document))
        if (const std::optional<double> share = measureRun(m_document.run()->plan, *measured).idleShare)
            idle << tr("Measured in %1: %2", "step 3: 12.5 %")
                        .arg(stepText(*m_document.run(), *m_document.shownStep()), percentText(*share));
    m_idle->explain(idle);
    fit();
}

void NumbersStrip::showMeasuredIteration() {
    const std::shared_ptr<const Run> run = m_document.run();
    const std::optional<Time> measured = isMeasuredWhole(m_document) ? iterationTimeOf(*run) : std::nullopt;
    if (!measured)
        return;
    const Plan& plan = m_document.plan();
    QString words = tr("%1; measured: %2", "Iteration, planned; measured: 27.3")
                        .arg(m_iteration->caption(), fixedTime(*measured, plan.timeUnit));
    const std::optional<Fraction> planned = m_document.analysis().metrics.iterationTime();
    const bool isOfThis = !m_document.runIsOfAnotherOrder() && run->plan.optimizerMode == plan.optimizerMode;
    if (isOfThis && m_document.analysis().stalls.empty() && planned && planned->value() > 0)
        words += QStringLiteral(" (%1)").arg(changeText(static_cast<double>(*measured) / planned->value() - 1));
    m_iteration->setCaption(words);
}

void NumbersStrip::showMeasured(const Timeline& measured) {
    const TimeUnit unit = m_document.plan().timeUnit;
    const Run& run = *m_document.run();
    const QString step = stepText(run, *m_document.shownStep());
    QStringList lines{translated(definitionOf("makespan"))};
    // The first step is left out of the range, so there must be two more.
    lines << (run.steps.size() > 2
                  ? tr("Measured in %1; the steps after the first took %2.").arg(step, stepsRangeText(run, unit))
                  : tr("Measured in %1.").arg(step));
    if (m_document.analysis().stalls.empty() && !m_document.plan().isProblem())
        lines << tr("Planned: %1").arg(fixedTimeWithUnit(m_document.analysis().metrics.makespan, unit));
    m_measured->explain(lines);
    if (const Document::Coverage coverage = m_document.coverage(); !coverage.isWhole()) {
        // The step runs, or it never came to its end.
        m_measured->setCaption(m_document.runGoesOn() ? tr("Measured so far: %1", "step 3").arg(step)
                                                      : tr("Measured in part: %1", "step 3").arg(step));
        m_measured->show(tr("%1 of %2", "measured blocks of all").arg(coverage.measured).arg(coverage.blocks),
                         tr("ops"));
        return;
    }
    const Time makespan = measureRun(run.plan, measured).makespan;
    m_measured->setCaption(tr("Makespan of %1", "step 3, median of 4").arg(step));
    m_measured->show(fixedTime(makespan, unit), measuredNote(makespan));
}

QString NumbersStrip::measuredNote(Time makespan) const {
    QStringList note;
    if (const QString unit = unitText(m_document.plan().timeUnit); !unit.isEmpty())
        note << unit;
    if (m_document.runIsOfAnotherOrder())
        note << tr("another order");
    else if (m_document.analysis().stalls.empty())
        note << changeOf(m_document.analysis().metrics.makespan, makespan);
    if (m_document.run()->paced)
        note << tr("paced");
    return note.join(QStringLiteral("  "));
}

void NumbersStrip::showState(const Analysis& analysis) {
    const auto& findings = analysis.findings;
    const auto errors = std::ranges::count(findings, Severity::Error, &Finding::severity);
    const char* state = errors > 0 ? "bad" : findings.empty() ? "good" : "warn";
    if (m_document.plan().isProblem()) {
        m_state->setText(tr("no order yet"));
        state = "warn";
    } else if (findings.empty())
        m_state->setText(tr("✓ valid"));
    else if (lacksOpsAlone(findings)) {
        m_state->setText(findingsText(findings));
        state = "warn";
    } else
        m_state->setText((errors > 0 ? tr("✕ %1") : tr("✓ valid, %1")).arg(findingsText(findings)));
    restyle(*m_state, "state", state);
}

} // namespace lanewright::app
