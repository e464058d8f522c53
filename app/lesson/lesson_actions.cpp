// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/lesson_actions.h"

#include "app/lesson/built_in_lessons.h"
#include "app/lesson/lesson_window.h"
#include "app/timeline/key_navigator.h"
#include "app/timeline/tray/tray.h"
#include "app/widgets/action_registry.h"

#include <QActionGroup>
#include <QMenu>
#include <QMenuBar>

#include <array>
#include <initializer_list>
#include <tuple>
#include <utility>

namespace lanewright::app {

LessonActions::LessonActions(LessonWindow& window, ActionRegistry& actions)
    : m_window(window), m_actions(actions), m_edits(window.document(), window.selection()) {}

void LessonActions::add() {
    addLessonActions();
    addHelpLevels();
    addEditActions();
    addPlayActions();
    addPages();
}

void LessonActions::addLessonActions() {
    LessonFiles& files = m_window.files();
    m_actions.add("lesson.choose", tr("&Choose a lesson …"), {"Ctrl+L"}, [this] { m_window.chooseLesson(); });
    m_actions.add("lesson.open", tr("&Open a lesson or answers …"), {"Ctrl+O"}, [&files] { files.openWithDialog(); });
    m_actions.add("lesson.next", tr("&Next lesson"), {"Ctrl+PgDown"},
                  [this] { m_window.openLesson(m_window.place() + 1); });
    m_actions.add("lesson.previous", tr("&Previous lesson"), {"Ctrl+PgUp"},
                  [this] { m_window.openLesson(m_window.place() - 1); });
    m_actions.add("lesson.restart", tr("&Begin again"), {"Ctrl+Shift+B"}, [this] { m_window.restart(); });
    m_actions.add("lesson.hint", tr("&Hint"), {"Ctrl+H"}, [this] { m_window.showHint(); });
    m_actions.add("lesson.answer", tr("Show the &answer"), {"Ctrl+T"},
                  [this] { m_window.showAnswer(!m_window.isAnswerShown()); });
    m_actions.add("lesson.run", tr("▶ &Run my schedule"), {"Ctrl+R"}, [this] {
        RunController& runs = m_window.runs();
        runs.isActive() ? runs.stop() : m_window.run(m_window.usualRun());
    });
    m_actions.add("lesson.save", tr("&Save my schedule …"), {"Ctrl+S"}, [&files] { files.saveAs(); });
    m_actions.add("lesson.saveAnswers", tr("Save my answers to a&ll lessons …"), {"Ctrl+Shift+S"},
                  [&files] { files.saveAllAs(); });
    m_actions.add("lesson.handout", tr("Han&dout …"), {"Ctrl+E"}, [&files] { files.saveHandout(); })
        ->setToolTip(
            tr("The lesson as a PDF: the task, empty lanes and, for the teacher, the answer on a page of its own."));
    m_actions.add("lesson.close", tr("C&lose"), {"Ctrl+W"}, [this] { m_window.close(); });
    m_actions.add("lesson.quit", tr("&Quit"), {"Ctrl+Q"}, [this] { Q_EMIT m_window.quitRequested(); });
    m_actions.add("lesson.step", tr("&Take the coach's step"), {"Ctrl+Return"},
                  [this] { m_window.session().follow(); });
    m_actions.add("lesson.optimizer", tr("Step together or at &once"), {"Ctrl+P"}, [this] {
        using enum OptimizerMode;
        LessonSession& session = m_window.session();
        session.setOptimizer(session.work().optimizer() == Synchronous ? PostValidated : Synchronous);
    });
}

void LessonActions::addHelpLevels() {
    auto* group = new QActionGroup(&m_window);
    using Level = std::tuple<const char*, QString, QString, QString, const char*, HelpLevel>;
    const std::initializer_list<Level> levels = {
        {"help.check", tr("Check"), tr("Check"), tr("Says what is wrong"), "Ctrl+1", HelpLevel::Check},
        {"help.ready", tr("Show what is ready"), tr("Ready"), tr("Shows what could run next"), "Ctrl+2",
         HelpLevel::Ready},
        {"help.coach", tr("Coach"), tr("Coach"), tr("Says the next step and why"), "Ctrl+3", HelpLevel::Coach}};
    for (const auto& [id, text, brief, more, key, level] : levels) {
        QAction* action = m_actions.addChoice(*group, id, text, {key}, false,
                                              [this, chosen = level] { m_window.chooseHelp(chosen); });
        action->setIconText(brief);
        action->setToolTip(tr("%1 (%2)", "what a button does, and its key")
                               .arg(more, action->shortcut().toString(QKeySequence::NativeText)));
    }
}

void LessonActions::addEditActions() {
    QUndoStack& history = m_window.document().history();
    m_actions.add("edit.undo", tr("&Undo"), {"Ctrl+Z"}, [&history] { history.undo(); });
    m_actions.add("edit.redo", tr("&Redo"), {"Ctrl+Shift+Z"}, [&history] { history.redo(); });
    m_actions.add("edit.earlier", tr("Move one place &earlier"), {"Ctrl+Left"},
                  [this] { m_window.lanes().keys().nudge(-1); });
    m_actions.add("edit.later", tr("Move one place &later"), {"Ctrl+Right"},
                  [this] { m_window.lanes().keys().nudge(1); });
    m_actions.add("edit.takeOut", tr("Take back into the &tray"), {"Shift+Del"},
                  [this] { m_window.lanes().takeOut(); });
    const auto addEdit = [this](const char* id, const QString& text, const char* key,
                                Result<Done> (SelectionEdits::*edit)()) {
        m_actions.add(id, text, {key}, [this, edit] { m_window.report((m_edits.*edit)()); });
    };
    addEdit("edit.split", tr("&Split BW into B and W"), "Ctrl+K", &SelectionEdits::split);
    addEdit("edit.fuse", tr("&Fuse B with its W"), "Ctrl+Shift+K", &SelectionEdits::fuse);
    addEdit("edit.pair", tr("Make a &pair"), "Ctrl+J", &SelectionEdits::pair);
    addEdit("edit.unpair", tr("Take a pair ap&art"), "Ctrl+Shift+J", &SelectionEdits::unpair);
    addEdit("edit.halve", tr("Cut in &half"), "Ctrl+Shift+H", &SelectionEdits::cutInHalf);
}

void LessonActions::addPlayActions() {
    // These keys work in the lanes; Playback takes them there.
    using Act = std::tuple<const char*, QString, const char*, QString, void (Playback::*)()>;
    const std::initializer_list<Act> all = {
        {"play.toggle", tr("&Play"), "", tr("Space"), &Playback::toggle},
        {"play.step", tr("&Step"), "", tr("Right, while playing"), &Playback::stepForward},
        {"play.back", tr("&Back"), "", tr("Left, while playing"), &Playback::stepBack},
        {"play.rewind", tr("To the sta&rt"), "", tr("Home, while playing"), &Playback::rewind},
        {"play.faster", tr("&Faster"), "Ctrl+Shift+.", tr("Up, while playing"), &Playback::faster},
        {"play.slower", tr("S&lower"), "Ctrl+Shift+,", tr("Down, while playing"), &Playback::slower}};
    for (const auto& [id, text, shortcut, key, play] : all) {
        QAction* action =
            m_actions.add(id, text, {shortcut}, [this, act = play] { (m_window.shown().playback->*act)(); });
        action->setToolTip(tr("%1 (%2)", "what a button does, and its key").arg(action->iconText(), key));
    }
    m_actions.addToggle("play.reduceMotion", tr("&Jump instead of sweeping"), {}, desktopReducesMotion(),
                        [this](bool reduced) { m_window.setReducedMotion(reduced); });
    m_actions.add("view.fullScreen", tr("&Full screen"), {"F11"},
                  [this] { m_window.setWindowState(m_window.windowState() ^ Qt::WindowFullScreen); });
}

void LessonActions::addPages() {
    const std::initializer_list<std::tuple<const char*, QString, const char*, QString>> pages = {
        {"guide.lessons", tr("The &classroom"), "F1", QStringLiteral("lessons")},
        {"guide.words", tr("&Words: rank, makespan, bubble …"), "Shift+F1", QStringLiteral("words")},
        {"guide.numbers", tr("&Numbers"), "", QStringLiteral("numbers")},
        {"guide.findings", tr("&Findings"), "", QStringLiteral("findings")},
        {"guide.keys", tr("&Keyboard"), "Ctrl+?", QStringLiteral("keys")}};
    for (const auto& [id, text, key, page] : pages)
        m_actions.add(id, text, {key}, [this, page = page] { Q_EMIT m_window.helpRequested(page); });
}

void LessonActions::fillMenus() {
    QMenuBar& bar = *m_window.menuBar();
    const auto fill = [&](const QString& title, std::initializer_list<const char*> ids) {
        QMenu* menu = bar.addMenu(title);
        setTypePixels(*menu, type::kSmall);
        m_actions.fill(*menu, ids);
    };
    setTypePixels(bar, type::kSmall);
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

void LessonActions::showLaneMenu(const QPoint& position) {
    auto* menu = new QMenu(&m_window);
    menu->setObjectName(QStringLiteral("laneMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setFont(m_window.menuBar()->font());
    m_actions.fill(*menu, {"edit.earlier", "edit.later", "edit.takeOut", "", "edit.split", "edit.fuse", "edit.pair",
                           "edit.unpair", "edit.halve", "", "edit.undo", "edit.redo"});
    menu->popup(position);
}

void LessonActions::refresh() {
    const LessonWork& work = m_window.session().work();
    const Lesson& lesson = work.lesson();
    const QUndoStack& history = m_window.document().history();
    const LessonRun& run = m_window.runner();
    const int place = m_window.place();
    const bool own = !m_window.isAnswerShown();
    const bool some = own && !m_window.selection().empty();
    const bool moves = lesson.allows(LessonEdit::Move) || lesson.allows(LessonEdit::Place);
    const std::optional<CoachStep>& nextStep = work.nextStep();
    const QString whyNoRun = m_window.document().analysis().valid    ? QString()
                             : m_window.lanes().tray().ops().empty() ? tr("Only a schedule without errors can be run.")
                                                                     : tr("It can be run once every op is placed.");
    const std::initializer_list<std::pair<const char*, bool>> abilities = {
        {"lesson.next", place + 1 < static_cast<int>(builtInLessons().size()) && place >= 0},
        {"lesson.previous", place > 0},
        {"lesson.hint", work.hintsShown() < work.hintCount()},
        {"lesson.answer", lesson.solution.has_value()},
        {"lesson.run", run.goesOn() || (!run.isEnding() && whyNoRun.isEmpty())},
        {"lesson.step", own && nextStep && nextStep->kind != CoachStep::Kind::Nothing},
        {"lesson.optimizer", own && lesson.allows(LessonEdit::Optimizer)},
        {"edit.undo", own && history.canUndo()},
        {"edit.redo", own && history.canRedo()},
        {"edit.earlier", some && moves},
        {"edit.later", some && moves},
        {"edit.takeOut", some && lesson.allows(LessonEdit::Place)},
        {"edit.split", some && lesson.allows(LessonEdit::Split)},
        {"edit.fuse", some && lesson.allows(LessonEdit::Split)},
        {"edit.pair", some && lesson.allows(LessonEdit::Pair)},
        {"edit.unpair", some && lesson.allows(LessonEdit::Pair)},
        {"edit.halve", own && lesson.allows(LessonEdit::Halve)}};
    for (const auto& [id, on] : abilities)
        m_actions.enable(id, on);
    constexpr std::array kLevels = {"help.check", "help.ready", "help.coach"};
    m_actions.at(kLevels[static_cast<std::size_t>(work.help())])->setChecked(true);
    m_actions.at("lesson.hint")->setText(work.hintsShown() == 0 ? tr("&Hint") : tr("Next &hint"));
    m_actions.at("lesson.answer")->setText(own ? tr("Show the &answer") : tr("Hide the &answer"));
    m_actions.at("lesson.run")->setToolTip(whyNoRun.isEmpty() ? spoken({run.trained()}) : whyNoRun);
    m_actions.at("lesson.run")->setText(run.goesOn() ? tr("■ &Stop the run") : tr("▶ &Run my schedule"));
}

} // namespace lanewright::app
