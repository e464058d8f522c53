// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/plan.h"

#include <optional>
#include <span>
#include <string_view>

namespace lanewright {

/// A schedule class of torch.distributed.pipelining.
struct TorchClass {
    std::string_view generator = {}; ///< ours that makes its order
    std::string_view name = {};      ///< `ScheduleGPipe`
    int since = 0;                   ///< the 2.x that it came with
    int chunks = 0;                  ///< per rank; 0: any number

    /// As `get_schedule_class` knows it, and as TorchTitan and NeMo are told: `GPipe`.
    std::string_view flag() const { return name.substr(std::string_view{"Schedule"}.size()); }
};

/// All, in the order in which an order is held against them.
std::span<const TorchClass> torchClasses();

/// How stages lie on ranks, as far as trainers can build it.
enum class StageMap : std::uint8_t {
    Loop, ///< stage i on rank i mod ranks, the same number on each
    V,    ///< down and up again, two on each
    Other,
};
StageMap stageMapOf(const std::vector<int>& rankOf, int ranks);

/// The class that a trainer is told with a CSV: it builds stages as the class wants them and takes the order from the
/// file.
struct NamedClass {
    const TorchClass* torchClass = nullptr;
    bool isItsOrder = false; ///< the class would make this very order; else one on the same stages
};

/// The class of the order or, of an order of no class or of more than a million ops, the plainest that lies on stages
/// so. None where stages lie neither in a loop nor in a V. A few milliseconds for 10 000 ops.
std::optional<NamedClass> classFor(const Plan& plan);

} // namespace lanewright
