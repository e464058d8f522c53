// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/model/plan.h"

#include <string>
#include <vector>

namespace lanewright {

/// A key of a schedule file that this version of the format does not have.
struct UnknownKey {
    std::string path = {};    ///< as in `costs.foward`
    std::string nearest = {}; ///< the path of the key that was probably meant; empty: none is near

    friend bool operator==(const UnknownKey&, const UnknownKey&) = default;
};

/// The keys that the plan and its variants keep, in their order. Meant is the key of the same object that is at most
/// two slips away (a letter too many, missing, wrong, or two swapped), one in names of less than six letters; else the
/// key of that very name in another object. What an answer to a lesson keeps under `answer` is known.
std::vector<UnknownKey> unknownKeysOf(const Plan& plan);

/// That nothing follows from the key, and what was probably meant.
Message sentenceOf(const UnknownKey& key);

} // namespace lanewright
