// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/solve/dealer.h"
#include "core/solve/methods.h"

#include <atomic>
#include <memory>
#include <vector>

/// Several searches at once, from several starts. Inside core/solve only.
namespace lanewright {

/// Goes round after round. In each, every thread searches by the method that is dealt to it, from what all knew before,
/// and what they found is put together in the order of the threads: so a run repeats exactly where rounds count ops and
/// not seconds.
class Portfolio {
public:
    /// The frame is told once timers must look at circles through several ranks.
    Portfolio(Frame& frame, Incumbent& incumbent, std::uint64_t seed, int threads);

    /// Takes what others made as starts.
    void add(std::vector<Start> starts);
    /// Makes more by list scheduling; at least one.
    void addLists(const Effort& effort);

    /// One round. `share` is the effort of each thread.
    void round(const Effort& share);

    /// Rounds without any improvement, the last ones.
    int calm() const { return m_calm; }
    const Draft& best() const { return m_known.best; }
    /// One rank holds the others up nearly from its first op to its last, so that a period is nearly its makespan:
    /// several chunks a rank are short of memory, or nearly so on a loop.
    bool isHeldUp() const { return m_shape.isTight() || (m_shape.shortage == Shortage::Nearly && m_shape.isLoop); }

private:
    void work(Worker& worker, const SearchMethod& method, const Effort& share);
    void merge(Worker& worker, bool offers);
    void trim();
    void findCycles();
    void offer(const Draft& draft, Method method);

    Frame& m_frame;
    Incumbent& m_incumbent;
    Shape m_shape;
    Dealer m_dealer;
    Known m_known = {};
    std::atomic<bool> m_circular = false; ///< a circle was seen that the timers did not look at
    int m_calm = 0;
    std::vector<std::unique_ptr<Worker>> m_workers = {};
};

} // namespace lanewright
