// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/gpu/enqueue_list.h"

#include <map>
#include <utility>

namespace lanewright::engine {

/// Writes entries into an order while it is made.
class OrderBook {
public:
    OrderBook(DeviceOrder& order, const Seating& seating) : m_order(&order), m_seating(&seating) {}

    const Seating& seating() const { return *m_seating; }
    bool shareSeat(int rank, int other) const { return m_seating->of(rank) == m_seating->of(other); }
    /// The number of the entry that comes next.
    int next() const { return static_cast<int>(m_order->entries.size()); }
    /// Its seat follows from its rank. Of what it waits for, what is no entry (−1), stands twice, or comes before it in
    /// its own stream is left out.
    int add(Entry entry);
    /// Both ends of a way from one rank to another on another seat, and when each can start.
    struct Way {
        int send = -1;
        int receive = -1;
    };
    Way addWay(const Entry& what, int from, int to, std::vector<int> beforeSending, std::vector<int> beforeReceiving);

private:
    DeviceOrder* m_order;
    const Seating* m_seating;
    std::map<std::pair<int, int>, int> m_links; ///< by the ranks
};

/// Puts the ways of gradients between the copies of stages into an order.
class GradientWays {
public:
    /// `request` outlives this.
    GradientWays(const RunRequest& request, DeviceOrder& order, OrderBook& book);

    /// The turn has been entered: adds what its end lets begin.
    void follow(const Turn& turn);

private:
    /// A copy of a stage.
    struct Copy {
        int left = 0;                 ///< backward ops that have not been entered
        int last = -1;                ///< entry of the last
        std::vector<int> summed = {}; ///< by piece: the entry after which it holds the sum of all up to here
        std::vector<int> read = {};   ///< by piece: the entry that has read that sum last
    };
    struct Scratch {
        int next = 0;
        std::vector<int> used = std::vector<int>(kScratches, -1); ///< the entries that read them last
    };
    int directions() const { return static_cast<int>(m_placement->directions.size()); }
    Copy& copy(int direction, int stage);
    int piecesOf(int stage) const;
    Hop piece(int stage, int number) const;
    int addHop(const Hop& hop);
    void passOn(int stage, int from);
    void passOn(Hop hop, int number);
    void passBack(int stage);
    int passBack(const Hop& hop, int number, int sum);

    const RunRequest* m_request;
    const Placement* m_placement;
    DeviceOrder* m_order;
    OrderBook* m_book;
    std::vector<Copy> m_copies;     ///< by direction, then stage
    std::vector<int> m_reached;     ///< by stage: the direction that the sum has come to
    std::vector<Scratch> m_scratch; ///< by rank
};

} // namespace lanewright::engine
