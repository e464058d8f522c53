// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/lost_time.h"

#include "app/lanes/painting.h"
#include "app/lanes/theme.h"
#include "app/widgets/controls.h"
#include "app/widgets/layouts.h"
#include "app/widgets/panel_text.h"

#include <QLabel>
#include <QPainter>
#include <QPushButton>

#include <algorithm>
#include <cstdlib>

namespace lanewright::app {

/// Named amounts of time as horizontal bars to one scale.
class LostTimePanel::Bars : public QWidget {
public:
    struct Bar {
        QString name;
        QString value;
        Time amount = 0;
        QColor colour;
    };

    using QWidget::QWidget;

    void show(std::vector<Bar> bars) {
        m_bars = std::move(bars);
        setFixedHeight(static_cast<int>(m_bars.size()) * kRow);
        update();
    }

private:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const int names = 92;
        const int values = fontMetrics().horizontalAdvance(QStringLiteral("−0000.00 ms")) + 8;
        Time most = 1;
        for (const Bar& bar : m_bars)
            most = std::max(most, std::abs(bar.amount));
        for (std::size_t i = 0; i < m_bars.size(); ++i) {
            const Bar& bar = m_bars[i];
            const QRect row(0, static_cast<int>(i) * kRow, width(), kRow);
            painter.setPen(currentTheme().mutedText);
            painter.drawText(row.adjusted(0, 0, names - width(), 0), Qt::AlignLeft | Qt::AlignVCenter, bar.name);
            const double room = std::max(10, width() - names - values);
            const double length =
                std::max(3.0, room * static_cast<double>(std::abs(bar.amount)) / static_cast<double>(most));
            const QRectF box(names, row.center().y() - 6, length, 13);
            // Time that was won is drawn hollow.
            if (bar.amount < 0)
                drawOutline(painter, box, 3, QPen(bar.colour, 1.4));
            else
                fillRounded(painter, box, 3, bar.colour);
            painter.setPen(currentTheme().text);
            painter.drawText(row.adjusted(static_cast<int>(box.right()) + 8, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                             bar.value);
        }
    }

    static constexpr int kRow = 24;
    std::vector<Bar> m_bars;
};

LostTimePanel::LostTimePanel(Document& document, QWidget* parent)
    : QWidget(parent), m_document(document), m_title(named(makeLabel("section", {}, this), "lostTimeTitle")),
      m_note(makeParagraph("caption", {}, this)), m_bars(new Bars(this)),
      m_useCosts(named(makeButton(tr("Use measured costs"), this, this, &LostTimePanel::useCostsRequested),
                       "useMeasuredCosts")),
      m_solve(named(makeButton(tr("Solve again"), this, this, &LostTimePanel::solveRequested),
                    {.tip = tr("Search a better order for the costs that the plan has now.")})),
      m_buttons(makeRow({.between = 8}, {{m_useCosts, 1}, {m_solve, 1}})) {
    for (QPushButton* button : {m_useCosts, m_solve})
        button->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    makeColumn(this, {.between = 6}, {m_title, m_bars, m_note, m_buttons});
    connect(&m_document, &Document::changed, this, &LostTimePanel::refresh);
    connect(&m_document, &Document::runChanged, this, &LostTimePanel::refresh);
    refresh();
}

void LostTimePanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    // Side by side where their words fit; in some languages they are wider than the panel.
    const int first = m_useCosts->sizeHint().width();
    const int second = m_solve->sizeHint().width();
    m_buttons->setStretch(0, first);
    m_buttons->setStretch(1, second);
    m_buttons->setDirection(first + m_buttons->spacing() + second <= width() ? QBoxLayout::LeftToRight
                                                                             : QBoxLayout::TopToBottom);
}

void LostTimePanel::refresh() {
    const StepRecord* measured = m_document.comparedStep();
    const auto run = m_document.run();
    const bool whole = measured && m_document.analysis().stalls.empty() && !m_document.runIsOfAnotherOrder() &&
                       m_document.comparison().lost;
    setVisible(whole);
    if (!whole)
        return;
    const TimeUnit unit = m_document.plan().timeUnit;
    const LostTime& lost = *m_document.comparison().lost;
    m_title->setText(lost.difference >= 0
                         ? tr("Where the %1 went").arg(fixedTimeWithUnit(lost.difference, unit))
                         : tr("Where it was %1 faster than planned").arg(fixedTimeWithUnit(-lost.difference, unit)));
    const Theme& theme = currentTheme();
    std::vector<Bars::Bar> bars;
    const auto add = [&](const QString& name, Time amount, const QColor& colour, bool always) {
        if (always || amount != 0)
            bars.push_back({name, signedTime(amount, unit), amount, colour});
    };
    add(tr("order"), lost.schedule, theme.mutedText, false);
    add(tr("op times"), lost.opTimes, theme.accent, true);
    add(tr("jitter"), lost.jitter, theme.fill(OpKind::B), true);
    add(tr("transfers"), lost.transfers, theme.fill(ActivityKind::Transfer), true);
    add(tr("launch"), lost.launch, theme.fill(OpKind::BW), true);
    m_bars->show(std::move(bars));
    m_bars->setToolTip(tr("<p>What the plan's makespan grows by when one thing more is taken from the run:</p>"
                          "<p><b>order</b>: the order in which ops ran, where it is another.<br>"
                          "<b>op times</b>: the ops of a stage and kind take their median duration.<br>"
                          "<b>jitter</b>: each op takes its own.<br>"
                          "<b>transfers</b>: each link takes the median time that was waited for it.<br>"
                          "<b>launch</b>: what remains, the time between the ops of a rank.</p>"));
    enableUse();
    QString note = tr("Of %1.", "a step").arg(stepText(*run, *measured));
    if (run->paced)
        note += QLatin1Char(' ') + tr("The run was paced: durations are held to the plan.");
    m_note->setText(note);
}

void LostTimePanel::enableUse() {
    const auto run = m_document.run();
    const bool fits = run->plan.schedule.placement == m_document.schedule().placement;
    m_useCosts->setEnabled(fits && !run->paced);
    m_useCosts->setToolTip(run->paced ? tr("The times of a paced run are held to the plan: they say nothing of costs.")
                           : fits     ? tr("Every op and transfer of the plan takes its measured median.")
                                      : tr("The run had its stages on other ranks."));
}

} // namespace lanewright::app
