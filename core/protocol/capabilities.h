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
    std::vector<int> peers = {}; ///< numbers of the GPUs whose memory it reaches without a detour by the host

    friend bool operator==(const GpuReport&, const GpuReport&) = default;
};

struct CapabilityReport {
    bool mpi = false;
    std::vector<std::string> backends = {"cpu"};
    std::vector<GpuReport> gpus = {}; ///< in the order of their numbers
    std::string nccl = {};            ///< its version; empty: it is missing, or nobody has looked
    /// What is not there, a backend or `nccl`, and why.
    std::vector<std::pair<std::string, Message>> missing = {};

    bool has(std::string_view backend) const;
    /// Why a backend, or `nccl`, is not there, in one sentence; empty where nothing is known.
    Message reasonFor(std::string_view what) const;
    friend bool operator==(const CapabilityReport&, const CapabilityReport&) = default;
};

/// What stands in the way of runs on several of its GPUs, a sentence each; nothing where there is one.
std::vector<Message> remarksOn(const CapabilityReport& report);
/// "139.8 GiB".
std::string gibibytesText(Bytes bytes);

/// On one line.
std::string capabilitiesToJson(const CapabilityReport& report);
/// Fails on what is no answer of an engine's; keys that are not known, or missing, are no matter.
Result<CapabilityReport> capabilitiesFromJson(std::string_view text);

} // namespace lanewright
