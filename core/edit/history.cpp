// SPDX-License-Identifier: Apache-2.0
#include "core/edit/history.h"

#include "core/model/block_ops.h"

#include <algorithm>
#include <utility>

namespace lanewright {

namespace {

bool differInTitleOnly(const Plan& a, const Plan& b) {
    if (a.title == b.title || a.schedule != b.schedule)
        return false;
    Plan renamed = a;
    renamed.title = b.title;
    return renamed == b;
}

} // namespace

bool HistoryStep::merge(const HistoryStep& next) {
    after = next.after;
    sentence = next.sentence;
    if (differInTitleOnly(*before, *after))
        after = before;
    return before != after && *before != *after;
}

int undoLimitFor(const Plan& plan, std::size_t bytes) {
    const auto blocks = static_cast<std::size_t>(64 + blockCount(plan.schedule.order));
    return static_cast<int>(std::clamp<std::size_t>(bytes / (blocks * sizeof(Block)), 20, 1000));
}

History::History(std::shared_ptr<const Plan> first, int mostSteps)
    : m_plan(std::move(first)), m_most(static_cast<std::size_t>(std::max(mostSteps, 1))) {}

void History::apply(const Message& sentence, Plan next, int mergeId) {
    if (next == *m_plan)
        return;
    if (m_clean && *m_clean > m_done)
        m_clean.reset();
    m_steps.resize(m_done);
    HistoryStep step{sentence, m_plan, std::make_shared<const Plan>(std::move(next)), mergeId};
    const bool merges = mergeId >= 0 && m_done > 0 && m_steps.back().mergeId == mergeId && !isClean();
    if (!merges) {
        m_steps.push_back(std::move(step));
    } else if (!m_steps.back().merge(step)) {
        m_plan = m_steps.back().before;
        m_steps.pop_back();
        --m_done;
        return;
    }
    if (m_steps.size() > m_most) {
        m_steps.erase(m_steps.begin());
        m_clean = m_clean && *m_clean > 0 ? std::optional(*m_clean - 1) : std::nullopt;
    }
    m_done = m_steps.size();
    m_plan = m_steps.back().after;
}

bool History::undo() {
    if (m_done == 0)
        return false;
    m_plan = m_steps[--m_done].before;
    return true;
}

bool History::redo() {
    if (m_done == m_steps.size())
        return false;
    m_plan = m_steps[m_done++].after;
    return true;
}

} // namespace lanewright
