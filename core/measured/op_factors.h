// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measured/step_graph.h"

#include <cstddef>
#include <vector>

namespace lanewright {

/// Takes the times of a job's ops apart: time = typical time of its stage × factor of its rank × factor of its
/// microbatch × the rest, which is jitter. Factors are around 1.
///
/// A rank has a factor only where it is slow: where its ops take longer than those of its twins, the ranks with the
/// same stages (where there are none and each rank has several stages: longer in all of its stages), by more than 2 %
/// and more than four standard errors, since a rank that was dealt long microbatches is not a slow one. The factor of a
/// microbatch is what all its ops of a step share, drawn towards 1 as far as jitter alone would make such sums differ
/// (analysis of variance, with the estimate of Efron and Morris: Stein's Estimation Rule and Its Competitors. 1973).
/// Linear in the number of actions.
class OpFactors {
public:
    explicit OpFactors(const JobGraph& job);

    /// The mean over all stages; as if no rank were slow.
    double familyMean(int family) const { return m_family[family]; }
    /// The mean in one stage; as if no rank were slow.
    double stageMean(int family, int stage) const { return m_stage[cellOf(family, stage)]; }
    double ofRank(int replica, int rank) const { return m_rank[static_cast<std::size_t>(replica) * m_ranks + rank]; }
    /// `step` is the place of the step in the job.
    double ofMicrobatch(std::size_t step, int replica, int microbatch) const {
        return m_microbatch[step][static_cast<std::size_t>(replica) * m_microbatches + microbatch];
    }
    /// The work of one microbatch in the stage, all kinds of ops together.
    double stageWork(int stage) const;
    int microbatches() const { return m_microbatches; }

private:
    std::size_t cellOf(int family, int stage) const { return static_cast<std::size_t>(family) * m_stages + stage; }
    void findStages(const JobGraph& job);
    void findSlowRanks(const JobGraph& job);
    void findMicrobatches(const JobGraph& job);

    int m_ranks;
    int m_stages;
    int m_microbatches = 0;
    std::vector<double> m_family = {};
    std::vector<double> m_stage = {};
    std::vector<double> m_rank = {};
    std::vector<std::vector<double>> m_microbatch = {};
};

} // namespace lanewright
