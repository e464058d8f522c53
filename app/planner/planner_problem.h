// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/planner/partition.h"

#include <utility>

namespace lanewright::app {

/// A model, a cluster, what parts of the one cost on the other, and how iterations end. Shared between threads, so
/// nothing in it changes.
class PlannerProblem {
public:
    PlannerProblem(LayeredModel model, Cluster cluster, OptimizerMode mode)
        : m_model(std::move(model)), m_cluster(std::move(cluster)), m_pricing(m_model, m_cluster, mode) {}
    PlannerProblem(const PlannerProblem&) = delete;
    PlannerProblem& operator=(const PlannerProblem&) = delete;

    const LayeredModel& model() const { return m_model; }
    const Cluster& cluster() const { return m_cluster; }
    const Pricing& pricing() const { return m_pricing; }
    /// There are a model and a cluster.
    bool isWhole() const { return !m_model.layers.empty() && !m_cluster.devices.empty(); }
    OptimizerMode optimizerMode() const { return m_pricing.optimizerMode(); }

private:
    LayeredModel m_model;
    Cluster m_cluster;
    Pricing m_pricing; ///< points to the two above
};

} // namespace lanewright::app
