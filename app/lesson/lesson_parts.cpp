// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/lesson_parts.h"

#include "app/document/plain_text.h"
#include "app/document/translate.h"
#include "app/lanes/painting.h"
#include "app/lanes/term_tips.h"
#include "app/lanes/theme.h"
#include "app/lesson/classroom_size.h"
#include "app/widgets/controls.h"
#include "app/widgets/layouts.h"
#include "core/lesson/lesson_words.h"

#include <QGridLayout>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace lanewright::app {
namespace {

// Pixels in a classroom of usual size.
constexpr int kDotWidth = 26;
constexpr int kDotGap = 9;
constexpr int kDotHeight = 8;
constexpr double kDotsWidth = 630; ///< all of them at most
constexpr int kBarStep = 64;
constexpr int kCardHeight = 112;
constexpr double kGoalBar = 2;

} // namespace

QLabel* makeText(const QString& words, int pixels, bool bold, QWidget* parent) {
    auto* label = plainLabel(words, parent);
    label->setWordWrap(true);
    label->setFont(sized(label->font(), pixels, bold ? QFont::DemiBold : QFont::Normal));
    setTypePixels(*label, pixels);
    return label;
}

void LessonDots::set(const std::vector<bool>& done, const QStringList& titles, int current) {
    m_done = done;
    m_titles = titles;
    m_current = current;
    setAccessibleName(titles.value(current));
    setCursor(Qt::PointingHandCursor);
    updateGeometry();
    update();
}

void LessonDots::setType(double type) {
    m_type = type;
    updateGeometry();
    update();
}

double LessonDots::step() const {
    const auto count = static_cast<double>(std::max<std::size_t>(m_done.size(), 1));
    return std::min<double>(kDotWidth + kDotGap, kDotsWidth / count) * m_type;
}

QSize LessonDots::sizeHint() const {
    return {static_cast<int>(static_cast<double>(m_done.size()) * step()), static_cast<int>(30 * m_type)};
}

int LessonDots::dotAt(QPointF at) const {
    const int dot = static_cast<int>(at.x() / step());
    return at.x() >= 0 && dot < static_cast<int>(m_done.size()) ? dot : -1;
}

bool LessonDots::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const int dot = dotAt(help->pos());
    if (dot >= 0 && dot < m_titles.size())
        QToolTip::showText(help->globalPos(), plainTip(m_titles[dot]), this);
    return true;
}

void LessonDots::mouseReleaseEvent(QMouseEvent* event) {
    if (const int dot = dotAt(event->position()); dot >= 0 && event->button() == Qt::LeftButton)
        Q_EMIT chosen(dot);
}

void LessonDots::paintEvent(QPaintEvent*) {
    const Theme& theme = currentTheme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(m_type, m_type);
    const double top = (height() / m_type - kDotHeight) / 2;
    for (std::size_t dot = 0; dot < m_done.size(); ++dot) {
        const double each = step() / m_type;
        const QRectF rect(static_cast<double>(dot) * each + 3, top, each - kDotGap, kDotHeight);
        const bool current = static_cast<int>(dot) == m_current;
        fillRounded(painter, rect, 4, m_done[dot] ? theme.good : current ? theme.accent : theme.line);
        if (current)
            drawOutline(painter, rect.adjusted(-2.5, -3, 2.5, 3), 6.5, QPen(theme.text, 1.5));
    }
}

ScoreBars::ScoreBars(QWidget* parent) : QWidget(parent) {}

void ScoreBars::show(const std::vector<ScoreLine>& lines, const Lesson& lesson,
                     const std::optional<LessonSolution>& solved) {
    const Plan& problem = lesson.problem;
    m_bars.clear();
    QStringList all;
    for (const ScoreLine& line : lines) {
        const QString best = translated(numberText(line.number, line.best, problem));
        const QString now = line.now ? translated(numberText(line.number, *line.now, problem)) : QStringLiteral("–");
        QString beside = lesson.solution ? tr("teacher %1").arg(best) : tr("goal %1").arg(best);
        if (solved && solved->number == line.number) {
            const QString least = translated(numberText(line.number, solved->bound.value(), problem));
            beside += QStringLiteral(", ") +
                      (solved->optimal ? tr("best possible %1").arg(least) : tr("never below %1").arg(least));
        }
        m_bars.push_back({translated(numberName(line.number)), now, beside, line.share});
        all << tr("%1 %2 (%3)", "a number, its value, what it is measured by")
                   .arg(m_bars.back().name, m_bars.back().value, beside);
    }
    m_text = all.join(QStringLiteral(", "));
    setAccessibleName(tr("Score: %1").arg(m_text));
    setType(m_type);
}

void ScoreBars::setType(double type) {
    m_type = type;
    setFixedHeight(static_cast<int>(std::ceil(static_cast<double>(m_bars.size()) * kBarStep * m_type)));
    update();
}

QString ScoreBars::tipAt(int y) const {
    const auto bar = static_cast<std::size_t>(std::max(0.0, y / (kBarStep * m_type)));
    return bar < m_bars.size() ? termTip(m_bars[bar].name) : QString();
}

bool ScoreBars::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    QToolTip::showText(help->globalPos(), tipAt(help->pos().y()), this);
    return true;
}

