// SPDX-License-Identifier: Apache-2.0
#include "core/lesson/lesson_work.h"

#include "core/edit/fold.h"
#include "core/lesson/remake.h"
#include "core/lesson/setting.h"

#include <algorithm>
#include <utility>

namespace lanewright {

Result<std::shared_ptr<const Plan>> LessonWork::begin(const Lesson& lesson) {
    Result<Attempt> start = startOf(lesson);
    if (!start)
        return start.error();
    m_lesson = lesson;
    m_board = std::make_shared<const Plan>(std::move(start->plan));
    m_checker.emplace(lesson);
    m_assessment = {};
    m_help = lesson.help;
    m_optimizer = start->optimizer;
    m_hints = 0;
    m_used = {};
    m_late.reset();
    m_announced.reset();
    return m_board;
}

Result<std::shared_ptr<const Plan>> LessonWork::restart() {
    const HelpUsed used = m_used;
    const auto late = m_late;
    Result<std::shared_ptr<const Plan>> board = begin(Lesson(m_lesson));
    m_used = used;
    m_late = late;
    return board;
}

std::shared_ptr<const Plan> LessonWork::resume(const LessonProgress& progress) {
    m_help = progress.help;
    m_hints = std::clamp(progress.hints, 0, hintCount());
    m_used = progress.used;
    m_late = progress.late;
    // What the coach said before the student came back was said of another board.
    m_announced.reset();
    if (m_lesson.allows(LessonEdit::Optimizer))
        m_optimizer = progress.optimizer;
    return progress.board && isOfThisLesson(*progress.board) ? progress.board : nullptr;
}

LessonProgress LessonWork::progress(bool hasBoard) const {
    return {.board = hasBoard ? m_board : nullptr,
            .optimizer = m_optimizer,
            .help = m_help,
            .hints = m_hints,
            .used = m_used,
            .late = m_late};
}

bool LessonWork::isOfThisLesson(const Plan& board) const {
    const auto fits = [&](const Plan& start) {
        return board.schedule.ranks() == start.schedule.ranks() &&
               board.schedule.microbatches == start.schedule.microbatches &&
               board.schedule.stages() == start.schedule.stages() &&
               (m_lesson.allows(LessonEdit::Stage) || board.schedule.placement == start.schedule.placement) &&
               (m_lesson.allows(LessonEdit::Costs) || (board.costs == start.costs && board.memory == start.memory));
    };
    if (fits(*m_board) || isOfChoice(m_lesson, board))
        return true;
    const Result<Plan> half = cutInHalf(*m_board);
    return m_lesson.allows(LessonEdit::Halve) && half && fits(*half);
}

void LessonWork::speak(const Lesson& lesson) {
    m_lesson = lesson;
    m_checker.emplace(lesson);
    refresh();
}

void LessonWork::show(std::shared_ptr<const Plan> board) {
    m_board = std::move(board);
    countStep();
    refresh();
}

void LessonWork::setHelp(HelpLevel level) {
    if (std::exchange(m_help, level) != level)
        refresh();
}

void LessonWork::setOptimizer(OptimizerMode mode) {
    if (!m_lesson.allows(LessonEdit::Optimizer) || std::exchange(m_optimizer, mode) == mode)
        return;
    countStep();
    refresh();
}

bool LessonWork::showHint() {
    if (m_hints >= hintCount())
        return false;
    ++m_hints;
    if (m_counts && reached() && !m_late)
        m_late = LessonProgress::LateHelp{.points = m_assessment.points};
    if (m_counts && m_used.hints && !reached())
        m_used.hints = std::max(*m_used.hints, m_hints);
    return true;
}

void LessonWork::noteAnswerShown() {
    if (!m_counts)
        return;
    if (!reached()) {
        if (m_used.answerShown)
            m_used.answerShown = true;
        return;
    }
    if (!m_late)
        m_late = LessonProgress::LateHelp{.points = m_assessment.points};
    m_late->answerShown = true;
}

void LessonWork::countStep() {
    if (!m_counts || !m_announced || !isTaken(*m_announced, attempt()))
        return;
    m_announced.reset();
    if (m_used.coachSteps)
        ++*m_used.coachSteps;
}

void LessonWork::countLateHelp() {
    if (!m_counts || !m_late || m_assessment.points <= m_late->points)
        return;
    if (m_used.hints)
        m_used.hints = std::max(*m_used.hints, m_hints);
    if (m_used.answerShown)
        m_used.answerShown = *m_used.answerShown || m_late->answerShown;
    m_late.reset();
}

void LessonWork::addTime(std::int64_t seconds) {
    if (m_counts && m_used.seconds)
        *m_used.seconds += seconds;
}

void LessonWork::refresh() {
    if (!isOpen())
        return;
    m_assessment = m_checker->check(attempt());
    countLateHelp();
    m_ready.clear();
    m_nextStep.reset();
    if (m_help != HelpLevel::Check)
        m_ready = lanewright::readyOps(*m_board, trayOf(m_lesson, *m_board));
    if (m_help == HelpLevel::Coach && !m_assessment.reached)
        m_nextStep = nextStepFor(m_lesson, attempt());
    if (m_nextStep && m_nextStep->kind != CoachStep::Kind::Nothing)
        m_announced = m_nextStep;
}

} // namespace lanewright
