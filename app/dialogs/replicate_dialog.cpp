// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dialogs/replicate_dialog.h"

#include "app/document/plain_text.h"
#include "app/widgets/controls.h"
#include "app/widgets/figure.h"
#include "app/widgets/layouts.h"
#include "app/widgets/panel_text.h"
#include "core/edit/replicate.h"
#include "core/model/limits.h"

#include <QDialogButtonBox>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lanewright::app {
namespace {

constexpr int kColumns = 3;
constexpr int kNumberWidth = 230; ///< a number with its unit and what it is now

template <typename T>
T largest(const std::vector<T>& list) {
    return list.empty() ? T{} : *std::ranges::max_element(list);
}

QString number(std::int64_t value) { return QString::number(value); }

} // namespace

ReplicateDialog::ReplicateDialog(const Document& present, QWidget* parent)
    : QDialog(parent), m_present(present), m_count(makeSpin(2, kMaxRanks, this)), m_sentence(makeFailure(this)) {
    setWindowTitle(tr("Replicate the pipeline"));
    setObjectName(QStringLiteral("replicateDialog"));
    auto* words = makeParagraph("body",
                                tr("Data parallelism: the pipeline stands several times side by side, each replica "
                                   "with ranks and microbatches of its own. Before the optimizer's step all copies of "
                                   "a stage add their gradients."),
                                this);
    named(m_count, {.name = "replicas", .spoken = tr("Replicas")});
    auto* label = plainLabel(tr("&Replicas"), this);
    label->setBuddy(m_count);
    const auto [buttons, replicate] = makeDialogButtons(tr("Replicate"), this);
    m_replicate = replicate;
    connect(buttons, &QDialogButtonBox::accepted, this, &ReplicateDialog::finish);
    makeColumn(this, {.margins = kDialogMargins, .between = 14},
               {words, makeRow({}, {label, m_count, freeRoom()}), buildNumbers(), m_sentence, freeRoom(), buttons});
    whenChanged({m_count}, this, &ReplicateDialog::changed);
    m_count->setFocus();
    changed();
}

void ReplicateDialog::keyPressEvent(QKeyEvent* event) {
    // The field says its number anew at Enter, so the preview is made again and the button is off.
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (isEnter && m_count->hasFocus() && !m_plan)
        m_awaited = true;
    else
        QDialog::keyPressEvent(event);
}

void ReplicateDialog::finish() {
    if (!m_plan)
        return;
    Q_EMIT accepted(*m_plan, m_count->value());
    accept();
}

QWidget* ReplicateDialog::buildNumbers() {
    auto* box = new QWidget(this);
    QGridLayout* grid = makeGrid(box, {.across = 20, .down = 10});
    const auto add = [&](const QString& name, const char* key) {
        auto* figure = named(new Figure(name, key, box), key);
        const int place = grid->count();
        grid->addWidget(figure, place / kColumns, place % kColumns);
        grid->setColumnMinimumWidth(place % kColumns, kNumberWidth);
        return figure;
    };
    m_ranks = add(tr("Ranks"), "ranks");
    m_ranks->explain(tr("Devices that all replicas take together."));
    m_microbatches = add(tr("Microbatches"), "microbatches");
    m_microbatches->explain(tr("Of all replicas together, in one iteration."));
    m_makespan = add(tr("Makespan"), "makespan");
    m_throughput = add(tr("Throughput"), "throughput");
    m_memory = add(tr("Peak memory"), "peak_memory");
    m_copies = add(tr("Copies of a stage"), "parameter_copies");
    return box;
}

void ReplicateDialog::changed() {
    m_plan.reset();
    m_replicate->setEnabled(false);
    m_latest.ask(
        [plan = m_present.sharedPlan(), replicas = m_count->value()](const std::stop_token&) {
            Made made{.plan = replicate(*plan, replicas)};
            if (made.plan)
                made.analysis = analyse(*made.plan);
            return made;
        },
        [this](const Made& made) { show(made); });
}

void ReplicateDialog::show(const Made& made) {
    showWords(*m_sentence, made.plan ? QString() : sentenceOf(made.plan.error()));
    m_replicate->setEnabled(made.plan.ok());
    if (made.plan) {
        m_plan = *made.plan;
        showNumbers(made.analysis);
    } else {
        for (Figure* figure : {m_ranks, m_microbatches, m_makespan, m_throughput, m_memory, m_copies})
            figure->showNone();
    }
    if (std::exchange(m_awaited, false))
        finish();
}

void ReplicateDialog::showNumbers(const Analysis& then) {
    const Plan& present = m_present.plan();
    const Metrics& now = m_present.analysis().metrics;
    const auto note = [&](const QString& unit, const QString& before) {
        return tr("%1  now %2", "a unit, and what a number is at present").arg(unit, before).trimmed();
    };
    const auto perSecond = [](const Metrics& metrics) {
        const std::optional<double>& rate = metrics.microbatchesPerSecond;
        return rate ? QLocale().toString(*rate, 'g', 4) : QStringLiteral("–");
    };
    m_ranks->show(number(m_plan->schedule.ranks()), note({}, number(present.schedule.ranks())));
    m_microbatches->show(number(m_plan->schedule.microbatches), note({}, number(present.schedule.microbatches)));
    m_makespan->show(fixedTime(then.metrics.makespan, present.timeUnit),
                     note(unitText(present.timeUnit), fixedTime(now.makespan, present.timeUnit)));
    m_throughput->show(perSecond(then.metrics),
                       then.metrics.microbatchesPerSecond ? note(tr("microbatches/s"), perSecond(now)) : QString());
    m_memory->show(memoryText(largest(then.metrics.peakMemory), present.memoryUnit),
                   note(unitText(present.memoryUnit), memoryText(largest(now.peakMemory), present.memoryUnit)));
    m_copies->show(number(largest(then.metrics.parameterCopies)), note({}, number(largest(now.parameterCopies))));
}

} // namespace lanewright::app
