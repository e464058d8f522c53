// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/frameworks/asked_shape.h"
#include "core/frameworks/framework_rules.h"
#include "core/frameworks/frameworks.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace lanewright {

/// A rule that a shape breaks.
struct Broken {
    std::string_view key = {}; ///< the rule's; `order`: the framework makes no such order by itself
    Message why = {};
    std::string_view source = {};
    int microbatches = 0; ///< those of the pass that breaks it

    friend bool operator==(const Broken&, const Broken&) = default;
};

/// How a framework comes to run an order.
enum class RunsBy : std::uint8_t { Itself, Csv, Nothing };
/// `itself`, `csv`, `nothing`.
std::string_view toText(RunsBy by);

/// Whether a framework runs an order: by a schedule of its own, or loaded from a file.
struct Verdict {
    Target target = {};
    const OwnOrder* own = nullptr;   ///< the schedule of its own that is meant; null: it has none
    std::vector<Broken> broken = {}; ///< what keeps its own schedule from making the order
    bool loads = false;              ///< it reads the order from a CSV and runs it
    Message notLoaded = {};          ///< why it does not; empty where it does, and of frameworks that read no files
    std::vector<std::string_view> hangsOn = {}; ///< names of transports; whoever has looked at messages fills it in

    bool makes() const { return own && broken.empty(); }
    RunsBy by() const {
        return !hangsOn.empty() ? RunsBy::Nothing : makes() ? RunsBy::Itself : loads ? RunsBy::Csv : RunsBy::Nothing;
    }
    bool runs() const { return by() != RunsBy::Nothing; }
};

/// The schedule of the framework, or of its base, that makes such an order; null: none does.
const OwnOrder* ownOrderOf(const Target& target, const AskedShape& shape);

/// The rules that keep the framework from making the order of each pass by itself; empty: it makes it. The rule `order`
/// alone, where it makes no such order whatever the numbers.
std::vector<Broken> brokenRules(const Target& target, const AskedShape& shape);

/// `plans`: an order of each pass, of which those are told apart that the framework can load; none: nothing is known.
Verdict verdictOn(const Target& target, const AskedShape& shape, const std::vector<Result<Plan>>& plans);

/// `runs by itself as ScheduleInterleaved1F1B`, `only from a CSV`, `hangs on nccl-nodes`, `does not run`.
Message wayOf(const Verdict& verdict);

} // namespace lanewright
