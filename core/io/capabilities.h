// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/base/units.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// What an engine says when it is asked what it can do; see section 4 of `engine/PROTOCOL.md`.
namespace lanewright {

/// A GPU of the engine's machine.
struct GpuReport {
    std::string name = {};
    std::string driver = {};
    std::string capability = {};
    int processors = 0;
    Bytes memory = 0;

    friend bool operator==(const GpuReport&, const GpuReport&) = default;
};

struct CapabilityReport {
    bool mpi = false;
    std::vector<std::string> backends = {"cpu"};
    std::vector<GpuReport> gpus = {};                              ///< in the order of their numbers
    std::vector<std::pair<std::string, std::string>> missing = {}; ///< backends that are not there, and why

    bool has(std::string_view backend) const;
    /// Why the backend is not there, in one sentence; empty where nothing is known.
    std::string reasonFor(std::string_view backend) const;
    friend bool operator==(const CapabilityReport&, const CapabilityReport&) = default;
};

/// On one line.
std::string capabilitiesToJson(const CapabilityReport& report);
/// Fails on what is no answer of an engine's; keys that are not known, or missing, are no matter.
Result<CapabilityReport> capabilitiesFromJson(std::string_view text);

} // namespace lanewright
