// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/placement.h"

#include "engine/cpu/rank_stages.h"
#include "engine/ranks/inbox.h"
#include "engine/ranks/waiter.h"

#include <compare>
#include <map>
#include <vector>

namespace lanewright::engine {

/// One rank's part in adding the gradients of all copies of its stages. Each copy lives on a path of the microbatches
/// of its own.
///
/// The numbers of a stage are cut into as many pieces as it has copies. Each copy adds one piece over all of them, in
/// the order of the directions, and sends the sum to the others: so all copies have the same bits, whatever arrives
/// first, and a rank sends and receives twice its gradients at most, however many copies there are.
class GradientExchange {
public:
    GradientExchange(const Placement& placement, int rank, RankStages& stages, Inbox& inbox, Waiter& waiter);

    /// Replaces the gradients of every copy here by the sums over all copies. All ranks call it once per step.
    void run(int step);

private:
    /// A piece of one stage's numbers on its way.
    struct Piece {
        int stage = 0;
        int from = 0;       ///< direction of the copy that sends it
        int to = 0;         ///< direction of the copy that gets it
        bool isSum = false; ///< else one copy's own numbers

        friend auto operator<=>(const Piece&, const Piece&) = default;
    };

    int directions() const { return static_cast<int>(m_placement->directions.size()); }
    /// Calls `visit(copy, other, isHere)` for each copy of this rank and each other direction. `isHere` says whether
    /// that copy of the stage is on this rank as well.
    template <typename Visit>
    void forEachOther(Visit visit);
    /// The piece of a copy's gradient that the copy of `owner` adds.
    Tensor pieceOf(const StageCopy& copy, int owner);
    void send(const Piece& piece, const Tensor& numbers);
    /// Waits for a piece from another rank.
    std::vector<float> receive(const Piece& piece, int step);
    /// Adds the copy's piece over all copies.
    void addPieces(const StageCopy& copy, int step);

    const Placement* m_placement;
    int m_rank;
    RankStages* m_stages;
    Inbox* m_inbox;
    Waiter* m_waiter;
    std::map<Piece, std::vector<float>> m_early; ///< that came before they were waited for
};

} // namespace lanewright::engine
