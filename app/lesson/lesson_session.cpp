// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/lesson_session.h"

#include "app/lesson/lesson_text.h"
#include "core/edit/fold.h"
#include "core/lesson/rules.h"
#include "core/lesson/setting.h"

#include <algorithm>
#include <cstdint>
#include <stop_token>
#include <utility>

namespace lanewright::app {

LessonSession::LessonSession(Document& document, QObject* parent) : QObject(parent), m_document(document) {
    m_document.setGuard([this](const Plan& before, const Plan& after) -> Result<Done> {
        return isOpen() && !m_beginning ? mayBecome(m_lesson, before, after) : Done{};
    });
    connect(&m_document, &Document::changed, this, [this] {
        if (m_beginning)
            return;
        countStep();
        refresh();
    });
}

LessonSession::~LessonSession() { m_document.setGuard({}); }

Result<Done> LessonSession::begin(const Lesson& lesson) {
    Result<Attempt> start = startOf(lesson);
    if (!start)
        return start.error();
    m_lesson = lesson;
    m_checker.emplace(lesson);
    m_help = lesson.help;
    m_optimizer = start->optimizer;
    m_hints = 0;
    m_used = {};
    m_late.reset();
    m_announced.reset();
    m_assessment = {};
    m_beginning = true;
    m_document.reset(std::move(start->plan));
    m_beginning = false;
    askBest();
    refresh();
    return Done{};
}

void LessonSession::askBest() {
    // Lessons are small; what is not would hold a thread for seconds and prove nothing.
    constexpr int kMostOps = 4'096;
    constexpr double kSeconds = 5;
    m_best.reset();
    m_solving.drop();
    const Schedule& schedule = m_document.schedule();
    if (static_cast<std::int64_t>(schedule.stages()) * schedule.microbatches > kMostOps)
        return;
    m_solving.ask(
        [lesson = m_lesson](const std::stop_token& stop) {
            return solveLesson(lesson, {.timeLimit = kSeconds, .exact = true, .threads = 1}, stop);
        },
        [this](const Result<LessonSolution>& best) {
            if (!best)
                return;
            m_best = *best;
            Q_EMIT bestChanged();
        });
}

bool LessonSession::isOfThisLesson(const Plan& board) const {
    const auto fits = [&](const Plan& start) {
        return board.schedule.ranks() == start.schedule.ranks() &&
               board.schedule.microbatches == start.schedule.microbatches &&
               board.schedule.stages() == start.schedule.stages() &&
               (m_lesson.allows(LessonEdit::Stage) || board.schedule.placement == start.schedule.placement) &&
               (m_lesson.allows(LessonEdit::Costs) || (board.costs == start.costs && board.memory == start.memory));
    };
    if (fits(m_document.plan()))
        return true;
    const Result<Plan> half = cutInHalf(m_document.plan());
    return m_lesson.allows(LessonEdit::Halve) && half && fits(*half);
}

void LessonSession::resume(const Progress& progress) {
    if (!isOpen())
        return;
    m_help = progress.help;
    m_hints = std::clamp(progress.hints, 0, hintCount());
    m_used = progress.used;
    m_late = progress.late;
    if (m_lesson.allows(LessonEdit::Optimizer))
        m_optimizer = progress.optimizer;
    m_beginning = true;
    if (progress.board && isOfThisLesson(*progress.board))
        m_document.apply(tr("Go on where I was"), *progress.board);
    m_beginning = false;
    refresh();
}

LessonSession::Progress LessonSession::progress() const {
    return {{.board = m_document.modified() ? m_document.sharedPlan() : nullptr,
             .optimizer = m_optimizer,
             .help = m_help,
             .hints = m_hints,
             .used = m_used},
            m_late};
}

void LessonSession::speak(const Lesson& lesson) {
    m_lesson = lesson;
    m_checker.emplace(lesson);
    refresh();
}

void LessonSession::restart() {
    if (!isOpen())
        return;
    const HelpUsed used = m_used;
    const std::optional<LateHelp> late = m_late;
    begin(Lesson(m_lesson));
    m_used = used;
    m_late = late;
    Q_EMIT usedChanged();
}

void LessonSession::setHelp(HelpLevel level) {
    if (std::exchange(m_help, level) != level)
        refresh();
}

void LessonSession::setOptimizer(OptimizerMode mode) {
    if (!m_lesson.allows(LessonEdit::Optimizer) || std::exchange(m_optimizer, mode) == mode)
        return;
    countStep();
    refresh();
}

void LessonSession::showHint() {
    if (m_hints >= hintCount())
        return;
    ++m_hints;
    if (m_counts && reached() && !m_late)
        m_late = LateHelp{.points = m_assessment.points};
    if (m_counts && m_used.hints && !reached())
        m_used.hints = std::max(*m_used.hints, m_hints);
    Q_EMIT changed();
}

void LessonSession::noteAnswerShown() {
    if (!m_counts)
        return;
    if (reached()) {
        if (!m_late)
            m_late = LateHelp{.points = m_assessment.points};
        m_late->answerShown = true;
    } else if (m_used.answerShown && !std::exchange(*m_used.answerShown, true))
        Q_EMIT usedChanged();
}

void LessonSession::countStep() {
    if (!m_counts || !m_announced || !isTaken(*m_announced, attempt()))
        return;
    m_announced.reset();
    if (m_used.coachSteps)
        ++*m_used.coachSteps;
}

void LessonSession::countLateHelp() {
    if (!m_counts || !m_late || m_assessment.points <= m_late->points)
        return;
    if (m_used.hints)
        m_used.hints = std::max(*m_used.hints, m_hints);
    if (m_used.answerShown)
        m_used.answerShown = *m_used.answerShown || m_late->answerShown;
    m_late.reset();
}

void LessonSession::addTime(std::int64_t seconds) {
    constexpr std::int64_t kMinute = 60;
    if (!m_counts || !m_used.seconds)
        return;
    const std::int64_t before = *m_used.seconds / kMinute;
    *m_used.seconds += seconds;
    if (*m_used.seconds / kMinute != before)
        Q_EMIT usedChanged();
}

void LessonSession::follow() {
    if (!m_nextStep)
        return;
    const CoachStep step = *m_nextStep;
    if (step.kind == CoachStep::Kind::Optimizer)
        setOptimizer(step.mode);
    else if (step.kind != CoachStep::Kind::Nothing)
        m_document.apply(nextStepText(step, m_document.plan()), step.next);
}

Result<Attempt> LessonSession::answer() const { return solutionOf(m_lesson); }

void LessonSession::refresh() {
    if (!isOpen())
        return;
    const bool before = m_assessment.reached;
    m_assessment = m_checker->check(attempt());
    countLateHelp();
    m_ready.clear();
    m_nextStep.reset();
    if (m_help != HelpLevel::Check)
        m_ready = lanewright::readyOps(m_document.plan(), trayOf(m_lesson, m_document.plan()));
    if (m_help == HelpLevel::Coach && !m_assessment.reached)
        m_nextStep = nextStepFor(m_lesson, attempt());
    if (m_nextStep && m_nextStep->kind != CoachStep::Kind::Nothing)
        m_announced = m_nextStep;
    Q_EMIT changed();
    if (m_assessment.reached && !before)
        Q_EMIT solved();
}

} // namespace lanewright::app
