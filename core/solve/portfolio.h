// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/solve/dealer.h"
#include "core/solve/methods.h"

#include <memory>
#include <vector>

/// A portfolio: several searches at once, from several starts, since no method is the best on all problems and how long
/// one takes depends on chance (Huberman, Lukose, Hogg: An Economics Approach to Hard Computational Problems. Science
/// 275, 1997). Their shares of time were fixed; here methods that gain get more (`Dealer`). Inside core/solve only.
namespace lanewright {

/// Runs rounds. In each, every thread searches by the method that is dealt to it (`Dealer`), from what all threads knew
/// before, and what they found is put together in the order of the threads. So a run repeats exactly where rounds count
/// ops and not seconds.
class Portfolio {
public:
    Portfolio(const SearchFrame& frame, Incumbent& incumbent, std::uint64_t seed, int threads);

    /// Takes starts that others made.
    void add(std::vector<Start> starts);
    /// Makes starts by list scheduling, at least one.
    void addLists(const Effort& effort);

    /// Runs one round. `share` is the effort of each thread.
    void round(const Effort& share);

    /// How many rounds in a row have improved nothing, up to now.
    int calm() const { return m_calm; }
    const Draft& best() const { return m_known.best; }
    /// True where several chunks a rank are short of memory, on a loop also where nearly. There one rank holds the
    /// others up nearly from its first op to its last, so that the period is nearly the makespan.
    bool isHeldUp() const { return m_shape.isTight() || (m_shape.shortage == Shortage::Nearly && m_shape.isLoop); }

private:
    void work(Worker& worker, const SearchMethod& method, const Effort& share);
    void merge(Worker& worker, bool offers);
    void trim();
    void offer(const Draft& draft, Method method);

    const SearchFrame& m_frame;
    Incumbent& m_incumbent;
    Shape m_shape;
    Dealer m_dealer;
    Known m_known = {};
    int m_calm = 0;
    std::vector<std::unique_ptr<Worker>> m_workers = {};
};

} // namespace lanewright
