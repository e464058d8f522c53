// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace lanewright {

/// Who trains in the order of a pipeline schedule, and has rules of its own for it.
enum class Framework : std::uint8_t { Pytorch, TorchTitan, Megatron, DeepSpeed, MindSpeed, Primus };

constexpr std::array<std::string_view, 6> kFrameworkKeys{"pytorch",   "torchtitan", "megatron",
                                                         "deepspeed", "mindspeed",  "primus"};
/// As `--for` names it: `megatron`.
constexpr std::string_view toText(Framework framework) { return kFrameworkKeys[static_cast<std::size_t>(framework)]; }

/// The first two numbers of a release.
struct Release {
    int first = 0;
    int second = 0;

    std::string text() const;
    friend auto operator<=>(const Release&, const Release&) = default;
};

/// The releases from one on and before another.
struct Releases {
    Release from = {};
    Release before = {1 << 20, 0};

    bool hold(Release release) const { return from <= release && release < before; }
    bool areAll() const { return *this == Releases{}; }
    /// `from 0.10`, `2.7 to before 2.11`; empty where they are all.
    std::string text() const;
    friend bool operator==(const Releases&, const Releases&) = default;
};

/// A framework, and where its rules were read.
struct FrameworkFacts {
    Framework framework = {};
    std::string_view name = {};
    Release oldest = {}; ///< the first whose rules were read
    Release read = {};   ///< the last; what is newer is taken to have the same
    /// What carries its messages, by the names of `transports()`; empty: nothing that is known here.
    std::span<const std::string_view> transports = {};
    std::string_view source = {};
    std::optional<Framework> base = {}; ///< whose rules hold, too
    Release baseRead = {};              ///< in which release
};

const FrameworkFacts& factsOf(Framework framework);
/// All, in the order in which verdicts are given.
std::span<const FrameworkFacts> frameworks();

/// A framework in one of its releases.
struct Target {
    Framework framework = {};
    Release release = {};

    /// `Megatron-Core 0.16`.
    std::string text() const;
    friend bool operator==(const Target&, const Target&) = default;
};

/// The last release that was read.
Target targetOf(Framework framework);
/// Whose rules hold for the target too; none where it has its own alone.
std::optional<Target> baseOf(const Target& target);
/// The release of PyTorch whose pipelines it runs; none: it has its own, and reads no CSV.
std::optional<Release> torchOf(const Target& target);
/// Reads `megatron` or `megatron@0.9`. Fails on other names, listing those there are, and on releases before the first
/// that was read.
Result<Target> targetFromText(std::string_view text);

/// An order that a framework makes by itself.
struct OwnOrder {
    Framework framework = {};
    std::string_view generator = {}; ///< ours that makes it
    std::string_view name = {};      ///< what the framework calls it: `ScheduleInterleaved1F1B`
    Releases releases = {};
    bool isAlike = true; ///< op for op the order of our generator; else one of the same kind
};

/// All orders that all frameworks make.
std::span<const OwnOrder> ownOrders();

} // namespace lanewright
