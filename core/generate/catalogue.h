// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/base/result.h"
#include "core/model/objective.h"
#include "core/model/plan.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace lanewright {

/// What a person may choose beside the problem. A generator looks only at what it says it takes.
struct Choices {
    /// What an automatic method makes small: unless told otherwise the cost of the papers it is from.
    Objective objective = Objective::LongestSpan;
    std::optional<int> group =
        {}; ///< microbatches of a group that pass a chunk one after the other; none: as the method does

    friend bool operator==(const Choices&, const Choices&) = default;
};

/// One way to make an order.
struct Generator {
    std::string_view name;            ///< as on the command line: `zb-h1`
    std::string_view title;           ///< as people say it: `ZB-H1`
    Phrase summary;                   ///< one line
    Phrase parameters = {};           ///< what it looks at beside ranks, microbatches and costs
    Phrase closedForm = {};           ///< longest span for equal stages and when it is that, or empty
    std::string_view source;          ///< the paper
    bool splitsBackward = true;       ///< emits B and W; else BW
    bool followsCosts = false;        ///< the order depends on costs and memory limits; else on the shape alone
    bool followsMicrobatches = false; ///< where microbatches differ, it looks at each; else at their mean, if at any
    bool takesObjective = false;      ///< may be asked for another objective than the longest span
    bool takesGroup = false;
    bool takesHalfGroups = false; ///< half as many microbatches as there are ranks will do; else as many
    bool takesChunks = false;     ///< runs as many chunks per rank as the problem has; else always the same number
    /// The problem as the method takes it: on another placement, with the limits it implies. It changes nothing where
    /// the problem suits as it is.
    Plan (*prepare)(const Plan& problem) = nullptr;
    /// Makes the order for a prepared problem (its own order, if any, is ignored). Fails in words when the problem does
    /// not suit the method or the memory limit can't be kept; the words name rank, op and the least limit that would
    /// do.
    Result<Schedule> (*make)(const Plan& problem, const Choices& choices);
};

/// All generators, in the order of the list people see, family after family (`families.h`).
std::span<const Generator> generators();
const Generator* findGenerator(std::string_view name);

/// `ZB-H1`, as what is made by it begins.
Message titleOf(const Generator& generator);
/// `ZB-H1, 4 ranks, 8 microbatches`.
Message titleOf(const Generator& generator, int ranks, int microbatches);

/// What the method does not look at in a problem whose microbatches differ; empty where it looks at all or where they
/// are equal.
Message leftOutBy(const Generator& generator, const Plan& problem);

/// The problem as the method takes it, with the memory limits that the problem has in place of those that the method
/// implies.
Plan preparedFor(const Generator& generator, const Plan& problem);

/// What the method would hold beyond a limit of the problem, which was kept; empty where it implies no more. `plan` is
/// the problem or what was made of it.
Message keptLimitsOf(const Generator& generator, const Plan& plan);

/// Fails where a choice would do nothing.
Result<Done> checkChoices(const Generator& generator, const Choices& choices);

/// The most ops that `generate` makes; beyond, it refuses.
constexpr std::int64_t kMostOps = std::int64_t{1} << 24;

/// The problem with its order made by the named generator, a title such as `ZB-H1, 4 ranks, 8 microbatches`, and, on
/// ranks without a limit, the limits that the generator implies (`zb-1p`, `zb-2p`). Limits and a title that a person
/// gave stay; the order keeps the smaller of both limits. Where the method wants another placement, the problem is
/// re-placed and the title ends in `, re-placed`. The result holds a complete, valid schedule. Fails on unknown names
/// (listing those there are), on choices that the generator does not take, and on problems that don't suit.
Result<Plan> generate(std::string_view name, const Plan& problem, const Choices& choices = {});

} // namespace lanewright
