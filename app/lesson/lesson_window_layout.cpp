// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/iterations_view.h"
#include "app/lesson/lesson_list.h"
#include "app/lesson/lesson_panel.h"
#include "app/lesson/lesson_parts.h"
#include "app/lesson/lesson_window.h"
#include "app/timeline/tray.h"

#include <QAction>
#include <QActionGroup>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace lanewright {
namespace {

QToolButton* makeButton(QAction* action, QWidget* parent) {
    auto* button = new QToolButton(parent);
    button->setProperty("role", QStringLiteral("lesson"));
    button->setDefaultAction(action);
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    button->setFocusPolicy(Qt::TabFocus);
    QFont font = button->font();
    font.setPixelSize(17);
    button->setFont(font);
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
}

void LessonWindow::buildLessonActions() {
    add("lesson.choose", tr("&Choose a lesson …"), "Ctrl+L", [this] { chooseLesson(); });
    add("lesson.open", tr("&Open a lesson file …"), "Ctrl+O", [this] { openWithDialog(); });
    add("lesson.next", tr("&Next lesson"), "Ctrl+PgDown", [this] { openLesson(m_place + 1); });
    add("lesson.previous", tr("&Previous lesson"), "Ctrl+PgUp", [this] { openLesson(m_place - 1); });
    add("lesson.restart", tr("&Begin again"), "Ctrl+Shift+B", [this] {
        m_playback->close();
        showAnswer(false);
        m_session.restart();
    });
    add("lesson.hint", tr("&Hint"), "Ctrl+H", [this] { m_session.showHint(); });
    add("lesson.answer", tr("Show the &answer"), "Ctrl+T", [this] { showAnswer(!isAnswerShown()); });
    add("lesson.run", tr("▶ &Run my schedule"), "Ctrl+R", [this] { m_runs.isActive() ? m_runs.stop() : run(); });
    add("lesson.save", tr("&Save my schedule …"), "Ctrl+S", [this] { saveAs(); });
    add("lesson.close", tr("C&lose"), "Ctrl+W", [this] { close(); });
    add("lesson.step", tr("&Take the coach's step"), "Ctrl+Return", [this] { m_session.follow(); });
    add("lesson.optimizer", tr("Step together or at &once"), "Ctrl+P", [this] {
        using enum OptimizerMode;
        m_session.setOptimizer(m_session.optimizer() == Synchronous ? PostValidated : Synchronous);
    });
    const std::initializer_list<std::tuple<const char*, QString, const char*, HelpLevel>> levels = {
        {"help.check", tr("Check"), "Ctrl+1", HelpLevel::Check},
        {"help.ready", tr("Show what is ready"), "Ctrl+2", HelpLevel::Ready},
        {"help.coach", tr("Coach"), "Ctrl+3", HelpLevel::Coach}};
    for (const auto& [id, text, keys, level] : levels) {
        const HelpLevel chosen = level;
        add(id, text, keys, [this, chosen] { m_session.setHelp(chosen); });
    }
}

void LessonWindow::buildEditActions() {
    QUndoStack& history = m_document.history();
    add("edit.undo", tr("&Undo"), "Ctrl+Z", [&history] { history.undo(); });
    add("edit.redo", tr("&Redo"), "Ctrl+Shift+Z", [&history] { history.redo(); });
    add("edit.earlier", tr("Move one place &earlier"), "Ctrl+Left", [this] { m_lanes->nudge(-1); });
    add("edit.later", tr("Move one place &later"), "Ctrl+Right", [this] { m_lanes->nudge(1); });
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
    add("play.toggle", tr("▶ &Play"), "", [playback] { playback().toggle(); })->setToolTip(tr("Space"));
    add("play.step", tr("Step ▸"), "", [playback] {
        playback().stepForward();
    })->setToolTip(tr("Right, while playing"));
    add("play.back", tr("◂ Back"), "", [playback] { playback().stepBack(); })->setToolTip(tr("Left, while playing"));
    add("play.rewind", tr("⏮"), "", [playback] {
        playback().rewind();
    })->setToolTip(tr("To the start: Home, while playing"));
    add("play.faster", tr("+"), "Ctrl+Shift+.", [playback] { playback().faster(); })->setToolTip(tr("Faster"));
    add("play.slower", tr("−"), "Ctrl+Shift+,", [playback] { playback().slower(); })->setToolTip(tr("Slower"));
    QAction* motion = add("play.reduceMotion", tr("&Jump instead of sweeping"), "", [] {});
    motion->setCheckable(true);
    motion->setChecked(desktopReducesMotion());
    connect(motion, &QAction::toggled, this, [this](bool reduced) {
        m_playback->setReducedMotion(reduced);
        m_answerPlayback->setReducedMotion(reduced);
    });
    add("view.fullScreen", tr("&Full screen"), "F11", [this] { setWindowState(windowState() ^ Qt::WindowFullScreen); });
}

void LessonWindow::buildMenus() {
    const auto fill = [this](const QString& title, std::initializer_list<const char*> ids) {
        QMenu* menu = menuBar()->addMenu(title);
        for (const char* id : ids)
            *id == '\0' ? menu->addSeparator() : (menu->addAction(m_actions.at(QLatin1String(id))), nullptr);
    };
    fill(tr("&Lesson"), {"lesson.choose", "lesson.open", "", "lesson.previous", "lesson.next", "lesson.restart", "",
                         "lesson.hint", "lesson.answer", "lesson.run", "", "lesson.save", "lesson.close"});
    fill(tr("&Edit"), {"edit.undo", "edit.redo", "", "edit.earlier", "edit.later", "edit.takeOut", "", "edit.split",
                       "edit.fuse", "edit.pair", "edit.unpair", "edit.halve", "lesson.optimizer"});
    fill(tr("&Play"), {"play.toggle", "play.step", "play.back", "play.rewind", "play.faster", "play.slower", "",
                       "play.reduceMotion", "view.fullScreen"});
    fill(tr("&Help level"), {"help.check", "help.ready", "help.coach", "", "lesson.step"});
}

void LessonWindow::buildCentre() {
    auto* content = new QWidget(this);
    content->setObjectName(QStringLiteral("classroom"));
    auto* outer = new QVBoxLayout(content);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->setSpacing(0);
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
        lanes->setRoomy(true);
        lanes->tray().setPlain(true);
        m_pages->addWidget(lanes);
    }
    m_playback = new Playback(m_document, *m_lanes, this);
    m_answerPlayback = new Playback(m_answerDocument, *m_answerLanes, this);
    centre->addWidget(m_pages, 1);
    m_iterations = new IterationsView(content);
    centre->addWidget(m_iterations);
    centre->addWidget(buildBottom());
    row->addLayout(centre, 1);
    outer->addLayout(row, 1);
    setCentralWidget(content);
    connect(m_lanes, &TimelineView::hint, this,
            [this](const QString& sentence) { m_lanes->viewport()->setToolTip(sentence); });
}

