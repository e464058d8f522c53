// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/model/plan.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

/// Undo by snapshots: a step is the plan before and the plan after, whatever was done to it. Plans share what they can,
/// and a step costs no more than the order that it leaves behind.
namespace lanewright {

/// What one undo takes back.
struct HistoryStep {
    Message sentence = {}; ///< what was done: `Move B1.3 before W1.2`
    std::shared_ptr<const Plan> before = {};
    std::shared_ptr<const Plan> after = {};
    int mergeId = -1; ///< steps with the same one, 0 or more, that follow each other become one

    /// Takes the step that follows into this one. An order that was changed and changed back is the one before, though
    /// it has got another title on the way. False: nothing is left of the step.
    bool merge(const HistoryStep& next);
};

/// How many steps of such plans fit into so many bytes: 20 at least, 1000 at most.
int undoLimitFor(const Plan& plan, std::size_t bytes);

/// A plan with the steps that led to it. The rule it guards: the plan is what its last done step made, or what it began
/// with.
class History {
public:
    /// Keeps `mostSteps`, the latest ones. `first` is not null.
    explicit History(std::shared_ptr<const Plan> first, int mostSteps = 1000);

    const Plan& plan() const { return *m_plan; }
    std::shared_ptr<const Plan> shared() const { return m_plan; }

    /// Makes the plan another; what was undone can't be done again from now on. A plan that equals the present one is
    /// no step. A step is not merged with one that was saved, so that undo leads back to what the file holds.
    void apply(const Message& sentence, Plan next, int mergeId = -1);

    /// What the next undo takes back, and the next redo does again; null where there is nothing.
    const HistoryStep* undoStep() const { return m_done > 0 ? &m_steps[m_done - 1] : nullptr; }
    const HistoryStep* redoStep() const { return m_done < m_steps.size() ? &m_steps[m_done] : nullptr; }
    /// False where there is no such step.
    bool undo();
    bool redo();

    /// Whether the plan is the one that was saved, or that it began with.
    bool isClean() const { return m_clean == m_done; }
    void setClean() { m_clean = m_done; }

private:
    std::shared_ptr<const Plan> m_plan;
    std::vector<HistoryStep> m_steps;
    std::size_t m_done = 0;                 ///< steps that are not undone
    std::optional<std::size_t> m_clean = 0; ///< `m_done` when it was saved; none: no step leads there any more
    std::size_t m_most;
};

} // namespace lanewright
