// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/lesson_session.h"

#include "app/document/translate.h"
#include "core/lesson/lesson_words.h"
#include "core/lesson/rules.h"

#include <stop_token>
#include <utility>

namespace lanewright::app {

LessonSession::LessonSession(Document& document, QObject* parent) : QObject(parent), m_document(document) {
    m_document.setGuard([this](const Plan& before, const Plan& after) -> Result<Done> {
        return m_work.isOpen() && !m_filling ? mayBecome(lesson(), before, after) : Done{};
    });
    connect(&m_document, &Document::changed, this, [this] {
        if (!m_filling)
            showBoard();
    });
}

LessonSession::~LessonSession() { m_document.setGuard({}); }

void LessonSession::fill(const std::function<void()>& how) {
    m_filling = true;
    how();
    m_filling = false;
    showBoard();
}

void LessonSession::change(const std::function<void()>& how) {
    if (!m_work.isOpen())
        return;
    const bool before = m_work.reached();
    how();
    Q_EMIT changed();
    if (m_work.reached() && !before)
        Q_EMIT solved();
}

void LessonSession::count(const std::function<void()>& how) {
    const Message before = usedText(m_work.used());
    how();
    if (usedText(m_work.used()) != before)
        Q_EMIT usedChanged();
}

void LessonSession::showBoard() {
    change([this] { m_work.show(m_document.sharedPlan()); });
}

Result<Done> LessonSession::begin(const Lesson& lesson) {
    const Result<std::shared_ptr<const Plan>> board = m_work.begin(lesson);
    if (!board)
        return board.error();
    startWith(**board);
    return Done{};
}

void LessonSession::startWith(const Plan& board) {
    m_best.reset();
    m_solving.drop();
    fill([&] { m_document.reset(board); });
    askBest();
}

void LessonSession::askBest() {
    constexpr double kSeconds = 5;
    const Schedule& schedule = m_document.schedule();
    if (static_cast<std::int64_t>(schedule.stages()) * schedule.microbatches > kMostSolvedOps)
        return;
    m_solving.ask(
        [lesson = lesson()](const std::stop_token& stop) {
            return solveLesson(lesson, {.timeLimit = kSeconds, .exact = true, .threads = 1}, stop);
        },
        [this](const Result<LessonSolution>& best) {
            if (!best)
                return;
            m_best = *best;
            Q_EMIT bestChanged();
        });
}

void LessonSession::resume(const LessonProgress& progress) {
    if (!m_work.isOpen())
        return;
    const std::shared_ptr<const Plan> board = m_work.resume(progress);
    fill([&] {
        if (board)
            m_document.apply(translated(resumeSentence()), *board);
    });
}

void LessonSession::speak(const Lesson& lesson) {
    change([&] { m_work.speak(lesson); });
}

void LessonSession::restart() {
    if (!m_work.isOpen())
        return;
    if (const Result<std::shared_ptr<const Plan>> board = m_work.restart())
        startWith(**board);
    Q_EMIT usedChanged();
}

void LessonSession::setHelp(HelpLevel level) {
    change([&] { m_work.setHelp(level); });
}

void LessonSession::setOptimizer(OptimizerMode mode) {
    change([&] { m_work.setOptimizer(mode); });
}

void LessonSession::showHint() {
    change([&] { m_work.showHint(); });
}

void LessonSession::noteAnswerShown() {
    count([this] { m_work.noteAnswerShown(); });
}

void LessonSession::addTime(std::int64_t seconds) {
    count([&] { m_work.addTime(seconds); });
}

void LessonSession::follow() {
    if (!m_work.nextStep())
        return;
    const CoachStep step = *m_work.nextStep();
    if (step.kind == CoachStep::Kind::Optimizer)
        setOptimizer(step.mode);
    else if (step.kind != CoachStep::Kind::Nothing)
        m_document.apply(translated(nextStepText(step, m_document.plan())), step.next);
}

Result<Done> LessonSession::remake(const OrderChoice& choice) {
    Result<Plan> next = remade(m_work.lesson(), choice);
    if (!next)
        return next.error();
    if (m_remakes < 0)
        m_remakes = m_document.newMergeId();
    m_document.apply(translated(remakeSentence(choice, m_document.plan())), *std::move(next), m_remakes);
    return Done{};
}

} // namespace lanewright::app
