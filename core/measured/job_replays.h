// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/measured/op_factors.h"
#include "core/measured/step_graph.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <tuple>
#include <vector>

namespace lanewright {

/// A time in ticks; none below 0.
inline Time wholeTime(double time) { return static_cast<Time>(std::llround(std::max(0.0, time))); }

/// A link of one replica: its place, sender, receiver.
using ReplicaLink = std::tuple<int, int, int>;

/// Links that take far longer than the others, and what they would take.
struct SlowLinks {
    std::map<ReplicaLink, double> factor = {}; ///< usual time / own time
    ReplicaLink worst = {-1, -1, -1};
};

/// Replays all steps of a job under one condition after another.
class JobReplays {
public:
    /// Keeps a reference to the job.
    explicit JobReplays(const JobGraph& job);

    const OpFactors& factors() const { return m_factors; }
    const SlowLinks& slowLinks() const { return m_slowLinks; }
    /// What a way takes where its link is as fast as the others.
    Time usualTime(const Action& action) const;
    /// Per step: what the last replay took.
    const std::vector<Time>& ofStep() const { return m_ofStep; }

    /// The mean over the steps when every action takes `lengthOf(action, place of the step)` and starts
    /// `delayOf(action)` late.
    double replayed(const auto& lengthOf, const auto& delayOf) {
        double sum = 0;
        m_ofStep.clear();
        for (std::size_t at = 0; at < m_job.steps.size(); ++at) {
            const StepGraph& step = m_job.steps[at];
            m_lengths.clear();
            m_delays.clear();
            for (const Action& action : step.actions) {
                m_lengths.push_back(lengthOf(action, at));
                m_delays.push_back(delayOf(action));
            }
            m_ofStep.push_back(replay(step, m_lengths, m_delays, m_ends));
            sum += static_cast<double>(m_ofStep.back());
        }
        return m_job.steps.empty() ? 0 : sum / static_cast<double>(m_job.steps.size());
    }
    double replayed(const auto& lengthOf) {
        return replayed(lengthOf, [](const Action&) { return Time{0}; });
    }

private:
    const JobGraph& m_job;
    OpFactors m_factors;
    SlowLinks m_slowLinks;
    std::vector<Time> m_ofStep = {};
    std::vector<Time> m_lengths = {};
    std::vector<Time> m_delays = {};
    std::vector<Time> m_ends = {};
};

} // namespace lanewright
