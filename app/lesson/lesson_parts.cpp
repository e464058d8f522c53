// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/lesson_parts.h"

#include "app/lesson/lesson_words.h"
#include "app/timeline/theme.h"

#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QStringList>
#include <QStyle>
#include <QVBoxLayout>

#include <algorithm>

namespace lanewright {
namespace {

constexpr int kDotWidth = 26;
constexpr int kDotGap = 9;
constexpr int kBarStep = 52;

QFont sized(const QFont& font, int pixels, QFont::Weight weight) {
    QFont result = font;
    result.setPixelSize(pixels);
    result.setWeight(weight);
    return result;
}

} // namespace

QLabel* makeText(const QString& words, int pixels, bool bold, QWidget* parent) {
    auto* label = new QLabel(words, parent);
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setFont(sized(label->font(), pixels, bold ? QFont::DemiBold : QFont::Normal));
    return label;
}

void LessonDots::set(const std::vector<bool>& done, int current) {
    m_done = done;
    m_current = current;
    setAccessibleName(tr("Lesson %1 of %2").arg(current + 1).arg(done.size()));
    updateGeometry();
    update();
}

QSize LessonDots::sizeHint() const { return {static_cast<int>(m_done.size()) * (kDotWidth + kDotGap), 12}; }

void LessonDots::paintEvent(QPaintEvent*) {
    const Theme& theme = currentTheme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    const double top = (height() - 8) / 2.0;
    for (std::size_t dot = 0; dot < m_done.size(); ++dot) {
        const QRectF rect(static_cast<double>(dot) * (kDotWidth + kDotGap), top, kDotWidth, 8);
        const bool current = static_cast<int>(dot) == m_current;
        painter.setBrush(m_done[dot] ? theme.good : current ? theme.accent : theme.line);
        painter.drawRoundedRect(rect, 4, 4);
        if (!current)
            continue;
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.text, 1.5));
        painter.drawRoundedRect(rect.adjusted(-2, -2.5, 2, 2.5), 6, 6);
        painter.setPen(Qt::NoPen);
    }
}

ScoreBars::ScoreBars(QWidget* parent) : QWidget(parent) {}

void ScoreBars::show(const std::vector<ScoreLine>& lines, const Plan& problem) {
    m_bars.clear();
    QStringList all;
    for (const ScoreLine& line : lines) {
        const QString best = numberText(line.number, line.best, problem);
        const QString now = line.now ? numberText(line.number, *line.now, problem) : QStringLiteral("–");
        m_bars.push_back(
            {numberName(line.number), tr("%1 → %2", "a number now and its best").arg(now, best), line.share});
        all << QStringLiteral("%1 %2").arg(m_bars.back().name, m_bars.back().value);
    }
    m_text = all.join(QStringLiteral(", "));
    setAccessibleName(tr("Score: %1").arg(m_text));
    setFixedHeight(static_cast<int>(m_bars.size()) * kBarStep);
    update();
}

void ScoreBars::paintEvent(QPaintEvent*) {
    const Theme& theme = currentTheme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    double top = 0;
    for (const Bar& bar : m_bars) {
        const QRectF line(0, top, width(), 28);
        const bool full = bar.share >= 1;
        painter.setFont(sized(font(), 17, QFont::Normal));
        painter.setPen(theme.text);
        painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, bar.name);
        painter.setFont(sized(font(), 17, QFont::DemiBold));
        painter.setPen(full ? theme.good : theme.text);
        painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, full ? QStringLiteral("✓  ") + bar.value : bar.value);
        const QRectF track(0, top + 32, width(), 7);
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.line);
        painter.drawRoundedRect(track, 3.5, 3.5);
        painter.setBrush(full ? theme.good : theme.fill(OpKind::B));
        if (bar.share > 0)
            painter.drawRoundedRect(QRectF(track.topLeft(), QSizeF(std::max(7.0, track.width() * bar.share), 7)), 3.5,
                                    3.5);
        top += kBarStep;
    }
}

GoalList::GoalList(QWidget* parent) : QWidget(parent), m_grid(new QGridLayout(this)) {
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(10);
    m_grid->setVerticalSpacing(5);
    m_grid->setColumnStretch(1, 1);
}

void GoalList::show(const std::vector<GoalState>& goals, const Plan& problem) {
    while (m_signs.size() > goals.size()) {
        delete m_signs.back();
        delete m_words.back();
        m_signs.pop_back();
        m_words.pop_back();
    }
    while (m_signs.size() < goals.size()) {
        const int row = static_cast<int>(m_signs.size());
        m_signs.push_back(makeText({}, 17, true, this));
        m_words.push_back(makeText({}, 16, false, this));
        m_signs.back()->setFixedWidth(20);
        m_grid->addWidget(m_signs.back(), row, 0, Qt::AlignTop);
        m_grid->addWidget(m_words.back(), row, 1);
    }
    for (std::size_t i = 0; i < goals.size(); ++i) {
        const bool reached = goals[i].reached;
        const QString words = goalWords(goals[i].goal, problem);
        m_signs[i]->setText(reached ? QStringLiteral("✓") : QStringLiteral("○"));
        m_signs[i]->setProperty("tone", reached ? QStringLiteral("good") : QStringLiteral("muted"));
        m_signs[i]->style()->unpolish(m_signs[i]);
        m_signs[i]->style()->polish(m_signs[i]);
        m_words[i]->setText(words);
        m_words[i]->setAccessibleName(reached ? tr("Reached: %1").arg(words) : tr("Not reached: %1").arg(words));
    }
}

SentenceCard::SentenceCard(QWidget* parent)
    : QFrame(parent), m_sentence(makeText({}, 20, false, this)), m_more(makeText({}, 17, false, this)) {
    setProperty("role", QStringLiteral("sentence"));
    setProperty("tone", QStringLiteral("plain"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(22, 14, 22, 14);
    layout->setSpacing(5);
    layout->addWidget(m_sentence);
    layout->addWidget(m_more);
    layout->addStretch(1);
    m_more->setProperty("tone", QStringLiteral("muted"));
    setFixedHeight(96);
}

void SentenceCard::say(const QString& sentence, const QString& more, const QString& tone) {
    m_sentence->setText(sentence);
    m_more->setText(more);
    m_more->setVisible(!more.isEmpty());
    setAccessibleName(more.isEmpty() ? sentence : sentence + QLatin1Char(' ') + more);
    if (property("tone").toString() == tone)
        return;
    setProperty("tone", tone);
    style()->unpolish(this);
    style()->polish(this);
}

QString SentenceCard::sentence() const { return m_sentence->text(); }

QString SentenceCard::more() const { return m_more->text(); }

} // namespace lanewright
