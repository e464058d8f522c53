// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/solve/anneal.h"
#include "core/solve/bottleneck.h"
#include "core/solve/groups.h"
#include "core/solve/pattern_search.h"
#include "core/solve/repetend.h"
#include "core/solve/rule_search.h"
#include "core/solve/starts.h"
#include "core/solve/windows.h"

#include <atomic>
#include <memory>
#include <optional>
#include <vector>

/// Several searches at once, from several starts. Inside core/solve only.
namespace lanewright {

/// Goes round after round. In each, every thread searches on its own from what all knew before, and what they found is
/// put together in the order of the threads: so a run repeats exactly where rounds count ops and not seconds.
class Portfolio {
public:
    Portfolio(const Frame& frame, Incumbent& incumbent, std::uint64_t seed, int threads);

    /// Takes what others made as starts.
    void add(std::vector<Start> starts);
    /// Makes more by list scheduling; at least one.
    void addLists(const Effort& effort);

    /// One round. `share` is the effort of each thread.
    void round(const Effort& share);

    /// Rounds without any improvement, the last ones.
    int calm() const { return m_calm; }
    const Draft& best() const { return m_best; }
    /// One rank holds the others up nearly from its first op to its last, so that a period is nearly its makespan:
    /// several chunks a rank are short of memory, or nearly so on a loop.
    bool isHeldUp() const { return isTight() || (m_shortage == Shortage::Nearly && m_isLoop); }

private:
    struct Worker {
        Worker(const Frame& frame, std::uint64_t seed)
            : annealing(frame.table, frame.objective), rules(frame.table, frame.instance, frame.objective),
              windows(frame.table, frame.objective), random(seed) {}

        Annealing annealing;
        RuleSearch rules;
        Windows windows;
        std::unique_ptr<Repetend> repetend = {};
        std::unique_ptr<PatternSearch> patterns = {};
        std::unique_ptr<BottleneckSearch> bottleneck = {};
        Random random;
        Draft found = {};
        RuleDraft rule = {};
        KnownGroups groups = {};
        Draft own = {}; ///< what it found in the round before, on a tight loop
        Method method = Method::Unknown;
    };

    enum class Way { Best, Others, Rules, Weights, Windows, Short, Patterns, Grouped, Bottleneck, Mend, MendOwn };

    bool isTight() const { return m_shortage == Shortage::Short; }
    bool isTightLoop() const { return isTight() && m_isLoop; }
    Way wayOf(int task) const;
    static Way wayOnLoop(int round, int worker);
    void work(Worker& worker, int task, const Effort& share);
    void workOnRules(Worker& worker, const Effort& share);
    void workOnWindows(Worker& worker, const Effort& share);
    void workOnShort(Worker& worker, const Effort& share);
    void workOnPatterns(Worker& worker, const Effort& share);
    void workOnGroups(Worker& worker, const Effort& share);
    void workOnBottleneck(Worker& worker, const Effort& share, bool grouped);
    void workOnMend(Worker& worker, Draft base, const Effort& share);
    const Draft& mendable(Random& random) const;
    BottleneckSearch& bottleneckOf(Worker& worker) const;
    void findCycles();
    std::vector<const RuleDraft*> rulesWithGroups() const;
    Groups nextGroups(Worker& worker) const;
    const Draft& pick(Random& random) const;
    void merge(Worker& worker, bool offers);
    void offer(const Draft& draft, Method method);

    const Frame& m_frame;
    Incumbent& m_incumbent;
    std::optional<int> m_short; ///< microbatches of the short problem
    Shortage m_shortage;
    bool m_isLoop;                        ///< groups may gain
    std::atomic<bool> m_circular = false; ///< a circle was seen that the timers did not look at
    bool m_findsCycles = false;           ///< they do
    int m_rounds = 0;
    int m_calm = 0;
    Draft m_best = {};
    std::vector<Draft> m_starts;    ///< the best first
    std::vector<RuleDraft> m_rules; ///< the best first
    KnownGroups m_groups = {};      ///< as known from the rounds before
    std::vector<std::unique_ptr<Worker>> m_workers;
};

} // namespace lanewright