QWidget* LessonWindow::buildTop() {
    auto* top = new QFrame(this);
    top->setObjectName(QStringLiteral("lessonTop"));
    auto* layout = new QHBoxLayout(top);
    layout->setContentsMargins(28, 14, 28, 14);
    layout->setSpacing(22);
    m_number = makeText({}, 17, false, top);
    m_number->setWordWrap(false);
    m_number->setProperty("tone", QStringLiteral("muted"));
    m_title = makeText({}, 23, true, top);
    m_title->setWordWrap(false);
    m_dots = new LessonDots(top);
    layout->addWidget(m_number);
    layout->addWidget(m_title, 1);
    layout->addWidget(m_dots);
    return top;
}

QWidget* LessonWindow::buildBottom() {
    auto* bottom = new QFrame(this);
    bottom->setObjectName(QStringLiteral("lessonBottom"));
    auto* layout = new QVBoxLayout(bottom);
    layout->setContentsMargins(28, 14, 24, 24);
    layout->setSpacing(16);
    m_card = new SentenceCard(bottom);
    layout->addWidget(m_card);
    auto* row = new QHBoxLayout;
    row->setSpacing(10);
    QLabel* help = makeText(tr("Help"), 16, true, bottom);
    help->setWordWrap(false);
    help->setProperty("tone", QStringLiteral("muted"));
    row->addWidget(help);
    auto* levels = new QActionGroup(this);
    for (const char* id : {"help.check", "help.ready", "help.coach"}) {
        m_actions.at(QLatin1String(id))->setCheckable(true);
        levels->addAction(m_actions.at(QLatin1String(id)));
        row->addWidget(makeButton(m_actions.at(QLatin1String(id)), bottom));
    }
    row->addStretch(1);
    for (const char* id : {"play.rewind", "play.back", "play.toggle", "play.step"}) {
        QToolButton* button = makeButton(m_actions.at(QLatin1String(id)), bottom);
        if (id == std::string_view("play.toggle")) {
            m_playButton = button;
            button->setMinimumWidth(112);
        }
        row->addWidget(button);
    }
    row->addSpacing(8);
    row->addWidget(makeButton(m_actions.at(QStringLiteral("play.slower")), bottom));
    m_speed = makeText({}, 16, false, bottom);
    m_speed->setWordWrap(false);
    m_speed->setAlignment(Qt::AlignCenter);
    m_speed->setMinimumWidth(92);
    row->addWidget(m_speed);
    row->addWidget(makeButton(m_actions.at(QStringLiteral("play.faster")), bottom));
    layout->addLayout(row);
    return bottom;
}

} // namespace lanewright
