// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/lesson_window.h"

#include "app/document/plain_text.h"
#include "app/document/translate.h"
#include "app/document/translate_error.h"
#include "app/lesson/built_in_lessons.h"
#include "app/lesson/iterations_view.h"
#include "app/lesson/lesson_list.h"
#include "app/lesson/lesson_panel.h"
#include "app/lesson/lesson_parts.h"
#include "app/lesson/lesson_text.h"
#include "app/plots/memory_plot.h"
#include "app/timeline/gesture_controller.h"
#include "app/timeline/tray/tray.h"
#include "app/widgets/clear_window.h"
#include "core/lesson/setting.h"
#include "core/lesson/stretch_lesson.h"

#include <QAction>
#include <QCloseEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QScreen>
#include <QStackedWidget>
#include <QToolButton>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <memory>

namespace lanewright::app {
namespace {

constexpr int kLongestName = 24; ///< letters of a pupil's name before the title

int stretchOf(const Plan& plan) { return plan.timeUnit == TimeUnit::Unit ? kRunStretch : 1; }

bool isAboutMemory(const Lesson& lesson) {
    return std::ranges::find(lesson.goals, GoalKind::PeakMemory, &Goal::kind) != lesson.goals.end() ||
           std::ranges::find(lesson.score, GoalKind::PeakMemory) != lesson.score.end();
}

} // namespace

LessonWindow::LessonWindow(QWidget* parent)
    : QMainWindow(parent), m_session(m_document), m_edits(m_document, m_selection), m_runs(m_runDocument) {
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowIcon(QIcon(QStringLiteral(":/icons/lanewright-64.png")));
    m_answerDocument.setGuard([](const Plan&, const Plan&) -> Result<Done> {
        return Error{tr("this is the answer; hide it to go on with your own schedule").toStdString()};
    });
    buildActions();
    buildCentre();
    buildMenus();
    connectParts();
    m_second.setInterval(1000);
    connect(&m_second, &QTimer::timeout, this, [this] {
        if (isActiveWindow())
            m_session.addTime(1);
    });
    m_second.start();
    resize(QSize(1600, 1000).boundedTo(screen()->availableSize()));
    openLesson(0);
}

LessonWindow::~LessonWindow() {
    // What documents, runs and histories say at their end, nobody needs to hear; then the widgets that read them go.
    for (Document* document : {&m_document, &m_answerDocument, &m_runDocument}) {
        document->disconnect(this);
        document->history().disconnect(this);
    }
    m_runs.disconnect(this);
    m_second.stop();
    m_session.disconnect();
    m_selection.disconnect(this);
    delete m_playback;
    delete m_answerPlayback;
    delete takeCentralWidget();
}

void LessonWindow::connectParts() {
    connect(&m_session, &LessonSession::changed, this, &LessonWindow::sessionChanged);
    connect(&m_session, &LessonSession::solved, this, &LessonWindow::lessonSolved);
    connect(&m_document, &Document::failed, this, [this](const QString& words) { refused(asSentence(words)); });
    connect(&m_document, &Document::opened, this, &LessonWindow::dropRun);
    connect(&m_document, &Document::travelled, this, [this] { m_selection.keepThoseIn(m_document.schedule()); });
    connect(&m_answerDocument, &Document::failed, this, [this](const QString& words) { refused(asSentence(words)); });
    connect(&m_document.history(), &QUndoStack::indexChanged, this, [this] { refreshActions(); });
    connect(&m_selection, &Selection::changed, this, &LessonWindow::refreshActions);
    for (Playback* playback : {m_playback, m_answerPlayback})
        connect(playback, &Playback::changed, this, [this, playback] {
            if (playback->speaks())
                forgetNotice();
            refreshCard();
            refreshActions();
        });
    connect(&m_runs, &RunController::progressed, this, &LessonWindow::refreshCard);
    connect(&m_runs, &RunController::stateChanged, this, [this] {
        refreshActions();
        refreshCard();
    });
    connect(&m_runs, &RunController::finished, this, [this] {
        if (m_runIsHere)
            m_runFailure = m_runs.failure();
        refreshActions();
        refreshCard();
    });
    connect(&m_runDocument, &Document::runChanged, this, &LessonWindow::runChanged);
}

// ---------------------------------------------------------------------------------------------- lessons

void LessonWindow::openLesson(int place) {
    const std::vector<BuiltInLesson>& shelf = builtInLessons();
    if (place >= 0 && place < static_cast<int>(shelf.size()))
        begin(shelf[place].lesson, place);
}

void LessonWindow::begin(const Lesson& written, int place, const QString& file) {
    leaveLesson();
    m_written = written;
    const Lesson lesson = inLanguage(m_written, currentLanguage().toStdString());
    m_playback->close();
    showAnswer(false);
    forgetNotice();
    m_place = place;
    m_file = file;
    m_selection.clear();
    if (const Result<Done> begun = m_session.begin(lesson); !begun)
        return refused(asSentence(translated(begun.error())));
    if (const auto left = m_left.find(lessonSource()); left != m_left.end())
        resume(left->second);
    // Filling the board may have selected what is there no more.
    m_selection.clear();
    m_range.fit();
    showLesson();
    m_panel->toTop();
    focusBoard();
    Q_EMIT lessonOpened();
}

void LessonWindow::setLeft(LeftLessons left) {
    m_left = std::move(left);
    m_asOpened = m_pupil ? m_left : LeftLessons();
    m_doneByPupil = m_pupil ? doneIn(m_left) : std::set<QString>();
    refreshDots();
    const auto here = m_left.find(lessonSource());
    if (here == m_left.end())
        return;
    resume(here->second);
    m_range.fit();
    m_panel->toTop();
}

void LessonWindow::resume(const LessonSession::Progress& progress) {
    const std::shared_ptr<const Plan> board = progress.board;
    m_session.resume(progress);
    if (const auto opened = m_asOpened.find(lessonSource());
        opened != m_asOpened.end() && opened->second.board == board)
        opened->second.board = m_session.progress().board;
}

void LessonWindow::setPupil(const std::optional<QString>& pupil) {
    m_pupil = pupil;
    m_session.setCounts(!m_pupil);
    showLesson();
}

void LessonWindow::focusBoard() {
    const auto& rows = m_document.plan().schedule.order;
    if (std::ranges::all_of(rows, [](const auto& row) { return row.empty(); }))
        m_lanes->tray().cells().setFocus();
    else
        m_lanes->setFocus();
}

void LessonWindow::leaveLesson() {
    if (m_session.isOpen())
        m_left[lessonSource()] = m_session.progress();
}

void LessonWindow::showLesson() {
    const Lesson& lesson = m_session.lesson();
    m_lanes->tray().setBackwardInOne(offersBackwardInOne(lesson));
    const std::vector<BuiltInLesson>& shelf = builtInLessons();
    const QString number =
        m_place < 0 ? tr("Exercise") : tr("Lesson %1 of %2").arg(shelf[m_place].number).arg(shelf.back().number);
    // However long a pupil's name is, the title keeps its room.
    const QString pupil = m_pupil && m_pupil->size() > kLongestName ? m_pupil->first(kLongestName - 1) + QChar(0x2026)
                                                                    : m_pupil.value_or(QString());
    m_number->setText(m_pupil ? tr("%1 · %2", "a pupil and the number of a lesson").arg(pupil, number) : number);
    m_number->setToolTip(m_pupil.value_or(QString()).toHtmlEscaped());
    m_title->setText(plainLine(lesson.title));
    setWindowTitle(m_pupil ? tr("%1 — answers of %2 — Lanewright").arg(m_title->text(), *m_pupil)
                           : tr("%1 — Lanewright").arg(m_title->text()));
    refreshDots();
    m_iterations->setVisible(lesson.iterations > 1);
    m_memories->setVisible(isAboutMemory(lesson));
    sessionChanged();
}

void LessonWindow::retranslate() {
    const bool answer = isAnswerShown();
    for (QObject* each :
         std::initializer_list<QObject*>{&m_session, &m_document, &m_document.history(), &m_answerDocument,
                                         &m_runDocument, &m_selection, &m_range, &m_answerRange, &m_runs})
        each->disconnect(this);
    delete m_playback;
    delete m_answerPlayback;
    m_actions.clear();
    m_wordyButtons.clear();
    m_speed = nullptr;
    m_size = {};
    m_wordy = {};
    m_signs = {};
    clearWindow(*this);
    buildActions();
    buildCentre();
    buildMenus();
    connectParts();
    if (answer) {
        m_pages->setCurrentWidget(m_answerLanes);
        m_memories->setCurrentWidget(m_answerMemory);
    }
    m_session.speak(inLanguage(m_written, currentLanguage().toStdString()));
    showLesson();
    adapt();
}

QString LessonWindow::lessonSource() const { return m_place < 0 ? m_file : builtInLessons()[m_place].name; }

LessonList* LessonWindow::chooseLesson() {
    auto* list = new LessonList(m_place, doneLessons(), m_pupil, this);
    list->setAttribute(Qt::WA_DeleteOnClose);
    connect(list, &LessonList::chosen, this, &LessonWindow::openLesson);
    connect(list, &LessonList::fileRequested, this, &LessonWindow::openWithDialog);
    list->open();
    return list;
}

void LessonWindow::lessonSolved() {
    // What is tried out on a pupil's board is not the pupil's; what their boards reach is known since they were read.
    if (m_place < 0 || m_pupil)
        return;
    LessonProgress::setDone(builtInLessons()[m_place].name);
    refreshDots();
}

std::vector<bool> LessonWindow::doneLessons() const {
    std::vector<bool> done;
    for (const BuiltInLesson& each : builtInLessons())
        done.push_back(m_pupil ? m_doneByPupil.contains(each.name) : LessonProgress::isDone(each.name));
    return done;
}

void LessonWindow::refreshDots() {
    const std::vector<BuiltInLesson>& shelf = builtInLessons();
    QStringList titles;
    titles.reserve(static_cast<qsizetype>(shelf.size()));
    for (const BuiltInLesson& each : shelf)
        titles << tr("%1. %2", "number and title").arg(each.number).arg(plainLine(localizedText(each.lesson).title));
    m_dots->set(doneLessons(), titles, m_place);
    m_dots->setVisible(m_place >= 0);
    m_next->setVisible(m_place >= 0);
}

void LessonWindow::closeEvent(QCloseEvent* event) {
    if (!mayClose())
        return event->ignore();
    Q_EMIT closes();
    m_runs.stop();
    m_playback->close();
    QMainWindow::closeEvent(event);
}

// ---------------------------------------------------------------------------------------------- answer and run

bool LessonWindow::isAnswerShown() const { return m_pages->currentWidget() == m_answerLanes; }

void LessonWindow::showAnswer(bool show) {
    if (show == isAnswerShown())
        return;
    if (show) {
        const Result<Attempt> answer = m_session.answer();
        if (!answer)
            return refused(asSentence(translated(answer.error())));
        m_session.noteAnswerShown();
        m_playback->close();
        m_answerDocument.reset(answer->plan);
        m_answerRange.fit();
        m_pages->setCurrentWidget(m_answerLanes);
        m_memories->setCurrentWidget(m_answerMemory);
        m_answerLanes->setFocus();
    } else {
        m_answerPlayback->close();
        m_pages->setCurrentWidget(m_lanes);
        m_memories->setCurrentWidget(m_memory);
        m_lanes->setFocus();
    }
    sessionChanged();
}

RunSettings LessonWindow::usualRun() const {
    RunSettings settings;
    settings.steps = 3;
    settings.model = smallModel(m_document.schedule().stages());
    settings.model.width = 32;
    settings.model.context = 32;
    return settings;
}

void LessonWindow::run() { run(usualRun()); }

void LessonWindow::run(const RunSettings& settings) {
    if (m_runs.isActive())
        return;
    const Plan& plan = m_document.plan();
    if (!m_document.analysis().valid)
        return refused(tr("Only a schedule without errors can be run."));
    m_runFailure.clear();
    forgetNotice();
    m_runIsHere = true;
    m_runDocument.reset(stretched(plan, stretchOf(plan)));
    m_runs.start(settings);
}

void LessonWindow::dropRun() {
    m_runIsHere = false;
    m_runFailure.clear();
    // Asked twice it does not wait for its step, so that the next one can begin.
    m_runs.stop();
    m_runs.stop();
}

void LessonWindow::runChanged() {
    if (!m_runIsHere)
        return;
    const std::shared_ptr<const Run> run = m_runDocument.run();
    if (!run) {
        m_document.setRun(nullptr);
        return;
    }
    const int factor = stretchOf(m_document.plan());
    m_document.setRun(std::make_shared<const Run>(shrunk(*run, m_document.plan(), factor)));
}

// ---------------------------------------------------------------------------------------------- what is text

void LessonWindow::sessionChanged() {
    forgetNotice();
    m_playback->rest();
    m_answerPlayback->rest();
    constexpr std::array kLevels = {"help.check", "help.ready", "help.coach"};
    m_actions.at(QLatin1String(kLevels[static_cast<std::size_t>(m_session.help())]))->setChecked(true);
    m_playback->setSpare(trayOf(m_session.lesson(), m_document.plan()));
    if (m_session.lesson().iterations > 1) {
        const Result<Attempt> answer = m_session.answer();
        m_iterations->show(isAnswerShown() && answer ? *answer : m_session.attempt(), m_session.lesson().iterations);
    }
    refreshActions();
    refreshCard();
}

void LessonWindow::showHint() {
    // Behind the last hint there is nothing to press, and a button that takes the keyboard's place would be pressed
    // next.
    const auto* button = qobject_cast<QToolButton*>(focusWidget());
    if (m_session.hintsShown() + 1 >= m_session.hintCount() && button &&
        button->defaultAction() == m_actions.at(QStringLiteral("lesson.hint")))
        (isAnswerShown() ? m_answerLanes : m_lanes)->setFocus();
    m_session.showHint();
}

bool LessonWindow::putAway() {
    Playback& playback = isAnswerShown() ? *m_answerPlayback : *m_playback;
    if (playback.isActive())
        playback.close();
    else if (isAnswerShown())
        showAnswer(false);
    else if (isFullScreen())
        setWindowState(windowState() & ~Qt::WindowFullScreen);
    else
        return false;
    return true;
}

void LessonWindow::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape && putAway())
        return;
    QMainWindow::keyPressEvent(event);
}

