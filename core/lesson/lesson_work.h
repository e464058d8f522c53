// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/lesson/answer.h"
#include "core/lesson/coach.h"
#include "core/lesson/goal_check.h"
#include "core/lesson/lesson.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace lanewright {

/// How far a student is on the board of a lesson.
struct LessonProgress {
    std::shared_ptr<const Plan> board = {}; ///< null: as the lesson begins
    OptimizerMode optimizer = OptimizerMode::Synchronous;
    HelpLevel help = HelpLevel::Check;
    int hints = 0; ///< that are out
    HelpUsed used = {};
    /// What came out when all goals were reached. It has helped once there are more points than there were then.
    struct LateHelp {
        int points = 0;
        bool answerShown = false;

        friend bool operator==(const LateHelp&, const LateHelp&) = default;
    };
    std::optional<LateHelp> late = {};
};

/// A student at work on a lesson: how far the board is, which hints are out, what the coach would do, what has helped.
/// The board itself, and its history, are another's: who edits it asks `mayBecome` first and says by `show` what it is.
class LessonWork {
public:
    /// Begins a lesson, and gives what its board begins with, which is still to be shown. Fails, and leaves everything
    /// as it was, when its start can't be made.
    Result<std::shared_ptr<const Plan>> begin(const Lesson& lesson);
    /// Begins it again: hints are hidden. What helped until now has helped. The board is still to be shown.
    Result<std::shared_ptr<const Plan>> restart();
    /// Goes on where a student was before. Gives the board to be shown; null where there is none, or where it is of
    /// another problem than the lesson's, as that is today.
    std::shared_ptr<const Plan> resume(const LessonProgress& progress);
    /// `hasBoard`: the board was edited since the lesson began.
    LessonProgress progress(bool hasBoard) const;
    /// Goes on with the same lesson in the words of another language.
    void speak(const Lesson& lesson);

    bool isOpen() const { return m_checker.has_value(); }
    const Lesson& lesson() const { return m_lesson; }
    /// The board is this plan now.
    void show(std::shared_ptr<const Plan> board);
    const Plan& board() const { return *m_board; }
    Attempt attempt() const { return {*m_board, m_optimizer}; }

    const Assessment& assessment() const { return m_assessment; }
    bool reached() const { return m_assessment.reached; }

    /// @name What the student chooses
    /// @{
    HelpLevel help() const { return m_help; }
    void setHelp(HelpLevel level);
    OptimizerMode optimizer() const { return m_optimizer; }
    /// Nothing where the lesson does not let a student choose.
    void setOptimizer(OptimizerMode mode);
    /// @}

    /// @name Hints, one after the other
    /// @{
    int hintsShown() const { return m_hints; }
    int hintCount() const { return static_cast<int>(m_lesson.hints.size()); }
    /// False where all are out.
    bool showHint();
    /// @}

    /// @name Help while building; empty where the level does not give it
    /// @{
    const std::vector<Op>& readyOps() const { return m_ready; }
    const std::optional<CoachStep>& nextStep() const { return m_nextStep; }
    /// @}

    /// @name What helped on the way
    /// @{
    /// A step of the coach counts that it took or announced, whatever the level of help is by now, and also where it
    /// was taken back; hints count also where the lesson was begun again. What is looked at once all goals are reached
    /// counts when points are won by it.
    const HelpUsed& used() const { return m_used; }
    /// False: somebody looks at another's work, and nothing counts.
    void setCounts(bool counts) { m_counts = counts; }
    /// The teacher's solution is in front of the student.
    void noteAnswerShown();
    /// The lesson was in front of the student for so long.
    void addTime(std::int64_t seconds);
    /// @}

private:
    void refresh();
    void countStep();
    void countLateHelp();
    bool isOfThisLesson(const Plan& board) const;

    Lesson m_lesson;
    std::shared_ptr<const Plan> m_board = std::make_shared<const Plan>();
    std::optional<Checker> m_checker;
    Assessment m_assessment;
    HelpLevel m_help = HelpLevel::Check;
    OptimizerMode m_optimizer = OptimizerMode::Synchronous;
    int m_hints = 0;
    HelpUsed m_used;
    bool m_counts = true; ///< what helps is that of the one who is here
    std::optional<LessonProgress::LateHelp> m_late;
    std::optional<CoachStep> m_announced; ///< by the coach, and not taken yet
    std::vector<Op> m_ready;
    std::optional<CoachStep> m_nextStep;
};

} // namespace lanewright
