// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/question.h"
#include "core/base/result.h"
#include "core/model/plan.h"

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

/// Edits in the words of requests, which name ops as files do: those of the command `edit` and of a board.
namespace lanewright::api {

/// One of them says what is done; the others how. `move`, `insert`, `remove`, `split` and `fuse` take several ops:
/// `F0.1,F0.2`.
struct NamedEdit {
    std::string move = {};
    std::string insert = {};
    std::string before = {};
    std::string after = {};
    std::optional<int> by = {};
    std::optional<int> stage = {};
    std::optional<int> direction = {};
    std::optional<int> toRank = {};
    std::string split = {};
    std::optional<int> weightParts = {};
    std::string fuse = {};
    std::string pair = {};
    std::string with = {};
    std::string unpair = {};
    std::string gap = {};
    std::string time = {};
    std::string remove = {};
    std::string repeat = {}; ///< the interval of the building block, or `least`
    bool squeeze = false;
};

/// What came of an edit.
struct EditedPlan {
    Plan plan = {};
    Message sentence = {}; ///< what was done: `Move B1.3 before W1.2`
    std::set<Op> ops = {}; ///< that it was done to
};

/// Where ops go that are inserted without saying where.
enum class Inserts : std::uint8_t { Best, Behind };

/// The rows of the options.
std::vector<Option> namedEditOptions();
/// The same in a request R that has them as a member.
template <typename R>
std::vector<Option> namedEditOptions(NamedEdit R::*member) {
    std::vector<Option> options = namedEditOptions();
    for (Option& option : options)
        option.slot = [member, slot = option.slot](void* request) {
            return slot(request == nullptr ? nullptr : &(static_cast<R*>(request)->*member));
        };
    return options;
}

/// The ops of `F0.1,F0.2`, whether they are in the order or not. Fails on a word that is none.
Result<std::vector<Op>> opsNamed(const Plan& plan, std::string_view words);

/// Whether any of it is said.
bool isGiven(const NamedEdit& edit);

/// An edit that was found to be one, and only one.
struct EditKind;
/// Fails where there is none or several, and where options stand beside it that don't go with it or one is missing that
/// it needs.
Result<const EditKind*> kindOf(const NamedEdit& edit);
/// `--move`.
std::string_view nameOf(const EditKind& kind);
/// Makes it. Fails where an op is none, or stands where the edit can't take it.
Result<EditedPlan> edited(const EditKind& kind, const NamedEdit& edit, const Plan& plan,
                          Inserts inserts = Inserts::Best);

} // namespace lanewright::api
