// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/planner/what_if_panel.h"

#include "app/document/plain_text.h"
#include "app/planner/planner_text.h"
#include "app/widgets/chooser.h"
#include "app/widgets/controls.h"
#include "app/widgets/layouts.h"
#include "app/widgets/panel_text.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QSlider>

#include <algorithm>
#include <cmath>

namespace lanewright::app {

namespace {

constexpr int kWhatIfRestMs = 500;
constexpr int kWhatIfSliderHeight = 22;
constexpr int kMostMicrobatches = 256;
constexpr int kLetters = 5;      ///< that a box of choices shows at least
constexpr int kPercentSteps = 5; ///< one step of a slider

double factorOf(int steps) { return steps * kPercentSteps / 100.0; }
QString timesText(int steps) { return QStringLiteral("× %1").arg(decimalText(factorOf(steps), 2)); }

} // namespace

WhatIfPanel::WhatIfPanel(PlannerDocument& planner, QWidget* parent) : QWidget(parent), m_planner(planner) {
    build();
    setUpOnce(m_rest, kWhatIfRestMs, this, &WhatIfPanel::rested);
    for (QSlider* slider : {m_microbatches, m_slowness, m_width})
        connect(slider, &QSlider::valueChanged, this, &WhatIfPanel::ask);
    whenChanged({m_slowDevice, m_wire, m_lost, m_context, m_batch, m_recompute}, this, &WhatIfPanel::ask);
    connect(&m_planner, &PlannerDocument::opened, this, &WhatIfPanel::refill);
    connect(&m_planner, &PlannerDocument::problemChanged, this, &WhatIfPanel::refreshAnswer);
    connect(&m_planner, &PlannerDocument::shownChanged, this, &WhatIfPanel::refreshAnswer);
    connect(&m_planner, &PlannerDocument::searchChanged, this, &WhatIfPanel::refreshAnswer);
    refill();
}

void WhatIfPanel::build() {
    m_slowDevice = named(makeChooser(kLetters, this), "slowDevice");
    m_wire = named(makeChooser(kLetters, this), "wire");
    m_answer = named(makeParagraph(nullptr, {}, this), {.name = "answer", .tone = "muted"});
    m_reset = makeButton(tr("Back to the plan"), this, this, [this] {
        m_planner.ask({});
        refill();
        m_rest.start();
    });
    m_show = makeButton(tr("Show the new plan"), this, this, [this] {
        if (m_planner.found())
            m_planner.apply(tr("Show the plan for the question"), m_planner.found()->best.partition);
    });
    QGridLayout* grid = makeGrid(this, {.across = 10, .down = 6});
    grid->setColumnStretch(1, 1);
    grid->setColumnStretch(2, 1);
    grid->addWidget(makeLabel("section", tr("What if …"), this), 0, 0, 1, 4);
    addSliders(*grid);
    addChoosers(*grid);
    grid->addWidget(m_answer, 8, 0, 1, 4);
    grid->addLayout(makeRow({.between = 8}, {m_show, m_reset, freeRoom()}), 9, 0, 1, 4);
}

void WhatIfPanel::addSliders(QGridLayout& grid) {
    m_microbatches = addSlider(grid, 1, "microbatches", tr("Microbatches"), nullptr,
                               [](int count) { return QString::number(count); });
    m_microbatches->setRange(1, kMostMicrobatches);
    m_slowness = addSlider(grid, 2, "slowness", tr("Slow device"), m_slowDevice, timesText);
    m_slowness->setRange(100 / kPercentSteps, 400 / kPercentSteps);
    m_slowness->setToolTip(tr("How many times as long the device takes."));
    m_width = addSlider(grid, 3, "width", tr("Slower link"), m_wire, timesText);
    m_width->setRange(1, 100 / kPercentSteps);
    m_width->setInvertedAppearance(true);
    m_width->setInvertedControls(true);
    m_width->setToolTip(tr("How many times its bandwidth the link has."));
}

void WhatIfPanel::addChoosers(QGridLayout& grid) {
    m_lost = addChooser(grid, 4, tr("Lost device"), {.name = "lostDevice", .spoken = tr("Lost device")});
    m_recompute = addChooser(grid, 5, tr("Recompute"),
                             {.name = "recompute",
                              .spoken = tr("Recompute"),
                              .tip = tr("Whether stages keep their input alone and compute the rest again before B.")});
    m_context = addChooser(grid, 6, tr("Context, samples"),
                           {.name = "context", .spoken = tr("Context"), .tip = tr("Tokens of a sample of a GPT.")});
    m_batch =
        named(makeChooser(kLetters, this),
              {.name = "samples",
               .spoken = tr("Samples"),
               .tip = tr("Samples of a microbatch; there are as many microbatches less as keep those of an iteration, "
                         "and the memory stays what it is.")});
    grid.addWidget(m_batch, 6, 2, 1, 2);
}

QSlider* WhatIfPanel::addSlider(QGridLayout& grid, int row, const char* name, const QString& words, QComboBox* chooser,
                                QString (*say)(int value)) {
    QLabel* label = plainLabel(words, this);
    auto* slider = named(new QSlider(Qt::Horizontal, this), {.name = name, .spoken = words});
    QLabel* value = plainLabel(say(slider->value()), this);
    value->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    value->setMinimumWidth(value->fontMetrics().horizontalAdvance(timesText(400 / kPercentSteps) + QLatin1Char('0')));
    slider->setMinimumHeight(kWhatIfSliderHeight);
    grid.addWidget(label, row, 0);
    grid.addWidget(slider, row, chooser ? 2 : 1, 1, chooser ? 1 : 2);
    grid.addWidget(value, row, 3);
    if (chooser)
        grid.addWidget(named(chooser, {.spoken = words}), row, 1);
    connect(slider, &QSlider::valueChanged, value, [value, say](int now) { value->setText(say(now)); });
    return slider;
}

QComboBox* WhatIfPanel::addChooser(QGridLayout& grid, int row, const QString& words, const Naming& naming) {
    QComboBox* box = named(makeChooser(kLetters, this), naming);
    grid.addWidget(plainLabel(words, this), row, 0);
    grid.addWidget(box, row, 1);
    return box;
}

/// Choices that only a GPT has, around what its file says.
void WhatIfPanel::refillShape() {
    const std::optional<GptShape>& shape = m_planner.base().model().shape;
    const auto fill = [&](QComboBox& box, int now) {
        box.clear();
        box.setEnabled(shape.has_value());
        if (!shape)
            return box.addItem(QStringLiteral("–"), 0);
        for (int factor = 1; factor <= 8; factor *= 2)
            box.addItem(QString::number(now * factor), factor == 1 ? 0 : now * factor);
    };
    fill(*m_context, shape ? shape->gpt.context : 0);
    fill(*m_batch, shape ? shape->gpt.batch : 0);
    m_recompute->clear();
    withChoices(m_recompute, {{tr("never"), Recompute::Never},
                              {tr("always"), Recompute::Always},
                              {tr("where it helps"), Recompute::Choose}});
    choose(m_recompute, m_planner.base().model().recompute);
}

void WhatIfPanel::refill() {
    const PlannerProblem& base = m_planner.base();
    const Cluster& cluster = base.cluster();
    m_filling = true;
    m_slowDevice->clear();
    m_wire->clear();
    m_lost->clear();
    m_lost->addItem(tr("none"), QString());
    for (const Device& device : cluster.devices) {
        m_slowDevice->addItem(plainLine(device.name), toQt(device.name));
        m_lost->addItem(plainLine(device.name), toQt(device.name));
    }
    for (std::size_t wire = 0; wire < cluster.wires.size(); ++wire)
        m_wire->addItem(wireName(cluster, cluster.wires[wire]), static_cast<int>(wire));
    // Links that are shared are what people ask about first.
    const auto shared = std::ranges::find(cluster.wires, true, &Wire::shared);
    if (shared != cluster.wires.end())
        m_wire->setCurrentIndex(static_cast<int>(shared - cluster.wires.begin()));
    m_microbatches->setValue(base.model().microbatches);
    refillShape();
    m_slowness->setValue(m_slowness->minimum());
    m_width->setValue(m_width->maximum());
    showAsked();
    m_filling = false;
    refreshAnswer();
}

void WhatIfPanel::showAsked() {
    const Questions& asked = m_planner.questions();
    const auto chooseKnown = [](QComboBox& box, const QVariant& wanted) {
        if (const int index = box.findData(wanted); index >= 0)
            box.setCurrentIndex(index);
    };
    const auto steps = [](double factor) { return static_cast<int>(std::lround(factor * 100 / kPercentSteps)); };
    if (asked.microbatches > 0)
        m_microbatches->setValue(asked.microbatches);
    if (!asked.slowDevice.empty()) {
        chooseKnown(*m_slowDevice, toQt(asked.slowDevice));
        m_slowness->setValue(steps(asked.slowFactor));
    }
    if (asked.wire >= 0) {
        chooseKnown(*m_wire, asked.wire);
        m_width->setValue(steps(asked.wireFactor));
    }
    chooseKnown(*m_lost, toQt(asked.lostDevice));
    chooseKnown(*m_context, asked.context);
    chooseKnown(*m_batch, asked.batch);
    if (asked.recompute)
        chooseKnown(*m_recompute, static_cast<int>(*asked.recompute));
}

void WhatIfPanel::ask() {
    if (m_filling)
        return;
    Questions questions;
    if (m_microbatches->value() != std::min(kMostMicrobatches, m_planner.base().model().microbatches))
        questions.microbatches = m_microbatches->value();
    if (m_slowness->value() > m_slowness->minimum()) {
        questions.slowDevice = m_slowDevice->currentData().toString().toStdString();
        questions.slowFactor = factorOf(m_slowness->value());
    }
    if (m_width->value() < m_width->maximum()) {
        questions.wire = m_wire->currentData().toInt();
        questions.wireFactor = factorOf(m_width->value());
    }
    questions.lostDevice = m_lost->currentData().toString().toStdString();
    questions.context = m_context->currentData().toInt();
    questions.batch = m_batch->currentData().toInt();
    const auto recompute = chosen<Recompute>(m_recompute);
    if (recompute != m_planner.base().model().recompute)
        questions.recompute = recompute;
    if (questions == m_planner.questions())
        return;
    m_planner.ask(questions);
    m_rest.start();
}

void WhatIfPanel::refreshAnswer() {
    const bool asks = !m_planner.questions().asksNothing();
    m_reset->setEnabled(asks);
    const std::optional<Candidate>& shown = m_planner.shown();
    const std::optional<Candidate>& before = m_planner.unasked();
    QStringList lines;
    if (asks && shown && before)
        lines << tr("This plan takes %1 instead of %2 (%3).")
                     .arg(iterationText(shown->iterationTime), iterationText(before->iterationTime),
                          changeText(shareOver(before->iterationTime, shown->iterationTime), 0));
    else if (asks && !m_planner.trouble().isEmpty())
        lines << m_planner.trouble();
    const bool better =
        asks && m_planner.found() && shown && m_planner.found()->best.iterationTime < shown->iterationTime;
    if (better)
        lines << tr("Planned anew: %1.").arg(iterationText(m_planner.found()->best.iterationTime));
    else if (asks && m_planner.found() && shown && !m_planner.isSearching())
        lines << tr("Nothing better was found for this.");
    if (!asks)
        lines << tr("Move a slider: the plan follows, and another is searched.");
    m_answer->setText(lines.join(QLatin1Char(' ')));
    m_show->setEnabled(better);
}

} // namespace lanewright::app
