// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fraction.h"
#include "core/base/result.h"
#include "core/bounds/bounds.h"
#include "core/check/validate.h"
#include "core/edit/history.h"
#include "core/lesson/lesson_work.h"
#include "core/model/plan.h"
#include "core/model/timeline.h"
#include "core/page/number_table.h"
#include "core/page/page.h"
#include "core/pytorch/kept_buffers.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lanewright::api {

/// A plan with what a person who edits it must know of it at once.
struct Outlook {
    std::shared_ptr<const Plan> plan = {};
    Timeline timeline = {};
    KeptBuffers buffers = {};
    Checked checked = {};
    std::optional<Held> held = {};

    Numbered numbered() const { return {*plan, checked.metrics, held, buffers}; }
};

/// A schedule under somebody's hands, in a browser or wherever else a script draws what this says.
///
/// The rule it guards: the plan changes by `apply`, undo and redo alone, and what is said of it is of the present one.
/// In a lesson it becomes only what the lesson allows.
class Board {
public:
    /// A problem begins as a board without a block. Variants of the plan stay as they are.
    explicit Board(Plan plan);
    /// The board of a lesson. Fails where its start can't be made.
    static Result<std::shared_ptr<Board>> of(const Lesson& lesson);

    const Plan& plan() const { return m_history.plan(); }
    const History& history() const { return m_history; }
    /// Counts up with every change, so that others can tell whether they know the plan.
    int revision() const { return m_revision; }

    const PageLanguage& language() const { return m_language; }
    /// A lesson that has words in it says those.
    void setLanguage(PageLanguage language);
    std::string said(const Message& message) const { return m_language.say(message); }

    /// What follows from the present plan, and from another one that it may become.
    const Outlook& present() const;
    Outlook outlookOf(std::shared_ptr<const Plan> plan) const;

    /// Ops that the order lacks. `setBackwardInOne`: whether an order without any backward is offered BW, or B and W;
    /// one that has some is offered what it has.
    std::vector<Op> tray() const;
    void setBackwardInOne(bool inOne) { m_inOne = inOne; }
    /// All that `validate` and the buffers for messages say of the present plan, as its page lists it.
    std::vector<Finding> findings() const;

    /// The plan as `apply` would take it; a title that nobody gave follows an order that was edited.
    Plan asEdited(Plan next) const;
    /// Fails, and changes nothing, where a lesson does not let the plan become that.
    Result<Done> apply(const Message& sentence, Plan next, int mergeId = -1);
    Result<Done> mayBecome(const Plan& next) const;
    bool undo() { return moved(m_history.undo()); }
    bool redo() { return moved(m_history.redo()); }

    /// The text of the file; nothing is to be saved after that.
    std::string save();
    /// `ZB-H1, 4 ranks, 8 microbatches.lwsched`.
    std::string fileName() const;

    /// @name Of a lesson alone
    /// @{
    bool isLesson() const { return m_written.has_value(); }
    /// In its own language.
    const Lesson& written() const { return *m_written; }
    /// What the student does. The board is for `apply` to change.
    LessonWork& work() { return m_work; }
    const LessonWork& work() const { return m_work; }
    void restart();
    void resume(const LessonProgress& progress);
    LessonProgress progress() const { return m_work.progress(m_history.shared() != m_first); }
    /// @}

private:
    void begin(std::shared_ptr<const Plan> first);
    bool moved(bool hasMoved);
    const std::vector<Bound>& boundsOf(const std::shared_ptr<const Plan>& plan) const;

    std::shared_ptr<const Plan> m_first; ///< what it began with
    History m_history;
    std::optional<Lesson> m_written; ///< none: a schedule
    LessonWork m_work;
    PageLanguage m_language;
    bool m_inOne = false;
    int m_revision = 0;
    mutable std::optional<Outlook> m_present;      ///< none: not asked for since the last change
    mutable std::shared_ptr<const Plan> m_problem; ///< whose bounds are known; null: none
    mutable std::vector<Bound> m_bounds = {};
};

} // namespace lanewright::api
