// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/planner/input/cluster.h"
#include "core/planner/input/layered_model.h"
#include "core/planner/what_if.h"

#include <optional>
#include <string>
#include <vector>

namespace lanewright::app {

/// What a person asks "what if" about; as made, it asks nothing.
struct Questions {
    int microbatches = 0; ///< 0: as many as the model says
    std::string slowDevice = {};
    double slowFactor = 1; ///< times as long
    int wire = -1;         ///< index of the link in the cluster as opened
    double wireFactor = 1; ///< times the bandwidth
    std::string lostDevice = {};
    int context = 0; ///< tokens of a sample; 0: as the model says
    int batch = 0;   ///< samples of a microbatch; 0: as the model says
    std::optional<Recompute> recompute = {};

    bool asksNothing() const { return *this == Questions{}; }
    friend bool operator==(const Questions&, const Questions&) = default;
};

/// The questions one by one, for the cluster as opened. One that changes nothing is left out.
std::vector<WhatIf> whatIfsOf(const Questions& questions, const Cluster& cluster);

} // namespace lanewright::app
