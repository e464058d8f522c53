// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/program/enqueue_list_builder.h"

#include <vector>

namespace lanewright {

/// Adds the transfers and sums of gradients between the copies of stages to a list, as soon as the copies' last
/// backwards let them begin. Inside core/program only.
class GradientReduction {
public:
    /// All outlive this.
    GradientReduction(const Schedule& schedule, const EnqueueTarget& target, EnqueueList& list,
                      EnqueueListBuilder& builder);

    /// The run has been added: adds what its end lets begin.
    void follow(const BlockRun& run);

private:
    /// A copy of a stage.
    struct Copy {
        int left = 0;                 ///< backward ops that have not been added
        int last = -1;                ///< command of the last one
        std::vector<int> summed = {}; ///< by piece: the command after which it holds the sum of all up to here
        std::vector<int> read = {};   ///< by piece: the command that has read that sum last
    };
    struct Scratch {
        int next = 0;
        std::vector<int> used = std::vector<int>(kScratches, -1); ///< the commands that read them last
    };
    int directions() const { return static_cast<int>(m_placement->directions.size()); }
    Copy& copy(int direction, int stage);
    int piecesOf(int stage) const;
    ReduceStep piece(int stage, int number) const;
    int addReduceStep(const ReduceStep& step);
    void passOn(int stage, int from);
    void passOn(ReduceStep step, int number);
    void passBack(int stage);
    int passBack(const ReduceStep& step, int number, int sum);

    const Schedule* m_schedule;
    const Placement* m_placement;
    const EnqueueTarget* m_target;
    EnqueueList* m_list;
    EnqueueListBuilder* m_builder;
    std::vector<Copy> m_copies;     ///< by direction, then stage
    std::vector<int> m_reached;     ///< by stage: the direction that the sum has come to
    std::vector<Scratch> m_scratch; ///< by rank
};

} // namespace lanewright
