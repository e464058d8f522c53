// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/board_progress.h"
#include "app/document/document.h"
#include "app/document/latest.h"
#include "core/lesson/answer.h"
#include "core/lesson/coach.h"
#include "core/lesson/goal_check.h"
#include "core/lesson/lesson.h"
#include "core/lesson/lesson_solve.h"

#include <QObject>

#include <cstdint>
#include <optional>
#include <vector>

namespace lanewright::app {

/// A student at work on a lesson: how far the plan in the document is, which hints are out, what the coach would do.
///
/// The document belongs to the student while a lesson is open; edits that the lesson does not allow are refused there.
class LessonSession : public QObject {
    Q_OBJECT

public:
    explicit LessonSession(Document& document, QObject* parent = nullptr);
    ~LessonSession() override;

    /// Begins a lesson. Fails, and leaves everything as it was, when its start can't be made.
    Result<Done> begin(const Lesson& lesson);
    /// What came out when all goals were reached. It has helped once there are more points than there were then.
    struct LateHelp {
        int points = 0;
        bool answerShown = false;
    };
    /// Where a student was before.
    struct Progress : BoardProgress {
        std::optional<LateHelp> late = {};
    };
    /// Goes on there, with the board as one step that can be undone. A board of another problem than the lesson's, as
    /// it is today, is left out.
    void resume(const Progress& progress);
    Progress progress() const;
    /// Goes on with the same lesson in the words of another language.
    void speak(const Lesson& lesson);
    /// Begins it again: hints are hidden, edits are gone. What helped until now has helped.
    void restart();

    bool isOpen() const { return m_checker.has_value(); }
    const Document& document() const { return m_document; }
    const Lesson& lesson() const { return m_lesson; }
    const Assessment& assessment() const { return m_assessment; }
    bool reached() const { return m_assessment.reached; }

    /// What the solver finds within the lesson's rules; none while it searches, which takes seconds at most, and where
    /// it finds nothing.
    const std::optional<LessonSolution>& best() const { return m_best; }

    /// @name What the student chooses
    /// @{
    HelpLevel help() const { return m_help; }
    void setHelp(HelpLevel level);
    OptimizerMode optimizer() const { return m_optimizer; }
    void setOptimizer(OptimizerMode mode);
    /// @}

    /// @name Hints, one after the other
    /// @{
    int hintsShown() const { return m_hints; }
    int hintCount() const { return static_cast<int>(m_lesson.hints.size()); }
    void showHint();
    /// @}

    /// @name Help while building; empty where the level does not give it
    /// @{
    const std::vector<Op>& readyOps() const { return m_ready; }
    const std::optional<CoachStep>& nextStep() const { return m_nextStep; }
    /// Takes the step the coach names. Does nothing on other levels, or when there is no step.
    void follow();
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

    /// The teacher's solution, for a document of its own.
    Result<Attempt> answer() const;
    Attempt attempt() const { return {m_document.plan(), m_optimizer}; }

Q_SIGNALS:
    /// Anything above; views read it anew.
    void changed();
    /// All goals are reached, and were not before.
    void solved();
    /// The solver has spoken.
    void bestChanged();
    /// What helped, or for how many minutes the lesson was there.
    void usedChanged();

private:
    void refresh();
    void countStep();
    void countLateHelp();
    void askBest();
    bool isOfThisLesson(const Plan& board) const;

    Document& m_document;
    Lesson m_lesson;
    std::optional<Checker> m_checker;
    Assessment m_assessment;
    HelpLevel m_help = HelpLevel::Check;
    OptimizerMode m_optimizer = OptimizerMode::Synchronous;
    int m_hints = 0;
    HelpUsed m_used;
    bool m_counts = true; ///< what helps is that of the one who is here
    std::optional<LateHelp> m_late;
    std::optional<CoachStep> m_announced; ///< by the coach, and not taken yet
    bool m_beginning = false;             ///< the document is being filled, nothing is judged yet
    std::vector<Op> m_ready;
    std::optional<CoachStep> m_nextStep;
    std::optional<LessonSolution> m_best;
    Latest m_solving;
};

} // namespace lanewright::app
