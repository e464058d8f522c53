// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/model/plan.h"
#include "core/model/timeline.h"
#include "core/simulate/metrics.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanewright {

enum class Severity : std::uint8_t { Error, Warning, Note };
std::string_view toText(Severity severity);

/// Something about a schedule that a person should know. Errors make it invalid: no engine runs it.
///
/// Codes are stable: `incomplete` (an op is missing), `duplicate`, `misplaced` (on another rank than its stage),
/// `precedence` (an op before one it needs on the same rank), `deadlock` (ranks that wait for each other), `fused` (a
/// microbatch has B or W beside its BW), `pair` (an overlapped pair that is not an F with a B or BW of other
/// microbatches), `memory` (over the limit), `device-memory`; warnings `gap` (a gap lengthens the makespan), `crossed`
/// (values of one link needed in another order than sent), `staging` (W out of microbatch order), `unknown-key` (the
/// file has a key that the format does not know; it is kept).
struct Finding {
    std::string code = {};
    Severity severity = Severity::Error;
    int rank = -1;             ///< −1: not about one rank
    std::optional<Op> op = {}; ///< the op to jump to
    Message message = {};      ///< a sentence

    friend bool operator==(const Finding&, const Finding&) = default;
};

/// Everything there is to say about the plan, errors first, then by rank and position. At most 200 of one code; the
/// last of those then says how many more there are.
std::vector<Finding> validate(const Plan& plan);

/// As above with the plan's own simulation at hand.
std::vector<Finding> validate(const Plan& plan, const Timeline& timeline);

/// True when none of the findings is an error.
bool isValid(const std::vector<Finding>& findings);

/// Whether it says that a limit on memory is not kept.
bool isAboutMemory(const Finding& finding);

/// True when none is an error but about memory: every op stands once, where it can, and all of them run. Only such an
/// order has an iteration.
bool isWhole(const std::vector<Finding>& findings);

/// What is wrong with a plan, and its numbers as far as they hold: all where the order is whole, else `partOf` them.
struct Checked {
    std::vector<Finding> errors = {}; ///< those findings that are
    Metrics metrics = {};
};

/// `timeline` is the plan's own.
Checked checked(const Plan& plan, const Timeline& timeline);

} // namespace lanewright