bool LessonWindow::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        auto* lanes = qobject_cast<TimelineView*>(watched);
        if (lanes && !lanes->gestures().isActive() && lanes->selection().empty() && putAway())
            return true;
    }
    if (event->type() == QEvent::Resize && (watched == m_lanes->viewport() || watched == m_answerLanes->viewport()))
        placeMemory();
    return QMainWindow::eventFilter(watched, event);
}

void LessonWindow::refused(const QString& sentence) {
    m_notice = sentence;
    m_isRefusal = true;
    refreshCard();
}

void LessonWindow::forgetNotice() { m_notice.clear(); }

void LessonWindow::report(const Result<Done>& done) {
    if (!done)
        refused(asSentence(translated(done.error())));
}

bool LessonWindow::sayPlayback() {
    const Playback& playback = isAnswerShown() ? *m_answerPlayback : *m_playback;
    if (!playback.speaks())
        return false;
    const WaitText& text = playback.waits();
    m_card->say(text.sentence,
                text.toCome ? text.filler
                            : tr("Space plays and pauses, → and ← step, Home goes to the start, Esc ends playback."));
    return true;
}

bool LessonWindow::sayRun() {
    if (!m_runFailure.isEmpty()) {
        m_card->say(tr("The run failed."), m_runFailure, QStringLiteral("warn"));
        return true;
    }
    if (!m_runs.isActive() || !m_runIsHere)
        return false;
    const RunController::Progress& progress = m_runs.progress();
    m_card->say(
        tr("Your schedule trains a real model: %1 of %2 steps are done.").arg(progress.step).arg(progress.steps),
        progress.losses.empty()
            ? tr("The measured blocks appear under the planned ones.")
            : tr("Loss %1. The measured blocks appear under the planned ones.").arg(progress.losses.back(), 0, 'f', 3));
    return true;
}

