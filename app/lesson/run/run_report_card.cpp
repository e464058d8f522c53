// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/run/run_report_card.h"

#include "app/document/numbers.h"
#include "app/document/plain_text.h"
#include "app/document/translate.h"
#include "app/lanes/painting.h"
#include "app/lanes/theme.h"
#include "app/lesson/classroom_size.h"
#include "app/lesson/lesson_parts.h"
#include "app/lesson/lesson_speaker.h"
#include "app/plots/loss_plot.h"
#include "app/widgets/controls.h"
#include "app/widgets/layouts.h"

#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

namespace lanewright::app {
namespace {

// Pixels in a classroom of usual size.
constexpr int kRow = 23;
constexpr int kBar = 8;
constexpr int kCurve = 96;
/// How much larger than in the main window the type of the curve is, in a classroom of usual size.
constexpr double kCurveType = 1.3;
constexpr std::size_t kMostSteps = 6;

} // namespace

/// A bar for the plan and one for each of the last steps, with what they took.
class StepBars : public QWidget {
    Q_DECLARE_TR_FUNCTIONS(StepBars)

public:
    using QWidget::QWidget;

    void show(const RunReport& report, TimeUnit unit) {
        m_bars.clear();
        const auto text = [&](Time time) {
            const Time scale = scaleOf(unit);
            return timeWithUnit(time, unit, report.planned < 10 * scale ? 2 : report.planned < 100 * scale ? 1 : 0);
        };
        if (report.planned > 0)
            m_bars.push_back({tr("Plan"), text(report.planned), report.planned});
        const std::size_t left = report.steps.size() - std::min(kMostSteps, report.steps.size());
        for (std::size_t at = left; at < report.steps.size(); ++at) {
            const RunReport::Step& step = report.steps[at];
            QString value = text(step.took);
            if (report.planned > 0)
                value += QStringLiteral("  ") +
                         changeText(static_cast<double>(step.took) / static_cast<double>(report.planned) - 1);
            m_bars.push_back({tr("Step %1").arg(step.step), value, step.took});
        }
        m_planned = report.planned;
        QStringList all;
        for (const Bar& bar : m_bars)
            all << bar.name + QStringLiteral(": ") + bar.value;
        setAccessibleName(all.join(QStringLiteral(", ")));
        setType(m_type);
    }
    void setType(double type) {
        m_type = type;
        setFixedHeight(static_cast<int>(static_cast<double>(m_bars.size()) * kRow * type) + 2);
        update();
    }

private:
    struct Bar {
        QString name;
        QString value;
        Time took = 0;
    };

    void paintEvent(QPaintEvent*) override {
        const Theme& theme = currentTheme();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.scale(m_type, m_type);
        const QFont small = sized(font(), type::kSmall);
        const QFontMetrics measure(small);
        const auto widest = [&](QString Bar::*words) {
            int most = 0;
            for (const Bar& bar : m_bars)
                most = std::max(most, measure.horizontalAdvance(bar.*words));
            return most;
        };
        const double left = widest(&Bar::name) + 12;
        const double right = width() / m_type - widest(&Bar::value) - 12;
        Time longest = 1;
        for (const Bar& bar : m_bars)
            longest = std::max(longest, bar.took);
        const auto end = [&](Time took) {
            return left + std::max(1.0, right - left) * static_cast<double>(took) / static_cast<double>(longest);
        };
        double top = 0;
        for (const Bar& bar : m_bars) {
            const bool isPlan = m_planned > 0 && top == 0;
            const QRectF line(0, top, width() / m_type, kRow);
            drawWords(painter, line, Qt::AlignLeft | Qt::AlignVCenter, bar.name, small, theme.mutedText);
            drawWords(painter, line, Qt::AlignRight | Qt::AlignVCenter, bar.value, small, theme.text);
            fillRounded(
                painter,
                QRectF(QPointF(left, top + (kRow - kBar) / 2.0), QPointF(end(bar.took), top + (kRow + kBar) / 2.0)), 2,
                isPlan ? theme.mutedText : theme.accent);
            top += kRow;
        }
        if (m_planned > 0)
            painter.fillRect(QRectF(end(m_planned) - 0.75, 3, 1.5, top - 6), theme.text);
    }

    std::vector<Bar> m_bars;
    Time m_planned = 0;
    double m_type = 1;
};

RunReportCard::RunReportCard(QWidget* parent)
    : QFrame(parent), m_trained(makeText({}, type::kText, false, this)), m_pace(makeText({}, type::kText, false, this)),
      m_steps(named(new StepBars(this), "runSteps")), m_loss(makeText({}, type::kText, false, this)),
      m_curve(new LossPlot(this)), m_farthest(named(richLabel(this), "farthest")) {
    giveNames(*this, {.name = "runReport", .role = "report", .spoken = tr("Your run")});
    setTypePixels(*m_farthest, type::kText);
    m_farthest->setWordWrap(true);
    m_farthest->setTextInteractionFlags(Qt::TextBrowserInteraction);
    connect(m_farthest, &QLabel::linkActivated, this, [this](const QString& link) {
        if (const auto at = link.toUInt(); at < m_ops.size())
            Q_EMIT chosen(m_ops[at]);
    });
    QLabel* title = named(makeText(tr("Your run"), type::kSmall, true, this), {.tone = "muted"});
    makeColumn(this, {.margins = {14, 10, 14, 12}, .between = 6},
               {title, m_trained, m_pace, m_steps, m_farthest, m_loss, m_curve});
    hide();
}

void RunReportCard::show(const Message& trained, const RunReport* report, const Plan& plan) {
    setVisible(report != nullptr);
    if (report == nullptr || m_shown == *report)
        return;
    m_shown = *report;
    const TimeUnit unit = plan.timeUnit == TimeUnit::Unit ? TimeUnit::Ms : plan.timeUnit;
    m_trained->setText(spoken({trained}));
    m_pace->setText(spoken(report->pace));
    m_steps->show(*report, unit);
    showWords(*m_loss, spoken(report->loss));
    std::vector<double> losses;
    losses.reserve(report->steps.size());
    for (const RunReport::Step& step : report->steps)
        losses.push_back(step.loss);
    m_curve->show(losses, static_cast<int>(losses.size()));
    m_curve->setVisible(losses.size() > 1);
    m_ops.clear();
    QString links = translated(report->offness).toHtmlEscaped();
    QString plain = translated(report->offness);
    for (const RunReport::Off& off : report->farthest) {
        links +=
            QStringLiteral("<br>• <a href='%1'>%2</a>").arg(m_ops.size()).arg(translated(off.text).toHtmlEscaped());
        plain += QLatin1Char(' ') + translated(off.text) + QLatin1Char('.');
        m_ops.push_back(off.op);
    }
    m_farthest->setText(links);
    m_farthest->setAccessibleName(plain);
    m_farthest->setVisible(!report->farthest.empty());
    m_steps->setVisible(!report->steps.empty());
    QStringList all{m_trained->text(), m_pace->text(), m_steps->accessibleName(), plain, spoken(report->loss)};
    all.removeAll(QString());
    setAccessibleDescription(all.join(QLatin1Char(' ')));
}

void RunReportCard::setSize(const ClassroomSize& size) {
    m_steps->setType(size.type);
    m_curve->setFixedHeight(size.pixels(kCurve));
    QFont font = window()->font();
    font.setPointSizeF(font.pointSizeF() * kCurveType * size.type); // plots scale points
    m_curve->setFont(font);
    scaleType(*this, size);
}

} // namespace lanewright::app
