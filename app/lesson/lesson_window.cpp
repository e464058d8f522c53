// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/lesson_window.h"

#include "app/document/opening.h"
#include "app/document/plain_text.h"
#include "app/document/selection_edits.h"
#include "app/document/translate.h"
#include "app/document/translate_error.h"
#include "app/lanes/op_legend.h"
#include "app/lesson/built_in_lessons.h"
#include "app/lesson/iterations_view.h"
#include "app/lesson/lesson_list.h"
#include "app/lesson/lesson_panel.h"
#include "app/lesson/lesson_parts.h"
#include "app/lesson/player/player_bar.h"
#include "app/timeline/gesture_controller.h"
#include "app/timeline/selection_art.h"
#include "app/timeline/tray/tray.h"
#include "app/widgets/banner.h"
#include "app/widgets/clear_window.h"
#include "app/widgets/controls.h"
#include "app/widgets/elided_line.h"
#include "app/widgets/layouts.h"
#include "app/widgets/window_parts.h"
#include "core/base/places.h"
#include "core/check/unplaced.h"
#include "core/lesson/lesson_json.h"
#include "core/lesson/setting.h"
#include "core/picture/block_name.h"

#include <QCloseEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QScreen>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <initializer_list>
#include <set>

namespace lanewright::app {
namespace {

constexpr int kLongestName = 24; ///< letters of a pupil's name before the title
constexpr QSize kLeastSize{960, 600};
constexpr int kMemoryHeight = 120;

bool isAboutMemory(const Lesson& lesson) {
    return std::ranges::find(lesson.goals, GoalKind::PeakMemory, &Goal::kind) != lesson.goals.end() ||
           std::ranges::find(lesson.score, GoalKind::PeakMemory) != lesson.score.end();
}

/// Whether the button is the one to press next, in the colour of such.
void setLeads(QToolButton& button, bool leads) {
    if (button.property("lead").toBool() == leads)
        return;
    const QFont font = button.font(); // which a new style forgets
    restyle(button, "lead", leads ? "true" : "false");
    button.setFont(font);
}

} // namespace

LessonWindow::LessonWindow(QWidget* parent)
    : QMainWindow(parent), m_session(own().document), m_run(own().document), m_speaker(m_session, m_run),
      m_files(*this), m_lessonActions(*this, m_actions) {
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowIcon(QIcon(QStringLiteral(":/icons/lanewright-64.png")));
    answer().document.setGuard([](const Plan&, const Plan&) -> Result<Done> {
        return Error{tr("this is the answer; hide it to go on with your own schedule").toStdString()};
    });
    build();
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
    for (LessonBoard& board : m_boards) {
        board.document.disconnect(this);
        board.document.history().disconnect(this);
        board.selection.disconnect(this);
    }
    m_run.disconnect(this);
    m_second.stop();
    m_session.disconnect();
    for (const LessonBoard& board : m_boards)
        delete board.playback;
    delete takeCentralWidget();
}

// ---------------------------------------------------------------------------------------------- what is there

void LessonWindow::build() {
    m_lessonActions.add();
    auto* content = named(new QWidget(this), "classroom");
    // Type and lengths follow the window, so what they take now is not the least.
    content->setMinimumSize(kLeastSize);
    m_top = makeTop();
    m_banner = new Banner(content);
    m_panel = new LessonPanel(m_session,
                              {.hint = m_actions.at("lesson.hint"),
                               .run = m_actions.at("lesson.run"),
                               .answer = m_actions.at("lesson.answer")},
                              content);
    m_pages = new QStackedWidget(content);
    for (LessonBoard& board : m_boards)
        board.buildLanes(*m_pages, *this);
    answer().lanes->setAccessibleName(tr("The answer"));
    m_legend = new OpLegend(content);
    setTypePixels(*m_legend, type::kSmall);
    m_memories = new QStackedWidget(content);
    for (LessonBoard& board : m_boards)
        board.buildMemory(*m_memories, *this);
    m_iterations = new IterationsView(content);
    m_bar = new PlayerBar(m_actions, content);
    QVBoxLayout* centre = makeColumn(
        {.between = 0},
        {{m_pages, 1}, makeRow({.margins = {16, 4, 16, 4}}, {m_legend, freeRoom()}), m_memories, m_iterations, m_bar});
    makeColumn(content, {.between = 0}, {m_top, m_banner, {makeRow({.between = 0}, {m_panel, {centre, 1}}), 1}});
    setCentralWidget(content);
    m_lessonActions.fillMenus();
    connectParts();
}

QWidget* LessonWindow::makeTop() {
    auto* top = named(new QFrame(this), "lessonTop");
    m_number = named(makeText({}, type::kText, false, top), {.tone = "muted"});
    m_number->setWordWrap(false);
    m_title = new ElidedLine(top);
    QFont bold = m_title->font();
    bold.setWeight(QFont::DemiBold);
    m_title->setFont(bold);
    setTypePixels(*m_title, type::kTask);
    m_dots = new LessonDots(top);
    connect(m_dots, &LessonDots::chosen, this, &LessonWindow::openLesson);
    m_next = named(makeLessonButton(m_actions.at("lesson.next"), top), "next");
    makeRow(top, {.margins = kMarginsOfStyle}, {m_number, {m_title, 1}, m_dots, m_next});
    return top;
}

void LessonWindow::connectParts() {
    connect(own().lanes, &TimelineView::contextMenuRequested, this,
            [this](const QPoint& position) { m_lessonActions.showLaneMenu(position); });
    connect(own().lanes, &TimelineView::moveStageRequested, this, [this](const Op& op, int rank) {
        report(SelectionEdits(own().document, own().selection).moveStage(op, rank));
    });
    connect(own().lanes, &TimelineView::hint, this,
            [this](const QString& sentence) { lanes().viewport()->setToolTip(plainTip(sentence)); });
    connect(&m_session, &LessonSession::changed, this, &LessonWindow::sessionChanged);
    connect(m_panel, &LessonPanel::asked, this,
            [this](const QString& term) { Q_EMIT helpRequested(QStringLiteral("words#") + term); });
    connect(&m_panel->remake(), &RemakeBox::chosen, this, [this](const OrderChoice& choice) {
        report(m_session.remake(choice));
        m_panel->remake().show(m_session.lesson(), own().document.plan());
    });
    connect(&m_session, &LessonSession::solved, this, [this] {
        // What is tried out on a pupil's board is not the pupil's; what their boards reach is known since they were
        // read.
        if (m_place < 0 || pupil())
            return;
        Student::setDone(builtInLessons()[m_place].name);
        showDots();
    });
    connect(&own().document, &Document::travelled, this, [this] { selection().keepThoseIn(document().schedule()); });
    connect(&document().history(), &QUndoStack::indexChanged, this, [this] { m_lessonActions.refresh(); });
    connect(&own().selection, &Selection::changed, this, [this] { m_lessonActions.refresh(); });
    for (LessonBoard& board : m_boards) {
        connect(&board.document, &Document::failed, this,
                [this](const QString& words) { refused(Error{words.toStdString()}); });
        connect(board.playback, &Playback::changed, this, [this, playback = board.playback] {
            if (playback->speaks())
                m_speaker.forgetNotice();
            point();
            refresh();
        });
    }
    connect(&m_run, &LessonRun::changed, this, &LessonWindow::refresh);
    connect(&m_run, &LessonRun::ended, this, &LessonWindow::showRun);
    connect(&m_panel->runReport(), &RunReportCard::chosen, this, [this](const Op& op) {
        showAnswer(false);
        selection().reveal(op);
        lanes().setFocus();
    });
}

void LessonWindow::retranslate() {
    const bool answers = isAnswerShown();
    m_session.disconnect(this);
    m_run.disconnect(this);
    for (LessonBoard& board : m_boards) {
        for (QObject* each : std::initializer_list<QObject*>{&board.document, &board.document.history(),
                                                             &board.selection, &board.range})
            each->disconnect(this);
        delete board.playback;
    }
    m_actions.clear();
    m_bar = nullptr;
    m_size = {};
    clearWindow(*this);
    build();
    if (answers) {
        m_pages->setCurrentIndex(1);
        m_memories->setCurrentIndex(1);
    }
    m_session.speak(inLanguage(m_written, currentLanguage().toStdString()));
    showLesson();
    adapt();
}

void LessonWindow::adapt() {
    ClassroomSize size = classroomSizeFor(this->size());
    size.brief = width() - size.panelWidth < m_bar->wordyWidth(size);
    if (size == m_size && lanes().type() > 1)
        return;
    m_size = size;
    m_top->layout()->setContentsMargins(size.pixels(28), size.pixels(9), size.pixels(24), size.pixels(9));
    m_top->layout()->setSpacing(size.pixels(22));
    m_dots->setType(size.type);
    m_panel->setSize(size);
    m_iterations->setType(size.type);
    m_memories->setFixedHeight(size.pixels(kMemoryHeight));
    for (LessonBoard& board : m_boards)
        board.setType(size.type);
    m_bar->setSize(size);
    scaleType(*this, size);
    m_bar->card().fit();
    m_lessonActions.refresh();
    m_bar->show(shown().playback->player());
}

// ---------------------------------------------------------------------------------------------- lessons

void LessonWindow::openLesson(int place) {
    const std::vector<BuiltInLesson>& shelf = builtInLessons();
    if (place >= 0 && place < static_cast<int>(shelf.size()))
        begin(shelf[place].lesson, place);
}

Result<Done> LessonWindow::open(const QString& fileOrName) {
    if (const int place = builtInIndexOf(fileOrName); place >= 0) {
        openLesson(place);
        return Done{};
    }
    const QString file = QFileInfo(fileOrName).absoluteFilePath();
    const Opening opening(file);
    if (isAnswersFile(file))
        return m_files.openAnswers(file);
    const Result<Lesson> lesson = lanewright::openLesson(fileOrName.toStdString());
    return lesson ? beginOwn(*lesson, file) : lesson.error();
}

Result<Done> LessonWindow::tryOut(const Lesson& lesson) { return beginOwn(lesson, {}); }

Result<Done> LessonWindow::beginOwn(const Lesson& lesson, const QString& file) {
    if (const Result<Attempt> start = startOf(lesson); !start)
        return Error{say(phrase("refusal", "the start can't be made: %1"), start.error().message)};
    begin(lesson, -1, file);
    return Done{};
}

void LessonWindow::begin(const Lesson& written, int place, const QString& file) {
    book();
    m_written = written;
    const Lesson lesson = inLanguage(m_written, currentLanguage().toStdString());
    playback().close();
    showAnswer(false);
    m_speaker.forgetNotice();
    m_banner->withdraw(Banner::About::File);
    m_place = place;
    m_file = file;
    selection().clear();
    lanes().tray().cells().forgetPlaces();
    if (const Result<Done> begun = m_session.begin(lesson); !begun)
        return refused(begun.error());
    if (const LessonProgress* left = m_book.at(lessonSource()))
        resume(*left);
    // Filling the board may have selected what is there no more.
    selection().clear();
    own().range.fit();
    showLesson();
    m_panel->toTop();
    focusBoard();
    Q_EMIT lessonOpened();
}

void LessonWindow::restart() {
    playback().close();
    showAnswer(false);
    m_session.restart();
}

QString LessonWindow::lessonSource() const { return m_place < 0 ? m_file : builtInLessons()[m_place].name; }

LessonList* LessonWindow::chooseLesson() {
    std::vector<bool> done;
    for (const BuiltInLesson& each : builtInLessons())
        done.push_back(m_book.isDone(each.name));
    // Whoever has done this one comes for the next.
    const auto open = std::ranges::find(done, false);
    const bool goesOn = m_place >= 0 && done[m_place] && open != done.end();
    auto* list = new LessonList(goesOn ? static_cast<int>(open - done.begin()) : m_place, done, pupil(), this);
    connect(list, &LessonList::chosen, this, &LessonWindow::openLesson);
    connect(list, &LessonList::fileRequested, this, [this] { m_files.openWithDialog(); });
    return opened(list);
}

void LessonWindow::showLesson() {
    const Lesson& lesson = m_session.lesson();
    lanes().tray().setBackwardInOne(offersBackwardInOne(lesson));
    const std::vector<BuiltInLesson>& shelf = builtInLessons();
    const QString number =
        m_place < 0 ? tr("Exercise") : tr("Lesson %1 of %2").arg(shelf[m_place].number).arg(shelf.back().number);
    const QString whole = pupil().value_or(QString());
    // However long a pupil's name is, the title keeps its room.
    const QString name = whole.size() > kLongestName ? whole.first(kLongestName - 1) + QChar(0x2026) : whole;
    m_number->setText(pupil() ? tr("%1 · %2", "a pupil and the number of a lesson").arg(name, number) : number);
    m_number->setToolTip(whole.toHtmlEscaped());
    m_title->setText(plainLine(lesson.title));
    setWindowTitle(pupil() ? tr("%1 — answers of %2 — Lanewright").arg(m_title->text(), whole)
                           : tr("%1 — Lanewright").arg(m_title->text()));
    showDots();
    m_iterations->setVisible(lesson.iterations > 1);
    m_memories->setVisible(isAboutMemory(lesson));
    for (LessonBoard& board : m_boards)
        board.showGoal(lesson);
    sessionChanged();
}

void LessonWindow::showDots() {
    QStringList titles;
    std::vector<bool> done;
    for (const BuiltInLesson& each : builtInLessons()) {
        titles << tr("%1. %2", "number and title").arg(each.number).arg(plainLine(localizedText(each.lesson).title));
        done.push_back(m_book.isDone(each.name));
    }
    m_dots->set(done, titles, m_place);
    m_dots->setVisible(m_place >= 0);
    m_next->setVisible(m_place >= 0);
}

void LessonWindow::focusBoard() {
    if (std::ranges::all_of(document().schedule().order, &Row::empty))
        lanes().tray().cells().setFocus();
    else
        lanes().setFocus();
}

// ---------------------------------------------------------------------------------------------- what was done

LessonBook& LessonWindow::book() {
    if (m_session.work().isOpen())
        m_book.leave(lessonSource(), m_session.progress());
    return m_book;
}

void LessonWindow::resume(const LessonProgress& progress) {
    const std::shared_ptr<const Plan> board = progress.board;
    m_session.resume(progress);
    m_book.setShown(lessonSource(), board, m_session.progress().board);
}

void LessonWindow::setLeft(LeftLessons left) {
    m_book.setLeft(std::move(left));
    showDots();
    const LessonProgress* here = m_book.at(lessonSource());
    if (!here)
        return;
    resume(*here);
    own().range.fit();
    m_panel->toTop();
}

void LessonWindow::setPupil(const std::optional<QString>& pupil) {
    m_book.setPupil(pupil);
    m_session.setCounts(!pupil);
    showLesson();
}

Result<Done> LessonWindow::showPupil(const QString& pupil, LeftLessons left) {
    const QString first = left.contains(lessonSource()) ? lessonSource() : left.begin()->first;
    m_book.clear();
    setPupil(pupil);
    m_session.restart();
    if (first != lessonSource())
        if (Result<Done> opened = open(first); !opened)
            return opened;
    setLeft(std::move(left));
    return Done{};
}

void LessonWindow::closeEvent(QCloseEvent* event) {
    if (!m_comesBack() && !m_files.mayClose())
        return event->ignore();
    Q_EMIT closes();
    runs().stop();
    playback().close();
    QMainWindow::closeEvent(event);
}

// ---------------------------------------------------------------------------------------------- answer, run, help

bool LessonWindow::isAnswerShown() const { return m_pages->currentIndex() == 1; }

void LessonWindow::showAnswer(bool show) {
    if (show == isAnswerShown())
        return;
    if (show) {
        const Result<Attempt> solution = solutionOf(m_session.lesson());
        if (!solution)
            return refused(solution.error());
        m_session.noteAnswerShown();
        answer().document.reset(solution->plan);
        answer().range.fit();
    }
    shown().playback->close();
    m_pages->setCurrentIndex(show ? 1 : 0);
    m_memories->setCurrentIndex(show ? 1 : 0);
    shown().lanes->setFocus();
    sessionChanged();
}

void LessonWindow::run(const RunSettings& settings) {
    if (runs().isActive())
        return;
    if (!document().analysis().valid)
        return refused(tr("Only a schedule without errors can be run."));
    m_speaker.forgetNotice();
    // What is measured appears in the student's lanes.
    showAnswer(false);
    m_run.start(settings);
}

void LessonWindow::showRun() {
    point();
    if (!m_run.failure().isEmpty())
        return;
    const RunController::Progress& progress = runs().progress();
    if (runs().wasStopped())
        notice(tr("The run was stopped after %1 of %2 steps.").arg(progress.step).arg(progress.steps), false);
    else if (m_run.report())
        notice(tr("The run is done. Its numbers stand at the left; the blocks that are farthest from the plan are "
                  "framed."),
               false);
}

void LessonWindow::showHint() {
    // Behind the last hint there is nothing to press, and a button that takes the keyboard's place would be pressed
    // next.
    const auto* button = qobject_cast<QToolButton*>(focusWidget());
    if (m_session.work().hintsShown() + 1 >= m_session.work().hintCount() && button &&
        button->defaultAction() == m_actions.at("lesson.hint"))
        shown().lanes->setFocus();
    m_session.showHint();
}

void LessonWindow::chooseHelp(HelpLevel level) {
    m_session.setHelp(level);
    // Also where it is the level that there was: whoever presses it wants to hear what it has to say.
    sessionChanged();
}

void LessonWindow::setReducedMotion(bool reduced) {
    for (const LessonBoard& board : m_boards)
        board.playback->setReducedMotion(reduced);
}

void LessonWindow::notice(const QString& sentence, bool isRefusal) {
    m_speaker.setNotice(sentence, isRefusal);
    m_speaker.say(m_bar->card(), *shown().playback, isAnswerShown());
}

void LessonWindow::refused(const Error& why) { refused(spoken({within(why.where, why.message)})); }

void LessonWindow::report(const Result<Done>& done) {
    if (!done)
        refused(done.error());
}

void LessonWindow::refuse(const QString& file, const Error& why) {
    refused(
        tr("%1: %2", "a file and what is wrong with it").arg(plainLine(QFileInfo(file).fileName()), translated(why)));
}

void LessonWindow::sessionChanged() {
    m_speaker.forgetNotice();
    for (const LessonBoard& board : m_boards)
        board.playback->rest();
    playback().setSpare(trayOf(m_session.lesson(), document().plan()));
    if (m_session.lesson().iterations > 1) {
        const Result<Attempt> solution = solutionOf(m_session.lesson());
        m_iterations->show(isAnswerShown() && solution ? *solution : m_session.work().attempt(),
                           m_session.lesson().iterations);
    }
    // What is yet to be placed stands in the tray, in the same colours.
    std::set<OpKind> kinds;
    for (const OpKind kind : kindsIn(document().schedule()))
        kinds.insert(kind);
    for (const Op& op : unplacedOps(document().plan(), offersBackwardInOne(m_session.lesson())))
        kinds.insert(op.kind);
    m_legend->setKinds({kinds.begin(), kinds.end()}, document().analysis().lanes);
    point();
    refresh();
}

void LessonWindow::point() {
    // What is pointed at is what the card speaks about.
    if (playback().speaks())
        return lanes().setPointed({});
    const LessonWork& work = m_session.work();
    const Schedule& schedule = document().schedule();
    Pointed pointed;
    if (const std::optional<CoachStep>& step = work.nextStep(); step && step->kind != CoachStep::Kind::Nothing) {
        using enum CoachStep::Kind;
        if (step->kind == Optimizer || step->kind == Halve || step->kind == Remake)
            return lanes().setPointed({});
        pointed.ops = {step->op};
        if (step->kind == Pair && step->other)
            pointed.ops.insert(*step->other);
        if (step->kind == Place || step->kind == Move) {
            const auto before = step->other ? slotOf(schedule, *step->other) : std::nullopt;
            const int rank = schedule.rankOf(step->op);
            const int last = schedule.order.empty() ? 0 : static_cast<int>(schedule.order[rank].size());
            pointed.to = before.value_or(Slot{rank, last});
        }
    } else if (!work.reached()) {
        if (const std::optional<FirstWrong> wrong = firstWrong(document().plan()); wrong && wrong->op)
            pointed.ops = {*wrong->op};
    }
    if (const RunReport* report = m_run.report(); report && pointed.ops.empty())
        for (const RunReport::Off& off : report->farthest)
            pointed.ops.insert(off.op);
    lanes().setPointed(pointed);
}

void LessonWindow::refresh() {
    m_lessonActions.refresh();
    const bool goesOn = m_session.work().reached() && m_actions.at("lesson.next")->isEnabled();
    setLeads(*m_next, goesOn);
    setLeads(m_panel->runButton(), !goesOn);
    m_panel->showRun(m_run.trained(), m_run.report());
    m_bar->show(shown().playback->player());
    m_speaker.say(m_bar->card(), *shown().playback, isAnswerShown());
}

// ---------------------------------------------------------------------------------------------- events

bool LessonWindow::putAway() {
    if (shown().playback->isActive())
        shown().playback->close();
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
    if (event->type() == QEvent::Resize)
        for (LessonBoard& board : m_boards)
            if (watched == board.lanes->viewport())
                board.placeMemory();
    return QMainWindow::eventFilter(watched, event);
}

void LessonWindow::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    adapt();
}

void LessonWindow::changeEvent(QEvent* event) {
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_bar)
        m_bar->show(shown().playback->player());
}

} // namespace lanewright::app