void LessonWindow::sayHelp() {
    const Plan& plan = m_document.plan();
    const qsizetype missing = static_cast<qsizetype>(trayOf(m_session.lesson(), plan).size());
    const QString left =
        missing == 0 ? QString() : tr("%n op(s) left in the tray.", nullptr, static_cast<int>(missing));
    const QString ready = readyText(m_session.readyOps(), plan);
    // The coach speaks only while a goal is open; then that it knows no step goes with what is missing.
    const bool isStuck = m_session.advice() && m_session.advice()->kind == Advice::Kind::Nothing;
    const QString stuck =
        isStuck ? QString(adviceText(*m_session.advice(), plan) + QLatin1Char(' ') + left).trimmed() : QString();
    if (const std::optional<Message> wrong = firstWrong(plan)) {
        const QString help = isStuck ? stuck : m_session.advice() ? adviceText(*m_session.advice(), plan) : ready;
        m_card->say(asSentence(translated(*wrong)), help.isEmpty() ? left : help, QStringLiteral("warn"));
        return;
    }
    if (m_session.advice() && !isStuck) {
        m_card->say(adviceText(*m_session.advice(), plan), tr("Ctrl+Return takes this step."));
        return;
    }
    if (!ready.isEmpty()) {
        m_card->say(ready, isStuck ? stuck : left);
        return;
    }
    m_card->say(missing == 0 ? gapText(m_session.assessment(), m_session.lesson().problem) : left,
                isStuck ? adviceText(*m_session.advice(), plan)
                        : tr("Space plays the schedule and says why each rank waits."));
}

