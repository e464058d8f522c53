// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/plain_text.h"
#include "app/lanes/theme.h"
#include "app/lesson/iterations_view.h"
#include "app/lesson/lesson_list.h"
#include "app/lesson/lesson_panel.h"
#include "app/lesson/lesson_parts.h"
#include "app/lesson/lesson_window.h"
#include "app/lesson/player_icons.h"
#include "app/plots/memory_plot.h"
#include "app/timeline/key_navigator.h"
#include "app/timeline/tray/tray.h"
#include "app/widgets/elided_line.h"

#include <QAction>
#include <QActionGroup>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <string_view>
#include <tuple>
#include <utility>

namespace lanewright::app {
namespace {

/// How much larger than in the main window the type of the lanes is, in a classroom of usual size.
constexpr double kLaneType = 1.4;
constexpr QSize kLeastSize{960, 600};
constexpr int kMenuType = 15;
constexpr int kMemoryHeight = 120;
constexpr double kMemoryType = 1.2;
/// Where lines are short, sentences take more of them.
constexpr double kTallCard = 1.25;

QToolButton* makeButton(QAction* action, QWidget* parent) {
    auto* button = new QToolButton(parent);
    button->setProperty("role", QStringLiteral("lesson"));
    button->setDefaultAction(action);
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    button->setFocusPolicy(Qt::TabFocus);
    button->setAccessibleName(action->iconText());
    setTypePixels(*button, 17);
    return button;
}

} // namespace

QAction* LessonWindow::add(const char* id, const QString& text, const char* keys, std::function<void()> act) {
    auto* action = new QAction(text, this);
    action->setObjectName(QLatin1String(id));
    action->setShortcut(QKeySequence(QLatin1String(keys)));
    connect(action, &QAction::triggered, this, [act = std::move(act)] { act(); });
    addAction(action);
    m_actions[QLatin1String(id)] = action;
    return action;
}

void LessonWindow::buildActions() {
    buildLessonActions();
    buildEditActions();
    buildPlayActions();
    buildHelpActions();
}

void LessonWindow::buildLessonActions() {
    add("lesson.choose", tr("&Choose a lesson …"), "Ctrl+L", [this] { chooseLesson(); });
    add("lesson.open", tr("&Open a lesson or answers …"), "Ctrl+O", [this] { openWithDialog(); });
    add("lesson.next", tr("&Next lesson"), "Ctrl+PgDown", [this] { openLesson(m_place + 1); });
    add("lesson.previous", tr("&Previous lesson"), "Ctrl+PgUp", [this] { openLesson(m_place - 1); });
    add("lesson.restart", tr("&Begin again"), "Ctrl+Shift+B", [this] {
        m_playback->close();
        showAnswer(false);
        m_session.restart();
    });
    add("lesson.hint", tr("&Hint"), "Ctrl+H", [this] { showHint(); });
    add("lesson.answer", tr("Show the &answer"), "Ctrl+T", [this] { showAnswer(!isAnswerShown()); });
    add("lesson.run", tr("▶ &Run my schedule"), "Ctrl+R", [this] { m_runs.isActive() ? m_runs.stop() : run(); });
    add("lesson.save", tr("&Save my schedule …"), "Ctrl+S", [this] { saveAs(); });
    add("lesson.saveAnswers", tr("Save my answers to a&ll lessons …"), "Ctrl+Shift+S", [this] { saveAllAs(); });
    add("lesson.handout", tr("Han&dout …"), "Ctrl+E", [this] {
        saveHandout();
    })->setToolTip(tr("The lesson as a PDF: the task, empty lanes, and the answer on a page of its own."));
    add("lesson.close", tr("C&lose"), "Ctrl+W", [this] { close(); });
    add("lesson.quit", tr("&Quit"), "Ctrl+Q", [this] { Q_EMIT quitRequested(); });
    add("lesson.step", tr("&Take the coach's step"), "Ctrl+Return", [this] { m_session.follow(); });
    add("lesson.optimizer", tr("Step together or at &once"), "Ctrl+P", [this] {
        using enum OptimizerMode;
        m_session.setOptimizer(m_session.optimizer() == Synchronous ? PostValidated : Synchronous);
    });
    using Level = std::tuple<const char*, QString, QString, QString, const char*, HelpLevel>;
    const std::initializer_list<Level> levels = {
        {"help.check", tr("Check"), tr("Check"), tr("Says what is wrong"), "Ctrl+1", HelpLevel::Check},
        {"help.ready", tr("Show what is ready"), tr("Ready"), tr("Shows what could run next"), "Ctrl+2",
         HelpLevel::Ready},
        {"help.coach", tr("Coach"), tr("Coach"), tr("Says the next step and why"), "Ctrl+3", HelpLevel::Coach}};
    for (const auto& [id, text, brief, more, keys, level] : levels) {
        const HelpLevel chosen = level;
        QAction* action = add(id, text, keys, [this, chosen] {
            m_session.setHelp(chosen);
            // Also where it is the level that there was: whoever presses it wants to hear what it has to say.
            sessionChanged();
        });
        action->setIconText(brief);
        action->setToolTip(tr("%1 (%2)", "what a button does, and its key")
                               .arg(more, action->shortcut().toString(QKeySequence::NativeText)));
    }
}

void LessonWindow::buildEditActions() {
    QUndoStack& history = m_document.history();
    add("edit.undo", tr("&Undo"), "Ctrl+Z", [&history] { history.undo(); });
    add("edit.redo", tr("&Redo"), "Ctrl+Shift+Z", [&history] { history.redo(); });
    add("edit.earlier", tr("Move one place &earlier"), "Ctrl+Left", [this] { m_lanes->keys().nudge(-1); });
    add("edit.later", tr("Move one place &later"), "Ctrl+Right", [this] { m_lanes->keys().nudge(1); });
    add("edit.takeOut", tr("Take back into the &tray"), "Shift+Del", [this] { m_lanes->takeOut(); });
    add("edit.split", tr("&Split BW into B and W"), "Ctrl+K", [this] { report(m_edits.split()); });
    add("edit.fuse", tr("&Fuse B with its W"), "Ctrl+Shift+K", [this] { report(m_edits.fuse()); });
    add("edit.pair", tr("Make a &pair"), "Ctrl+J", [this] { report(m_edits.pair()); });
    add("edit.unpair", tr("Take a pair ap&art"), "Ctrl+Shift+J", [this] { report(m_edits.unpair()); });
    add("edit.halve", tr("Cut in &half"), "Ctrl+Shift+H", [this] { report(m_edits.halve()); });
}

void LessonWindow::buildPlayActions() {
    const auto playback = [this]() -> Playback& { return isAnswerShown() ? *m_answerPlayback : *m_playback; };
    // These keys work in the lanes; Playback takes them there.
    const std::initializer_list<std::tuple<const char*, QString, const char*, QString, std::function<void()>>> all = {
        {"play.toggle", tr("&Play"), "", tr("Space"), [playback] { playback().toggle(); }},
        {"play.step", tr("&Step"), "", tr("Right, while playing"), [playback] { playback().stepForward(); }},
        {"play.back", tr("&Back"), "", tr("Left, while playing"), [playback] { playback().stepBack(); }},
        {"play.rewind", tr("To the sta&rt"), "", tr("Home, while playing"), [playback] { playback().rewind(); }},
        {"play.faster", tr("&Faster"), "Ctrl+Shift+.", tr("Up, while playing"), [playback] { playback().faster(); }},
        {"play.slower", tr("S&lower"), "Ctrl+Shift+,", tr("Down, while playing"), [playback] { playback().slower(); }}};
    for (const auto& [id, text, keys, key, act] : all) {
        QAction* action = add(id, text, keys, act);
        action->setToolTip(tr("%1 (%2)", "what a button does, and its key").arg(action->iconText(), key));
    }
    QAction* motion = add("play.reduceMotion", tr("&Jump instead of sweeping"), "", [] {});
    motion->setCheckable(true);
    motion->setChecked(desktopReducesMotion());
    connect(motion, &QAction::toggled, this, [this](bool reduced) {
        m_playback->setReducedMotion(reduced);
        m_answerPlayback->setReducedMotion(reduced);
    });
    add("view.fullScreen", tr("&Full screen"), "F11", [this] { setWindowState(windowState() ^ Qt::WindowFullScreen); });
}

void LessonWindow::buildHelpActions() {
    const std::initializer_list<std::tuple<const char*, QString, const char*, QString>> pages = {
        {"guide.lessons", tr("The &classroom"), "F1", QStringLiteral("lessons")},
        {"guide.words", tr("&Words: rank, makespan, bubble …"), "Shift+F1", QStringLiteral("words")},
        {"guide.numbers", tr("&Numbers"), "", QStringLiteral("numbers")},
        {"guide.findings", tr("&Findings"), "", QStringLiteral("findings")},
        {"guide.keys", tr("&Keyboard"), "Ctrl+?", QStringLiteral("keys")}};
    for (const auto& [id, text, keys, page] : pages)
        add(id, text, keys, [this, page = page] { Q_EMIT helpRequested(page); });
}

void LessonWindow::buildMenus() {
    const auto fill = [this](const QString& title, std::initializer_list<const char*> ids) {
        QMenu* menu = menuBar()->addMenu(title);
        setTypePixels(*menu, kMenuType);
        for (const char* id : ids)
            *id == '\0' ? menu->addSeparator() : (menu->addAction(m_actions.at(QLatin1String(id))), nullptr);
    };
    setTypePixels(*menuBar(), kMenuType);
    fill(tr("&Lesson"), {"lesson.choose", "lesson.open", "", "lesson.previous", "lesson.next", "lesson.restart", "",
                         "lesson.hint", "lesson.answer", "lesson.run", "", "lesson.save", "lesson.saveAnswers",
                         "lesson.handout", "", "lesson.close", "lesson.quit"});
    fill(tr("&Edit"), {"edit.undo", "edit.redo", "", "edit.earlier", "edit.later", "edit.takeOut", "", "edit.split",
                       "edit.fuse", "edit.pair", "edit.unpair", "edit.halve", "lesson.optimizer"});
    fill(tr("&Play"), {"play.toggle", "play.step", "play.back", "play.rewind", "play.faster", "play.slower", "",
                       "play.reduceMotion", "view.fullScreen"});
    fill(tr("Le&vel of help"), {"help.check", "help.ready", "help.coach", "", "lesson.step"});
    fill(tr("&Help"), {"guide.lessons", "guide.words", "guide.numbers", "guide.findings", "", "guide.keys"});
}

void LessonWindow::buildCentre() {
    auto* content = new QWidget(this);
    content->setObjectName(QStringLiteral("classroom"));
    auto* outer = new QVBoxLayout(content);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->setSpacing(0);
    // Type and lengths follow the window, so what they take now is not the least.
    content->setMinimumSize(kLeastSize);
    outer->addWidget(buildTop());
    auto* row = new QHBoxLayout;
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    m_panel = new LessonPanel(m_session,
                              {.hint = m_actions.at(QStringLiteral("lesson.hint")),
                               .run = m_actions.at(QStringLiteral("lesson.run")),
                               .answer = m_actions.at(QStringLiteral("lesson.answer"))},
                              content);
    row->addWidget(m_panel);
    auto* centre = new QVBoxLayout;
    centre->setContentsMargins(0, 0, 0, 0);
    centre->setSpacing(0);
    m_pages = new QStackedWidget(content);
    m_lanes = new TimelineView(m_document, m_selection, m_range, m_pages);
    m_answerLanes = new TimelineView(m_answerDocument, m_answerSelection, m_answerRange, m_pages);
    m_answerLanes->setAccessibleName(tr("The answer"));
    for (TimelineView* lanes : {m_lanes, m_answerLanes}) {
        lanes->tray().setPlain(true);
        lanes->installEventFilter(this);
        m_pages->addWidget(lanes);
    }
    m_playback = new Playback(m_document, *m_lanes, this);
    m_answerPlayback = new Playback(m_answerDocument, *m_answerLanes, this);
    centre->addWidget(m_pages, 1);
    buildMemory(*centre);
    m_iterations = new IterationsView(content);
    centre->addWidget(m_iterations);
    centre->addWidget(buildBottom());
    row->addLayout(centre, 1);
    outer->addLayout(row, 1);
    setCentralWidget(content);
    connect(m_lanes, &TimelineView::contextMenuRequested, this, &LessonWindow::showLaneMenu);
    connect(m_lanes, &TimelineView::hint, this,
            [this](const QString& sentence) { m_lanes->viewport()->setToolTip(plainTip(sentence)); });
}

void LessonWindow::buildMemory(QVBoxLayout& centre) {
    m_memories = new QStackedWidget(this);
    m_memory = new MemoryPlot(m_document, m_selection, m_range, m_memories);
    m_answerMemory = new MemoryPlot(m_answerDocument, m_answerSelection, m_answerRange, m_memories);
    m_memories->addWidget(m_memory);
    m_memories->addWidget(m_answerMemory);
    for (TimelineView* lanes : {m_lanes, m_answerLanes})
        lanes->viewport()->installEventFilter(this);
    centre.addWidget(m_memories);
}

void LessonWindow::placeMemory() {
    for (const auto& [plot, lanes] : {std::pair{m_memory, m_lanes}, std::pair{m_answerMemory, m_answerLanes}}) {
        plot->setLeftMargin(lanes->headerPixels());
        plot->setRightMargin(std::max(0, lanes->width() - lanes->viewport()->geometry().right() - 1));
    }
}

QWidget* LessonWindow::buildTop() {
    auto* top = m_top = new QFrame(this);
    top->setObjectName(QStringLiteral("lessonTop"));
    auto* layout = new QHBoxLayout(top);
    m_number = makeText({}, 17, false, top);
    m_number->setWordWrap(false);
    m_number->setProperty("tone", QStringLiteral("muted"));
    m_title = new ElidedLine(top);
    QFont bold = m_title->font();
    bold.setWeight(QFont::DemiBold);
    m_title->setFont(bold);
    setTypePixels(*m_title, 23);
    m_dots = new LessonDots(top);
    layout->addWidget(m_number);
    layout->addWidget(m_title, 1);
    layout->addWidget(m_dots);
    m_next = makeButton(m_actions.at(QStringLiteral("lesson.next")), top);
    m_next->setObjectName(QStringLiteral("next"));
    layout->addWidget(m_next);
    connect(m_dots, &LessonDots::chosen, this, &LessonWindow::openLesson);
    return top;
}

QWidget* LessonWindow::buildBottom() {
    auto* bottom = m_bottom = new QFrame(this);
    bottom->setObjectName(QStringLiteral("lessonBottom"));
    auto* layout = new QVBoxLayout(bottom);
    m_card = new SentenceCard(bottom);
    layout->addWidget(m_card);
    auto* row = m_playerRow = new QHBoxLayout;
    m_help = makeText(tr("Help"), 16, true, bottom);
    m_help->setWordWrap(false);
    m_help->setProperty("tone", QStringLiteral("muted"));
    row->addWidget(m_help);
    auto* levels = new QActionGroup(this);
    for (const char* id : {"help.check", "help.ready", "help.coach"}) {
        m_actions.at(QLatin1String(id))->setCheckable(true);
        levels->addAction(m_actions.at(QLatin1String(id)));
        row->addWidget(makeButton(m_actions.at(QLatin1String(id)), bottom));
    }
    row->addStretch(1);
    buildPlayer(*row, *bottom);
    layout->addLayout(row);
    return bottom;
}

void LessonWindow::buildPlayer(QHBoxLayout& row, QWidget& parent) {
    for (const char* id : {"play.rewind", "play.back", "play.toggle", "play.step"}) {
        QToolButton* button = makeButton(m_actions.at(QLatin1String(id)), &parent);
        button->setToolButtonStyle(Qt::ToolButtonIconOnly);
        if (id != std::string_view("play.rewind")) {
            button->setProperty("wordy", true);
            m_wordyButtons.push_back(button);
        }
        row.addWidget(button);
    }
    row.addSpacing(8);
    QToolButton* slower = makeButton(m_actions.at(QStringLiteral("play.slower")), &parent);
    QToolButton* faster = makeButton(m_actions.at(QStringLiteral("play.faster")), &parent);
    for (QToolButton* button : {slower, faster})
        button->setToolButtonStyle(Qt::ToolButtonIconOnly);
    m_speed = makeText({}, 16, false, &parent);
    m_speed->setWordWrap(false);
    m_speed->setAlignment(Qt::AlignCenter);
    row.addWidget(slower);
    row.addWidget(m_speed);
    row.addWidget(faster);
}

void LessonWindow::fitBottom(const ClassroomSize& size) {
    const int edge = size.pixels(24);
    m_card->setType(size.brief ? size.type * kTallCard : size.type);
    m_bottom->layout()->setContentsMargins(edge, size.pixels(12), edge, size.pixels(20));
    m_bottom->layout()->setSpacing(size.pixels(14));
    for (QToolButton* button : m_bottom->findChildren<QToolButton*>())
        button->setIconSize({size.pixels(18), size.pixels(18)});
    for (QToolButton* button : m_wordyButtons)
        button->setToolButtonStyle(size.brief ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
    m_help->setVisible(!size.brief);
    scaleType(*m_bottom, size);
    m_speed->setMinimumWidth(m_speed->fontMetrics().horizontalAdvance(size.brief ? tr("%1×", "speed").arg(0.25)
                                                                                 : tr("speed %1×").arg(0.25)));
}

int LessonWindow::wordyWidth(const ClassroomSize& size) {
    // Words are longer in one language than in another, so they are measured; and only once for a size of type.
    if (m_wordy.first == size.type)
        return m_wordy.second;
    fitBottom(size);
    const QMargins margins = m_bottom->layout()->contentsMargins();
    int width = margins.left() + margins.right();
    for (int i = 0; i < m_playerRow->count(); ++i) {
        const QLayoutItem& item = *m_playerRow->itemAt(i);
        width += item.widget() ? std::max(item.widget()->minimumWidth(), item.widget()->sizeHint().width())
                               : item.minimumSize().width();
        width += i > 0 ? m_playerRow->spacing() : 0;
    }
    m_wordy = {size.type, width};
    return width;
}

void LessonWindow::adapt() {
    ClassroomSize size = classroomSizeFor(this->size());
    size.brief = width() - size.panelWidth < wordyWidth(size);
    if (size == m_size && m_lanes->type() > 1)
        return;
    m_size = size;
    const int edge = size.pixels(24);
    m_top->layout()->setContentsMargins(size.pixels(28), size.pixels(9), edge, size.pixels(9));
    m_top->layout()->setSpacing(size.pixels(22));
    m_dots->setType(size.type);
    m_panel->setSize(size);
    for (TimelineView* lanes : {m_lanes, m_answerLanes})
        lanes->setType(kLaneType * size.type);
    m_iterations->setType(size.type);
    QFont type = font();
    type.setPointSizeF(type.pointSizeF() * kMemoryType * size.type);
    m_memory->setFont(type);
    m_answerMemory->setFont(type);
    m_memories->setFixedHeight(size.pixels(kMemoryHeight));
    placeMemory();
    fitBottom(size);
    scaleType(*m_top, size);
    scaleType(*this, size);
    refreshActions();
}

void LessonWindow::showLaneMenu(const QPoint& position) {
    auto* menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("laneMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setFont(menuBar()->font());
    for (const char* id : {"edit.earlier", "edit.later", "edit.takeOut", "", "edit.split", "edit.fuse", "edit.pair",
                           "edit.unpair", "", "edit.undo", "edit.redo"})
        *id == '\0' ? menu->addSeparator() : (menu->addAction(m_actions.at(QLatin1String(id))), nullptr);
    menu->popup(position);
}

void LessonWindow::refreshSigns() {
    const auto set = [this](const char* id, PlayerIcon sign) {
        m_actions.at(QLatin1String(id))->setIcon(playerIcon(sign));
    };
    const bool playing = (isAnswerShown() ? *m_answerPlayback : *m_playback).player().playing();
    const auto signs = std::pair{&currentTheme(), playing};
    if (std::exchange(m_signs, signs) == signs)
        return;
    set("play.rewind", PlayerIcon::Rewind);
    set("play.back", PlayerIcon::Back);
    set("play.toggle", playing ? PlayerIcon::Pause : PlayerIcon::Play);
    set("play.step", PlayerIcon::Step);
    set("play.slower", PlayerIcon::Slower);
    set("play.faster", PlayerIcon::Faster);
}

void LessonWindow::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    adapt();
}

void LessonWindow::changeEvent(QEvent* event) {
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_speed)
        refreshSigns();
}

} // namespace lanewright::app
