// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/plan.h"
#include "core/model/timeline.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace lanewright {

/// What a person looks for among the ops. All conditions must hold.
struct Search {
    enum class What : std::uint8_t {
        Kind,
        Stage,
        Microbatch,
        Rank,
        Duration,
        Wait, ///< the rank's idle time right before the block
        Start,
        End,
        Slip,  ///< measured − planned start
        Slack, ///< how much later it may start before the makespan grows
    };
    /// The number is in [low, high].
    struct Condition {
        What what = What::Kind;
        std::int64_t low = 0;
        std::int64_t high = 0;

        friend bool operator==(const Condition&, const Condition&) = default;
    };
    std::vector<Condition> conditions = {};

    friend bool operator==(const Search&, const Search&) = default;
};

/// Reads words such as `B3` (B of microbatch 3), `B2.5` (stage 2, microbatch 5), `W*`, `s2`, `r1`, `mb:7`, `mb:2-4`,
/// `dur>2ms`, `wait>0`, `start<=10`, `slip>1ms`, `slack=0`; a `*` stands for any number. Times without a unit are in
/// `unit`. Fails, naming the word, on what it does not understand; an empty text is an error, too.
Result<Search> searchFromText(std::string_view text, TimeUnit unit);

/// The ops of the plan's order that the search finds, by start, then rank; at the end those that never start, by rank
/// and position, for which no condition on a time holds. `timeline` is the predicted one; `measured` is a timeline of
/// the same ops, for slips; null: nothing has a slip.
std::vector<Op> findOps(const Search& search, const Plan& plan, const Timeline& timeline,
                        const Timeline* measured = nullptr);

} // namespace lanewright
