// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document.h"
#include "app/document/latest.h"
#include "core/lesson/lesson_solve.h"
#include "core/lesson/lesson_work.h"
#include "core/lesson/remake.h"

#include <QObject>

#include <cstdint>
#include <functional>
#include <optional>

namespace lanewright::app {

/// A student at work on a lesson in a document, which is theirs while the lesson is open: edits that the lesson does
/// not allow are refused there. Says when something has changed, and what the solver finds.
class LessonSession : public QObject {
    Q_OBJECT

public:
    explicit LessonSession(Document& document, QObject* parent = nullptr);
    ~LessonSession() override;

    /// What there is to know; views read it anew after `changed`.
    const LessonWork& work() const { return m_work; }
    const Lesson& lesson() const { return m_work.lesson(); }
    const Document& document() const { return m_document; }
    /// What the solver finds within the lesson's rules; none while it searches, which takes seconds at most, and where
    /// it finds nothing.
    const std::optional<LessonSolution>& best() const { return m_best; }

    /// Begins a lesson. Fails, and leaves everything as it was, when its start can't be made.
    Result<Done> begin(const Lesson& lesson);
    /// Goes on where a student was before, with the board as one step that can be undone. A board of another problem
    /// than the lesson's, as it is today, is left out.
    void resume(const LessonProgress& progress);
    LessonProgress progress() const { return m_work.progress(m_document.modified()); }
    /// Goes on with the same lesson in the words of another language.
    void speak(const Lesson& lesson);
    /// Begins it again: hints are hidden, edits are gone. What helped until now has helped.
    void restart();

    void setHelp(HelpLevel level);
    void setOptimizer(OptimizerMode mode);
    void showHint();
    /// Takes the step the coach names. Does nothing on other levels, or when there is no step.
    void follow();
    /// Has the whole order made anew. Choices that follow each other are one step.
    Result<Done> remake(const OrderChoice& choice);

    /// @name What helped on the way, as `LessonWork` counts it
    /// @{
    void setCounts(bool counts) { m_work.setCounts(counts); }
    void noteAnswerShown();
    void addTime(std::int64_t seconds);
    /// @}

Q_SIGNALS:
    /// Anything of the work.
    void changed();
    /// All goals are reached, and were not before.
    void solved();
    /// The solver has spoken.
    void bestChanged();
    /// What helped, or for how many minutes the lesson was there.
    void usedChanged();

private:
    /// Fills the document, of which nothing is judged meanwhile.
    void fill(const std::function<void()>& how);
    void startWith(const Plan& board);
    void change(const std::function<void()>& how);
    void count(const std::function<void()>& how);
    void showBoard();
    void askBest();

    Document& m_document;
    LessonWork m_work;
    int m_remakes = -1; ///< the step that they merge into
    bool m_filling = false;
    std::optional<LessonSolution> m_best;
    Latest m_solving;
};

} // namespace lanewright::app
