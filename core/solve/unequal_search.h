// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/solve/anneal.h"
#include "core/solve/microbatch_search.h"
#include "core/solve/starts.h"

#include <memory>
#include <optional>
#include <vector>

/// Searches for problems whose microbatches differ. Inside core/solve only.
namespace lanewright {

/// Moves single ops, each by its own time: annealing on the instance in which microbatches
/// stand apart (`Unequal::Apart`), so that any order can come out.
class OpSearch {
public:
    OpSearch(const Plan& problem, Objective objective) : m_plan(problem), m_objective(objective) {}

    /// The best it finds from the schedule on; none where that can't be searched: too large, or not legal once BW and
    /// pairs are cut.
    std::optional<Schedule> run(const Schedule& start, const Effort& effort, Random& random);
    /// Rounds without a better order, the last ones. The more, the hotter annealing begins where ops are few.
    void setCalm(int rounds) { m_calm = rounds; }

private:
    struct Laid {
        explicit Laid(const Plan& plan, Objective objective)
            : frame(plan, objective, Unequal::Apart), annealing(frame.table, objective), timer(frame.table, objective) {
        }

        Frame frame;
        Annealing annealing;
        Timer timer;
    };

    Plan m_plan;
    Objective m_objective;
    int m_calm = 0;
    std::unique_ptr<Laid> m_laid = {}; ///< for the deal of `m_plan`
};

/// Goes round after round as `Portfolio` does, each thread from the best order known, and offers what is found.
class UnequalSearch {
public:
    UnequalSearch(const Plan& problem, Objective objective, Moves moves, bool deals, Incumbent& incumbent,
                  std::uint64_t seed, int threads);

    /// One round. `share` is the effort of each thread.
    void round(const Effort& share);
    /// Rounds without any improvement, the last ones.
    int calm() const { return m_calm; }
    /// True when nothing is left to try: only whole microbatches may move, and all of their orders were tried from the
    /// best order known.
    bool isExhausted() const;
    /// Takes the schedule if it is valid and better than what is known.
    void offer(Schedule schedule, const MadeBy& madeBy);

private:
    struct Worker {
        MicrobatchSearch microbatches;
        OpSearch ops;
        Random random;
        std::optional<Schedule> found = {};
        Method method = Method::Unknown;
    };

    bool movesMicrobatches(int task, const Schedule& start) const;
    void work(Worker& worker, int task, const Schedule& start, const Effort& share) const;

    const Plan& m_problem;
    Objective m_objective;
    Moves m_moves;
    Incumbent& m_incumbent;
    int m_rounds = 0;
    int m_calm = 0;
    std::optional<Schedule> m_allTried = {}; ///< all orders of its microbatches were tried, none is better
    std::vector<std::unique_ptr<Worker>> m_workers = {};
};

} // namespace lanewright
