// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/gpu/enqueue_list.h"

#include <map>
#include <utility>

namespace lanewright::engine {

/// Writes commands into an order while it is made.
class EnqueueListBuilder {
public:
    EnqueueListBuilder(EnqueueList& list, const ProcessMap& processMap) : m_list(&list), m_processMap(&processMap) {}

    const ProcessMap& processMap() const { return *m_processMap; }
    bool shareProcess(int rank, int other) const { return m_processMap->of(rank) == m_processMap->of(other); }
    /// The number of the command that comes next.
    int next() const { return static_cast<int>(m_list->commands.size()); }
    /// Its process follows from its rank. Of what it waits for, what is no command (−1), stands twice, or comes before
    /// it in its own stream is left out.
    int add(Command command);
    /// Both ends of a way from one rank to another on another process, and when each can start.
    struct Way {
        int send = -1;
        int receive = -1;
    };
    Way addTransfer(const Command& what, int from, int to, std::vector<int> beforeSending,
                    std::vector<int> beforeReceiving);

private:
    EnqueueList* m_list;
    const ProcessMap* m_processMap;
    std::map<std::pair<int, int>, int> m_links; ///< by the ranks
};

/// Puts the ways of gradients between the copies of stages into an order.
class GradientReduction {
public:
    /// `request` outlives this.
    GradientReduction(const RunRequest& request, EnqueueList& list, EnqueueListBuilder& book);

    /// The run has been entered: adds what its end lets begin.
    void follow(const BlockRun& run);

private:
    /// A copy of a stage.
    struct Copy {
        int left = 0;                 ///< backward ops that have not been entered
        int last = -1;                ///< command of the last
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
    int addReduceStep(const ReduceStep& reduceStep);
    void passOn(int stage, int from);
    void passOn(ReduceStep reduceStep, int number);
    void passBack(int stage);
    int passBack(const ReduceStep& reduceStep, int number, int sum);

    const RunRequest* m_request;
    const Placement* m_placement;
    EnqueueList* m_list;
    EnqueueListBuilder* m_builder;
    std::vector<Copy> m_copies;     ///< by direction, then stage
    std::vector<int> m_reached;     ///< by stage: the direction that the sum has come to
    std::vector<Scratch> m_scratch; ///< by rank
};

} // namespace lanewright::engine
