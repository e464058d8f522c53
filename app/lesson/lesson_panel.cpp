// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/lesson_panel.h"

#include <QAction>
#include <QComboBox>
#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

namespace lanewright {
namespace {

QLabel* makeCaption(const QString& words, QWidget* parent) {
    QLabel* label = makeText(words, 15, true, parent);
    label->setProperty("tone", QStringLiteral("muted"));
    return label;
}

QToolButton* makeButton(QAction* action, const char* name, QWidget* parent) {
    auto* button = new QToolButton(parent);
    button->setObjectName(QLatin1String(name));
    button->setProperty("role", QStringLiteral("lesson"));
    button->setDefaultAction(action);
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    button->setFocusPolicy(Qt::StrongFocus);
    QFont font = button->font();
    font.setPixelSize(16);
    font.setWeight(QFont::DemiBold);
    button->setFont(font);
    button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    return button;
}

} // namespace

LessonPanel::LessonPanel(LessonSession& session, const Actions& actions, QWidget* parent)
    : QWidget(parent), m_session(session) {
    setObjectName(QStringLiteral("lessonPanel"));
    setAttribute(Qt::WA_StyledBackground);
    setFixedWidth(468);
    build(actions);
    connect(&m_session, &LessonSession::changed, this, &LessonPanel::refresh);
    refresh();
}

void LessonPanel::build(const Actions& actions) {
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->setSpacing(0);
    auto* area = new QScrollArea(this);
    area->setAccessibleName(tr("Lesson"));
    area->setObjectName(QStringLiteral("lessonArea"));
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* page = new QWidget(area);
    page->setObjectName(QStringLiteral("lessonPage"));
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(28, 22, 24, 12);
    layout->setSpacing(12);
    layout->addWidget(makeCaption(tr("Goal"), page));
    m_task = makeText({}, 23, true, page);
    layout->addWidget(m_task);
    m_text = makeText({}, 17, false, page);
    layout->addWidget(m_text);
    m_goals = new GoalList(page);
    layout->addWidget(m_goals);
    buildHint(*layout, actions.hint);
    buildOptimizer(*layout);
    m_points = makeCaption({}, page);
    layout->addWidget(m_points);
    m_score = new ScoreBars(page);
    layout->addWidget(m_score);
    layout->addStretch(1);
    area->setWidget(page);
    outer->addWidget(area, 1);
    buildButtons(*outer, actions);
}

void LessonPanel::buildHint(QVBoxLayout& layout, QAction* action) {
    m_hintCard = new QFrame(this);
    m_hintCard->setProperty("role", QStringLiteral("hint"));
    auto* inner = new QVBoxLayout(m_hintCard);
    inner->setContentsMargins(16, 12, 16, 12);
    inner->setSpacing(6);
    m_hintTitle = makeText({}, 15, true, m_hintCard);
    m_hintTitle->setProperty("tone", QStringLiteral("accent"));
    m_hint = makeText({}, 17, false, m_hintCard);
    inner->addWidget(m_hintTitle);
    inner->addWidget(m_hint);
    layout.addWidget(m_hintCard);
    QToolButton* button = makeButton(action, "hint", this);
    layout.addWidget(button);
}

void LessonPanel::buildOptimizer(QVBoxLayout& layout) {
    m_optimizerRow = new QWidget(this);
    auto* inner = new QVBoxLayout(m_optimizerRow);
    inner->setContentsMargins(0, 0, 0, 0);
    inner->setSpacing(6);
    QLabel* caption = makeCaption(tr("When the ranks step"), m_optimizerRow);
    m_optimizer = new QComboBox(m_optimizerRow);
    m_optimizer->setObjectName(QStringLiteral("optimizer"));
    m_optimizer->addItem(tr("Synchronous: all together"), static_cast<int>(OptimizerMode::Synchronous));
    m_optimizer->addItem(tr("Post-validated: each at once"), static_cast<int>(OptimizerMode::PostValidated));
    QFont font = m_optimizer->font();
    font.setPixelSize(17);
    m_optimizer->setFont(font);
    caption->setBuddy(m_optimizer);
    inner->addWidget(caption);
    inner->addWidget(m_optimizer);
    layout.addWidget(m_optimizerRow);
    connect(m_optimizer, &QComboBox::currentIndexChanged, this, [this](int index) {
        m_session.setOptimizer(static_cast<OptimizerMode>(m_optimizer->itemData(index).toInt()));
    });
}

void LessonPanel::buildButtons(QVBoxLayout& layout, const Actions& actions) {
    auto* row = new QHBoxLayout;
    row->setContentsMargins(24, 10, 20, 24);
    row->setSpacing(10);
    row->addWidget(makeButton(actions.run, "primary", this));
    row->addWidget(makeButton(actions.answer, "answer", this));
    layout.addLayout(row);
}

QString LessonPanel::hintText() const { return m_hintCard->isHidden() ? QString() : m_hint->text(); }

void LessonPanel::refresh() {
    const Lesson& lesson = m_session.lesson();
    m_task->setText(QString::fromStdString(lesson.task));
    QStringList paragraphs;
    for (const std::string& paragraph : lesson.text)
        paragraphs << QString::fromStdString(paragraph);
    m_text->setText(paragraphs.join(QStringLiteral("\n\n")));
    m_goals->show(m_session.verdict().goals, lesson.problem);
    m_points->setText(tr("Score: %1 of 100").arg(m_session.verdict().points));
    m_score->show(m_session.verdict().score, lesson.problem);
    m_optimizerRow->setVisible(lesson.allows(LessonEdit::Optimizer));
    const QSignalBlocker quiet(m_optimizer);
    m_optimizer->setCurrentIndex(m_optimizer->findData(static_cast<int>(m_session.optimizer())));
    refreshHint();
}

void LessonPanel::refreshHint() {
    const int shown = m_session.hintsShown();
    m_hintCard->setVisible(shown > 0);
    if (shown == 0)
        return;
    m_hintTitle->setText(tr("Hint %1 of %2").arg(shown).arg(m_session.hintCount()));
    m_hint->setText(QString::fromStdString(m_session.lesson().hints[static_cast<std::size_t>(shown) - 1]));
}

} // namespace lanewright