void ScoreBars::paintEvent(QPaintEvent*) {
    const Theme& theme = currentTheme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(m_type, m_type);
    const double width = this->width() / m_type;
    double top = 0;
    for (const Bar& bar : m_bars) {
        const QRectF line(0, top, width, 28);
        const bool full = bar.share >= 1;
        drawWords(painter, line, Qt::AlignLeft | Qt::AlignVCenter, bar.name, sized(font(), type::kText), theme.text);
        drawWords(painter, line, Qt::AlignRight | Qt::AlignVCenter,
                  full ? QStringLiteral("✓  ") + bar.value : bar.value, sized(font(), type::kText, QFont::DemiBold),
                  full ? theme.good : theme.text);
        const QRectF track(0, top + 29, width, 7);
        fillRounded(painter, track, 3.5, theme.line);
        if (bar.share > 0)
            fillRounded(painter, QRectF(track.topLeft(), QSizeF(std::max(7.0, track.width() * bar.share), 7)), 3.5,
                        full ? theme.good : theme.fill(OpKind::B));
        drawWords(painter, QRectF(0, top + 37, width, 20), Qt::AlignLeft | Qt::AlignVCenter, bar.beside,
                  sized(font(), type::kSmall), theme.mutedText);
        top += kBarStep;
    }
}

void GoalSign::set(bool reached) {
    m_reached = reached;
    update();
}

void GoalSign::setType(double type) {
    // As high as the line of text beside it.
    const int side = static_cast<int>(std::lround(20 * type));
    setFixedSize(side, side);
}

void GoalSign::paintEvent(QPaintEvent*) {
    const Theme& theme = currentTheme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(width() / 20.0, height() / 20.0);
    if (!m_reached) {
        painter.setPen(QPen(theme.mutedText, 1.6));
        painter.drawEllipse(QPointF(8.5, 11), 5.5, 5.5);
        return;
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.good);
    painter.drawEllipse(QPointF(8.5, 11), 7.5, 7.5);
    painter.setPen(QPen(theme.surface, 2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(QPolygonF{{5, 11.2}, {7.6, 13.8}, {12.2, 8.4}});
}

void GoalList::setAir(int pixels) { m_grid->setVerticalSpacing(pixels); }

void GoalList::setType(double type) {
    m_type = type;
    for (GoalSign* sign : m_signs)
        sign->setType(type);
    scaleType(*this, {.type = type});
}

GoalList::GoalList(QWidget* parent) : QWidget(parent), m_grid(makeGrid(this, {.across = 10, .down = 5})) {
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
        m_signs.push_back(new GoalSign(this));
        m_words.push_back(new TermLabel(type::kText, this));
        connect(m_words.back(), &TermLabel::asked, this, &GoalList::asked);
        m_grid->addWidget(m_signs.back(), row, 0, Qt::AlignTop);
        m_grid->addWidget(m_words.back(), row, 1);
    }
    setType(m_type);
    m_ways.clear();
    for (std::size_t i = 0; i < goals.size(); ++i) {
        const bool reached = goals[i].reached;
        m_ways.push_back(goals[i].progress);
        const QString words = translated(goalText(goals[i].goal, problem));
        m_signs[i]->set(reached);
        SeenTerms seen;
        m_words[i]->show({words.toStdString()}, 0, seen);
        m_words[i]->setAccessibleName(reached ? tr("Reached: %1").arg(words) : tr("Not reached: %1").arg(words));
    }
    update();
}

QRectF GoalList::bar(std::size_t goal) const {
    const double way = m_ways[goal];
    if (way <= 0 || way >= 1)
        return {};
    // In the air below the words, which it moves nowhere.
    const QRectF words = m_words[goal]->geometry();
    return {words.left(), words.bottom() - kGoalBar, words.width() * way, kGoalBar};
}

void GoalList::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    for (std::size_t goal = 0; goal < m_ways.size(); ++goal)
        painter.fillRect(bar(goal), currentTheme().good);
}

SentenceCard::SentenceCard(QWidget* parent)
    : QFrame(parent), m_sentence(makeText({}, type::kSentence, false, this)),
      m_more(named(makeText({}, type::kText, false, this), {.tone = "muted"})) {
    giveNames(*this, {.role = "sentence", .tone = "plain"});
    makeColumn(this, {.margins = {22, 14, 22, 14}, .between = 5}, {m_sentence, m_more, freeRoom()});
    setType(1);
}

void SentenceCard::setType(double type, double tall) {
    m_type = type;
    m_height = static_cast<int>(std::lround(kCardHeight * tall * type));
    fit();
}

void SentenceCard::resizeEvent(QResizeEvent* event) {
    QFrame::resizeEvent(event);
    fit();
}

void SentenceCard::fit() {
    for (const double share : {1.0, 0.92, 0.85, 0.78, 0.7}) {
        scaleType(*this, {.type = m_type * share});
        if (layout()->totalHeightForWidth(width()) <= m_height)
            return setFixedHeight(m_height);
    }
    setFixedHeight(layout()->totalHeightForWidth(width()));
}

void SentenceCard::say(const QString& sentence, const QString& more, const char* tone) {
    const bool isNew = sentence != this->sentence() || more != this->more();
    m_sentence->setText(sentence);
    showWords(*m_more, more);
    setAccessibleName(more.isEmpty() ? sentence : sentence + QLatin1Char(' ') + more);
    if (property("tone").toString() != QLatin1String(tone))
        restyle(*this, "tone", tone);
    if (isNew)
        fit();
}

} // namespace lanewright::app
