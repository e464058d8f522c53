// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/frameworks/asked_shape.h"
#include "core/frameworks/frameworks.h"

#include <span>
#include <string_view>

namespace lanewright {

/// What a framework asks of the numbers of an order that it makes by itself.
struct Rule {
    std::string_view key = {};    ///< `group-range`; no other's of the framework
    std::string_view orders = {}; ///< names of generators, between blanks; empty: all
    Phrase words = {};            ///< what must hold
    std::string_view source = {};
    /// Why the framework refuses the shape, or runs it wrongly; empty where the rule is kept. `others` is not looked
    /// at.
    Message (*broken)(const AskedShape& shape) = nullptr;
    Releases releases = {};

    bool isAbout(std::string_view generator) const;
};

/// The framework's own rules, without those of its base.
std::span<const Rule> rulesOf(Framework framework);

/// @name The tables, a source each, for `rulesOf`
/// @{
std::span<const Rule> pytorchRules();
std::span<const Rule> torchTitanRules();
std::span<const Rule> megatronRules();
std::span<const Rule> deepSpeedRules();
std::span<const Rule> mindSpeedRules();
std::span<const Rule> primusRules();
/// @}

/// A rule of several frameworks: a global batch is as many microbatches of all copies.
Message brokenBatch(const AskedShape& shape);
/// One chunk per rank.
Message brokenOneChunk(const AskedShape& shape);
/// At least two chunks per rank.
Message brokenSeveralChunks(const AskedShape& shape);
/// Two chunks per rank.
Message brokenTwoChunks(const AskedShape& shape);
/// More than one rank, of a schedule with several chunks.
Message brokenMoreThanOneRank(const AskedShape& shape);
/// As many layers on each rank, and on each of its chunks, unless a layout says otherwise.
Message brokenLayersOfRanks(const AskedShape& shape);
Message brokenLayersOfChunks(const AskedShape& shape);
/// At least 2·p − 1 microbatches.
Message brokenFullV(const AskedShape& shape);

} // namespace lanewright