void LessonWindow::refreshCard() {
    if (!m_notice.isEmpty())
        m_card->say(m_notice, {}, m_isRefusal ? QStringLiteral("warn") : QStringLiteral("good"));
    else if (sayPlayback() || sayRun())
        return;
    else if (isAnswerShown())
        m_card->say(tr("This is the teacher's answer. Your own schedule waits unchanged."), tr("Space plays it."));
    else if (m_session.reached())
        m_card->say(tr("All goals are reached: %1 of 100 points.").arg(m_session.assessment().points),
                    usedText(m_session.used()) + QStringLiteral(". ") +
                        (m_document.run() ? tr("The thin blocks are what was measured.")
                                          : tr("Run your schedule, or go on to the next lesson.")),
                    QStringLiteral("good"));
    else
        sayHelp();
}

void LessonWindow::refreshActions() {
    const auto enable = [this](const char* id, bool on) { m_actions.at(QLatin1String(id))->setEnabled(on); };
    const int count = static_cast<int>(builtInLessons().size());
    const bool own = !isAnswerShown();
    const Lesson& lesson = m_session.lesson();
    enable("lesson.next", m_place + 1 < count && m_place >= 0);
    enable("lesson.previous", m_place > 0);
    enable("lesson.hint", m_session.hintsShown() < m_session.hintCount());
    m_actions.at(QStringLiteral("lesson.hint"))->setText(m_session.hintsShown() == 0 ? tr("&Hint") : tr("Next &hint"));
    QAction* answer = m_actions.at(QStringLiteral("lesson.answer"));
    answer->setText(own ? tr("Show the &answer") : tr("Hide the &answer"));
    answer->setEnabled(lesson.solution.has_value());
    QAction* run = m_actions.at(QStringLiteral("lesson.run"));
    const bool ends = m_runs.isActive() && !m_runIsHere;
    run->setText(m_runs.isActive() && !ends ? tr("■ &Stop the run") : tr("▶ &Run my schedule"));
    run->setEnabled(!ends);
    enable("lesson.step", own && m_session.advice() && m_session.advice()->kind != Advice::Kind::Nothing);
    enable("edit.undo", own && m_document.history().canUndo());
    enable("edit.redo", own && m_document.history().canRedo());
    const bool some = own && !m_selection.empty();
    for (const char* id : {"edit.earlier", "edit.later"})
        enable(id, some && (lesson.allows(LessonEdit::Move) || lesson.allows(LessonEdit::Place)));
    enable("edit.takeOut", some && lesson.allows(LessonEdit::Place));
    for (const char* id : {"edit.split", "edit.fuse"})
        enable(id, some && lesson.allows(LessonEdit::Split));
    for (const char* id : {"edit.pair", "edit.unpair"})
        enable(id, some && lesson.allows(LessonEdit::Pair));
    enable("edit.halve", own && lesson.allows(LessonEdit::Halve));
    enable("lesson.optimizer", own && lesson.allows(LessonEdit::Optimizer));
    const Playback& playback = own ? *m_playback : *m_answerPlayback;
    m_actions.at(QStringLiteral("play.toggle"))->setText(playback.player().playing() ? tr("&Pause") : tr("&Play"));
    const double speed = playback.player().speed();
    m_speed->setText(m_size.brief ? tr("%1×", "speed").arg(speed) : tr("speed %1×").arg(speed));
    refreshSigns();
}

} // namespace lanewright::app
