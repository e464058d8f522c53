// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/lesson_panel.h"

#include "app/document/plain_text.h"
#include "app/document/translate.h"
#include "app/widgets/chooser.h"
#include "app/widgets/controls.h"
#include "app/widgets/layouts.h"
#include "core/lesson/lesson_words.h"

#include <QAction>
#include <QComboBox>
#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <string>
#include <utility>

namespace lanewright::app {
namespace {

constexpr int kFocusFrame = 2; ///< pixels, as in the style sheet: where the keyboard scrolls the text

/// Below this size of type the panel has no air to spare.
constexpr double kTight = 0.9;

QLabel* makeCaption(const QString& words, QWidget* parent) {
    return named(makeText(words, type::kSmall, true, parent), {.tone = "muted"});
}

QToolButton* makeButton(QAction* action, const char* name, QWidget* parent) {
    auto* button = named(new QToolButton(parent), {.name = name, .role = "lesson"});
    button->setDefaultAction(action);
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    button->setFocusPolicy(Qt::StrongFocus);
    QFont font = button->font();
    font.setWeight(QFont::DemiBold);
    button->setFont(font);
    setTypePixels(*button, type::kText);
    return button;
}

} // namespace

LessonPanel::LessonPanel(LessonSession& session, const Actions& actions, QWidget* parent)
    : QWidget(parent), m_session(session) {
    setObjectName(QStringLiteral("lessonPanel"));
    setAttribute(Qt::WA_StyledBackground);
    build(actions);
    setSize({});
    connect(&m_session, &LessonSession::changed, this, &LessonPanel::refresh);
    connect(&m_session, &LessonSession::bestChanged, this, &LessonPanel::refresh);
    connect(&m_session, &LessonSession::usedChanged, this, &LessonPanel::refreshUsed);
    refresh();
}

void LessonPanel::build(const Actions& actions) {
    m_area = named(new QScrollArea(this), {.name = "lessonArea", .spoken = tr("Lesson")});
    m_area->setWidgetResizable(true);
    m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* page = named(new QWidget(m_area), "lessonPage");
    m_caption = makeCaption(tr("Goal"), page);
    m_task = makeText({}, type::kTask, true, page);
    m_text = named(new TermLabel(type::kText, page), "lessonText");
    m_goals = named(new GoalList(page), "goals");
    m_remake = new RemakeBox(page);
    makeHint(actions.hint);
    makeOptimizer();
    m_points = makeCaption({}, page);
    m_score = new ScoreBars(page);
    m_used = named(makeText({}, type::kSmall, false, page), {.tone = "muted"});
    m_report = new RunReportCard(page);
    m_page = makeColumn(page, {},
                        {m_caption, m_task, m_text, m_goals, m_remake, m_hintCard, m_optimizerRow, m_points, m_score,
                         m_used, m_report, freeRoom()});
    m_area->setWidget(page);
    connect(m_text, &TermLabel::asked, this, &LessonPanel::asked);
    connect(m_goals, &GoalList::asked, this, &LessonPanel::asked);
    m_buttons = makeRow({}, {});
    m_run = makeButton(actions.run, "primary", this);
    for (QToolButton* button : {m_run, makeButton(actions.answer, "answer", this)}) {
        button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        m_buttons->addWidget(button);
    }
    makeColumn(this, {.margins = {0, 0, 1, 0}, .between = 0}, {{m_area, 1}, m_buttons});
}

void LessonPanel::makeHint(QAction* action) {
    m_hintCard = named(new QFrame(this), {.role = "hint"});
    m_hintTitle = named(makeText({}, type::kSmall, true, m_hintCard), {.tone = "accent"});
    m_hintTitle->setWordWrap(false);
    QToolButton* next = makeButton(action, "hint", m_hintCard);
    m_hint = new TermLabel(type::kText, m_hintCard);
    connect(m_hint, &TermLabel::asked, this, &LessonPanel::asked);
    makeColumn(m_hintCard, {.margins = {16, 8, 10, 10}, .between = 4}, {makeRow({}, {{m_hintTitle, 1}, next}), m_hint});
}

void LessonPanel::makeOptimizer() {
    m_optimizerRow = new QWidget(this);
    QLabel* caption = makeCaption(tr("When the ranks step"), m_optimizerRow);
    m_optimizer = withChoices(named(new QComboBox(m_optimizerRow), "optimizer"),
                              {{tr("Synchronous: all together"), OptimizerMode::Synchronous},
                               {tr("Post-validated: each at once"), OptimizerMode::PostValidated}});
    setTypePixels(*m_optimizer, type::kText);
    caption->setBuddy(m_optimizer);
    makeColumn(m_optimizerRow, {.between = 6}, {caption, m_optimizer});
    connect(m_optimizer, &QComboBox::currentIndexChanged, this,
            [this] { m_session.setOptimizer(chosen<OptimizerMode>(m_optimizer)); });
}

void LessonPanel::toTop() {
    m_toSee = nullptr;
    m_area->verticalScrollBar()->setValue(0);
}

void LessonPanel::setSize(const ClassroomSize& size) {
    m_size = size;
    setFixedWidth(size.panelWidth);
    // Where type can't get smaller, air goes, so that goal, explanation and goal lines are seen at once.
    const bool isTight = size.type < kTight;
    m_caption->setVisible(!isTight);
    const auto air = [&](int roomy, int tight) { return size.pixels(isTight ? tight : roomy); };
    m_page->setContentsMargins(size.pixels(28) - kFocusFrame, air(20, 10) - kFocusFrame, air(24, 16) - kFocusFrame,
                               air(12, 4) - kFocusFrame);
    m_page->setSpacing(air(12, 8));
    m_goals->setAir(air(5, 1));
    m_buttons->setContentsMargins(size.pixels(24), air(10, 6), size.pixels(20), air(20, 10));
    m_buttons->setSpacing(size.pixels(10));
    m_score->setType(size.type);
    m_goals->setType(size.type);
    m_report->setSize(size);
    scaleType(*this, size);
    int wanted = 0;
    for (const QToolButton* button : findChildren<QToolButton*>(QString(), Qt::FindDirectChildrenOnly))
        wanted += button->sizeHint().width() + m_buttons->spacing();
    const bool beside = wanted + size.pixels(44) <= size.panelWidth;
    m_buttons->setDirection(beside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    refresh();
}

QString LessonPanel::hintText() const {
    const int shown = m_session.work().hintsShown();
    return shown == 0 ? QString() : plainParagraphs(m_session.lesson().hints[static_cast<std::size_t>(shown) - 1]);
}

void LessonPanel::refresh() {
    const Lesson& lesson = m_session.lesson();
    m_task->setText(plainParagraphs(lesson.task));
    SeenTerms seen;
    m_text->show(lesson.text, m_size.pixels(m_size.type < kTight ? 6 : 9), seen);
    const Assessment& now = m_session.work().assessment();
    m_goals->show(now.goals, lesson.problem);
    const std::vector<ScoreLine>& score = now.score;
    const bool counts = std::ranges::any_of(score, [](const ScoreLine& line) { return line.now.has_value(); });
    m_points->setText(score.empty() || counts ? tr("Score: %1 of 100").arg(now.points)
                                              : tr("Score: counts once every op runs"));
    m_score->show(score, lesson, m_session.best());
    m_remake->show(lesson, m_session.document().plan());
    m_optimizerRow->setVisible(lesson.allows(LessonEdit::Optimizer));
    const QSignalBlocker quiet(m_optimizer);
    choose(m_optimizer, m_session.work().optimizer());
    refreshHint();
    refreshUsed();
}

void LessonPanel::refreshUsed() { m_used->setText(translated(lanewright::usedText(m_session.work().used()))); }

void LessonPanel::refreshHint() {
    const int shown = m_session.work().hintsShown();
    m_hintCard->setVisible(m_session.work().hintCount() > 0);
    m_hintTitle->setText(shown == 0 ? tr("%n hint(s)", nullptr, m_session.work().hintCount())
                                    : tr("Hint %1 of %2").arg(shown).arg(m_session.work().hintCount()));
    const std::vector<std::string>& hints = m_session.lesson().hints;
    SeenTerms seen;
    m_hint->show({hints.begin(), hints.begin() + shown}, m_size.pixels(7), seen);
    m_hint->setVisible(shown > 0);
    if (shown > m_seenHints)
        reveal(m_hintCard);
    m_seenHints = shown;
}

void LessonPanel::showRun(const Message& trained, const RunReport* report) {
    const bool isNew = report != nullptr && m_report->isHidden();
    m_report->show(trained, report, m_session.document().plan());
    if (isNew)
        reveal(m_report);
}

void LessonPanel::reveal(QWidget* part) {
    m_toSee = part;
    QTimer::singleShot(0, part, [this, part] {
        if (std::exchange(m_toSee, nullptr) != part)
            return;
        // Where it is higher than the room, its top is seen.
        m_area->ensureWidgetVisible(part);
        QScrollBar& bar = *m_area->verticalScrollBar();
        bar.setValue(std::min(bar.value(), part->y()));
    });
}

} // namespace lanewright::app
