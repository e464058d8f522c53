// SPDX-License-Identifier: Apache-2.0
#include "core/generate/families.h"

#include "core/generate/order_writer.h"

#include <array>
#include <deque>

namespace lanewright {

namespace {

/// One of the two arms that meet on a rank: the microbatches that pass one of its stages.
struct Arm {
    int stage = 0;
    const std::vector<int>* microbatches = nullptr;
    int forwards = 0;
    int backwards = 0;

    int forward() { return (*microbatches)[forwards++]; }
    int backward() { return (*microbatches)[backwards++]; }
};

/// The row of a rank with two arms: arm 0 enters near it, arm 1 comes back to it.
class DualRow {
public:
    DualRow(OrderWriter& order, const Arm& near, const Arm& far) : m_order(order), m_arms{near, far} {}

    void forward(int arm) { m_order.forward(m_arms[arm].stage, m_arms[arm].forward()); }
    void fused(int arm) { m_order.backward(m_arms[arm].stage, m_arms[arm].backward()); }
    /// B, whose W has to wait for its turn.
    void backward(int arm) {
        const int microbatch = m_arms[arm].backward();
        m_order.backward(m_arms[arm].stage, microbatch, OpKind::B);
        m_waiting.push_back({m_arms[arm].stage, microbatch});
    }
    void backward(int arm, bool split) { split ? backward(arm) : fused(arm); }
    /// The W that has waited longest.
    void weight() {
        m_order.weight(m_waiting.front().first, m_waiting.front().second);
        m_waiting.pop_front();
    }
    void pair(int forwardArm, int backwardArm) {
        Arm& other = m_arms[backwardArm];
        Arm& own = m_arms[forwardArm];
        m_order.pair(own.stage, own.forward(), other.stage, other.backward());
    }

private:
    OrderWriter& m_order;
    std::array<Arm, 2> m_arms;
    std::deque<std::pair<int, int>> m_waiting = {}; ///< stage and microbatch of each W
};

/// The eight steps of DualPipe (DeepSeek-AI: DeepSeek-V3 Technical Report, arXiv:2412.19437, and its published code)
/// for the rank `depth` places from its end of the line, of `half` places to the middle. Each has the name that it has
/// in that code: what it does n times, with which arms.
///
/// Up to the middle of the step before last every B runs with its W; from there on W are put off to fill the drain.
void eightSteps(DualRow row, int half, int depth, int microbatches) {
    const int outside = half - depth - 1;
    // 1: nF0
    for (int i = 0; i < 2 * outside; ++i)
        row.forward(0);
    // 2: nF0F1
    for (int i = 0; i <= depth; ++i)
        row.forward(0), row.forward(1);
    // 3: nB1W1F1
    for (int i = 0; i < outside; ++i)
        row.backward(1), row.weight(), row.forward(1);
    // 4: nF0B1F1B0
    for (int i = 0; i < microbatches - 2 * half + depth + 1; ++i) {
        // The first pair would make the middle wait for the gradient with its forward, which others wait for.
        if (i == 0 && outside == 0)
            row.forward(0), row.fused(1);
        else
            row.pair(0, 1);
        row.pair(1, 0);
    }
    // 5: nB1F1B0
    for (int i = 0; i < outside; ++i)
        row.fused(1), row.pair(1, 0);
    // 6: nB1B0
    for (int i = 0; i <= depth; ++i) {
        const int middle = (depth + 1) / 2;
        row.backward(1, i > middle || (i == middle && depth % 2 == 1));
        row.backward(0, i >= middle);
    }
    // 7: nWB0
    for (int i = 0; i < outside; ++i)
        row.weight(), row.backward(0);
    // 8: nW
    for (int i = 0; i <= depth; ++i)
        row.weight();
}

/// The row of the rank on which the stage at that depth meets the one as far from the end.
void addRow(OrderWriter& order, const Schedule& shape, int depth, const std::vector<int>& near,
            const std::vector<int>& far) {
    const Arm arm{.stage = depth, .microbatches = &near};
    const Arm back{.stage = shape.stages() - 1 - depth, .microbatches = &far};
    eightSteps({order, arm, back}, shape.stages() / 2, depth, static_cast<int>(near.size()));
}

} // namespace

Result<Schedule> makeDualPipe(const Plan& problem, const Choices&) {
    const Schedule& schedule = problem.schedule;
    const int stages = schedule.stages();
    if (stages % 2 != 0)
        return Error{say(phrase("refusal", "%1 needs an even number of ranks, not %2"), "DualPipe", stages), "ranks"};
    const std::array<std::vector<int>, 2> dealt = dealtTo(schedule);
    if (schedule.microbatches % 2 != 0 || schedule.microbatches < 2 * stages)
        return Error{sayCounted(countedPhrase("refusal",
                                              "DualPipe on %1 ranks needs an even number of at least %2 microbatches, "
                                              "not %3",
                                              "DualPipe on %1 rank needs an even number of at least %2 microbatches, "
                                              "not %3"),
                                problem.schedule.ranks(), problem.schedule.ranks(), 2 * stages, schedule.microbatches),
                     "microbatches"};
    if (dealt[0].size() != dealt[1].size())
        return Error{
            say(phrase("refusal", "DualPipe needs as many microbatches in one direction as in the other, not %1 "
                                  "and %2"),
                dealt[0].size(), dealt[1].size()),
            "direction_of"};
    OrderWriter order(problem);
    for (int depth = 0; depth < stages / 2; ++depth)
        for (const int near : {0, 1})
            addRow(order, schedule, depth, dealt[near], dealt[1 - near]);
    return order.take();
}

Result<Schedule> makeDualPipeV(const Plan& problem, const Choices&) {
    const Schedule& schedule = problem.schedule;
    const int stages = schedule.stages();
    if (schedule.microbatches < stages)
        return Error{sayCounted(countedPhrase("refusal", "DualPipeV on %1 ranks needs at least %2 microbatches, not %3",
                                              "DualPipeV on %1 rank needs at least %2 microbatches, not %3"),
                                problem.schedule.ranks(), problem.schedule.ranks(), stages, schedule.microbatches),
                     "microbatches"};
    const std::vector<int> all = dealtTo(schedule)[0];
    OrderWriter order(problem);
    for (int depth = 0; depth < stages / 2; ++depth)
        addRow(order, schedule, depth, all, all);
    return order.take();
}

} // namespace lanewright
