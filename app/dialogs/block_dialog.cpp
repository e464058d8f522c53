// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dialogs/block_dialog.h"

#include "app/document/plain_text.h"
#include "app/document/translate.h"
#include "app/timeline/timeline_view.h"
#include "app/widgets/amount_slider.h"
#include "app/widgets/controls.h"
#include "app/widgets/figure.h"
#include "app/widgets/layouts.h"
#include "app/widgets/panel_text.h"
#include "core/edit/block/squeeze.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QUndoStack>

#include <algorithm>

namespace lanewright::app {
namespace {

constexpr int kBlockLanes = 210; ///< the least height of the drawn block

/// A block of one microbatch without any op.
BuildingBlock emptyBlock(const Plan& plan) { return {{std::vector<Lane>(plan.schedule.ranks())}}; }

} // namespace

BlockDialog::BlockDialog(const Document& present, QWidget* parent) : QDialog(parent), m_present(present) {
    setWindowTitle(tr("Building block"));
    setObjectName(QStringLiteral("blockDialog"));
    resize(1280, 700);
    const Result<BuildingBlock> found = buildingBlockOf(present.plan());
    const BuildingBlock block = found ? *found : emptyBlock(present.plan());
    m_block.reset(planOf(block, present.plan()));
    auto* words = makeParagraph(
        "body",
        tr("The ops of the first microbatch, which all others run again, one interval later each. Drag them into their "
           "order, and a block's left edge to let it wait."),
        this);
    m_drawn = named(new TimelineView(m_block, m_selection, m_blockRange, this), "block");
    m_drawn->setMinimumHeight(kBlockLanes);
    QWidget* choices = buildChoices();
    QWidget* numbers = buildNumbers();
    m_lanes = named(new TimelineView(m_preview, m_none, m_range, this), "repeated");
    m_lanes->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_lanes->setFocusPolicy(Qt::NoFocus);
    m_sentence = makeFailure(this);
    m_beginning =
        makeParagraph("caption",
                      found || opCount(present.schedule()) == 0
                          ? tr("The whole order follows as soon as ops are placed.")
                          : tr("The block begins empty: %1. The whole order follows as soon as ops are placed.")
                                .arg(translated(found.error().message)),
                      this);
    const auto [buttons, replace] = makeDialogButtons(tr("Replace the order"), this);
    m_replace = replace;
    makeColumn(this, {.margins = kDialogMargins, .between = 8},
               {words,
                {m_drawn, 1},
                choices,
                numbers,
                m_sentence,
                standing(m_beginning, Qt::AlignTop),
                {m_lanes, 1},
                buttons});
    connect(m_replace, &QPushButton::clicked, this, &BlockDialog::finish);
    connect(&m_block, &Document::changed, this, &BlockDialog::changed);
    buildHistory();
    m_isLeast->setChecked(true);
    if (block.interval > 0) {
        const Result<Time> least = leastInterval(present.plan(), block);
        m_isLeast->setChecked(least && *least == block.interval);
        m_interval->setAmount(block.interval);
    }
    m_drawn->setFocus();
    changed();
}

Time BlockDialog::interval() const { return m_interval->amount(); }

QWidget* BlockDialog::buildChoices() {
    auto* box = new QWidget(this);
    m_interval = named(new AmountSlider(box), "interval");
    m_interval->setName(tr("Interval"));
    m_isLeast = named(new QCheckBox(tr("as &short as can be"), box), "isLeast");
    m_squeezes = named(new QCheckBox(tr("S&queeze"), box),
                       {.name = "squeezes",
                        .tip = tr("Draws the whole order together: blocks move into pauses before them, where memory "
                                  "has room. Nothing runs later.")});
    m_squeezes->setChecked(true);
    m_microbatches = named(makeSpin(1, std::max(1, mostMicrobatchesOfBlock(m_present.plan())), box),
                           {.name = "microbatches", .spoken = tr("Microbatches of a block")});
    auto* interval = plainLabel(tr("&Interval"), box);
    interval->setBuddy(m_interval);
    auto* microbatches = plainLabel(tr("&Microbatches of a block"), box);
    microbatches->setBuddy(m_microbatches);
    makeRow(box, {.between = 10},
            {interval, {m_interval, 1}, m_isLeast, gap(12), m_squeezes, gap(12), microbatches, m_microbatches});
    connect(m_interval, &AmountSlider::moved, this, [this] {
        const QSignalBlocker quiet(m_isLeast);
        m_isLeast->setChecked(false);
        changed();
    });
    whenChanged({m_isLeast, m_squeezes}, this, &BlockDialog::changed);
    whenChanged({m_microbatches}, this, [this] {
        m_block.apply(tr("Microbatches of a block: %1").arg(m_microbatches->value()),
                      withMicrobatches(m_block.plan(), m_microbatches->value()));
    });
    return box;
}

QWidget* BlockDialog::buildNumbers() {
    auto* box = new QWidget(this);
    m_least =
        named(new Figure(tr("Least interval"), {}, box, tr("At a shorter one blocks of a rank would run at one time.")),
              "least");
    m_period = named(new Figure(tr("Period"), "period", box), "period");
    m_iteration = named(new Figure(tr("Iteration"), "iteration_time", box), "iteration");
    m_bubble = named(new Figure(tr("Bubble"), "bubble_share", box), "bubble");
    m_memory = named(new Figure(tr("Peak memory"), "peak_memory", box), "peakMemory");
    m_ranks = named(makeLabel("caption", {}, box), "ranks");
    makeRow(box, {.between = 24}, {m_least, m_period, m_iteration, m_bubble, m_memory, {m_ranks, 1}});
    return box;
}

void BlockDialog::buildHistory() {
    QAction* undo = m_block.history().createUndoAction(this);
    undo->setShortcut(QKeySequence::Undo);
    QAction* redo = m_block.history().createRedoAction(this);
    redo->setShortcuts({QKeySequence(QStringLiteral("Ctrl+Shift+Z")), QKeySequence(QStringLiteral("Ctrl+Y"))});
    addActions({undo, redo});
}

BlockDialog::Whole BlockDialog::makeWhole(const Plan& small, const Plan& whole, std::optional<Time> interval,
                                          bool squeezes) {
    Whole made;
    Result<BuildingBlock> block = blockDrawn(small, whole, 0);
    made.least = block ? leastInterval(whole, *block) : block.error();
    if (!made.least) {
        made.plan = made.least.error();
        return made;
    }
    block->interval = made.interval = interval.value_or(*made.least);
    Result<Schedule> schedule = repeated(whole, *block);
    if (!schedule) {
        made.plan = schedule.error();
        return made;
    }
    Plan plan = whole;
    plan.schedule = *std::move(schedule);
    if (squeezes)
        plan.schedule = squeezed(plan);
    made.plan = std::move(plan);
    return made;
}

void BlockDialog::changed() {
    const QSignalBlocker quiet(m_microbatches);
    m_microbatches->setValue(microbatchesOfBlock(m_block.plan()));
    m_plan.reset();
    m_replace->setEnabled(false);
    const std::optional<Time> interval =
        m_isLeast->isChecked() ? std::nullopt : std::optional<Time>{m_interval->amount()};
    m_latest.ask(
        [small = m_block.sharedPlan(), whole = m_present.sharedPlan(), interval, squeezes = m_squeezes->isChecked()](
            const std::stop_token&) { return makeWhole(*small, *whole, interval, squeezes); },
        [this](const Whole& made) { show(made); });
}

void BlockDialog::show(const Whole& made) {
    const TimeUnit unit = m_present.plan().timeUnit;
    const bool hasOps = opCount(m_block.schedule()) > 0;
    if (made.least && hasOps) {
        m_least->show(fixedTime(*made.least, unit), unitText(unit));
        m_interval->setScale(scaleOf(unit), unitText(unit), std::max<Time>(2 * *made.least, made.interval));
        m_interval->setAmount(made.interval);
    } else {
        m_least->showNone();
    }
    showWords(*m_sentence, made.plan ? QString() : sentenceOf(made.plan.error()));
    if (made.plan) {
        m_plan = *made.plan;
        m_preview.reset(*made.plan);
        m_range.fit();
    }
    m_beginning->setVisible(!hasOps);
    m_lanes->setVisible(hasOps);
    m_replace->setEnabled(made.plan.ok() && hasOps);
    showNumbers();
}

void BlockDialog::showNumbers() {
    const Metrics& metrics = m_preview.analysis().metrics;
    const bool isWhole = m_plan && metrics.period && metrics.bubbleShare();
    for (Figure* figure : {m_period, m_iteration, m_bubble, m_memory})
        figure->showNone();
    m_ranks->clear();
    if (!m_replace->isEnabled())
        return;
    const TimeUnit unit = m_plan->timeUnit;
    if (isWhole) {
        m_period->show(fixedTime(*metrics.period, unit), unitText(unit));
        m_iteration->show(fixedTime(valueOf(metrics, Objective::Iteration), unit), unitText(unit));
        m_bubble->show(decimalText(100 * *metrics.bubbleShare(), 1), QStringLiteral("%"));
    }
    m_memory->show(memoryText(metrics.highestPeak(), m_plan->memoryUnit), unitText(m_plan->memoryUnit));
    QStringList peaks;
    for (const Bytes peak : metrics.peakMemory)
        peaks << memoryText(peak, m_plan->memoryUnit);
    m_ranks->setText(tr("per rank %1").arg(peaks.join(QStringLiteral(", "))));
}

void BlockDialog::finish() {
    if (!m_plan)
        return;
    Q_EMIT accepted(*m_plan, m_interval->amount());
    accept();
}

} // namespace lanewright::app
