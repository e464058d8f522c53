// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"
#include "core/model/memory_costs.h"
#include "core/model/placement.h"

#include <optional>
#include <vector>

/// What an engine says of itself before its first step when it is asked to.
namespace lanewright {

template <typename T>
struct FileFields;

/// What one copy of a stage takes and gives back, and what it always holds.
struct StageBytes {
    StageCopy copy = {};
    StageMemory memory = {};

    friend bool operator==(const StageBytes&, const StageBytes&) = default;
};

/// Whether what the stage always holds was measured, too: it is never nothing.
inline bool holdsStatic(const StageBytes& stage) { return stage.memory.fixed > 0; }

/// How long messages took to a rank and back while all links of the run carried some.
struct LinkTrips {
    int from = 0;
    int to = 0;
    Bytes valueBytes = 0;         ///< the size of the large messages: as many as a value has
    std::vector<Time> small = {}; ///< messages of a few bytes
    std::vector<Time> large = {};

    friend bool operator==(const LinkTrips&, const LinkTrips&) = default;
};

/// What the run takes of a GPU's memory, in bytes.
struct DeviceUse {
    Bytes planned = 0; ///< as it was known before any was taken
    Bytes held = 0;    ///< as it is, after a whole step

    friend bool operator==(const DeviceUse&, const DeviceUse&) = default;
};

struct ProbeEvent {
    std::vector<StageBytes> stages = {};  ///< by direction, then stage
    std::vector<LinkTrips> links = {};    ///< that carry values, by sender, then receiver
    std::optional<DeviceUse> device = {}; ///< the first process's GPU; none where ranks compute on CPUs

    friend bool operator==(const ProbeEvent&, const ProbeEvent&) = default;
};

/// The members behind the event's name.
const FileFields<ProbeEvent>& probeFields();

} // namespace lanewright
