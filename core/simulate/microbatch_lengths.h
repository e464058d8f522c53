// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/model/costs.h"
#include "core/model/schedule.h"

#include <string>
#include <vector>

namespace lanewright {

/// How long each microbatch is, as it is said beside its number: its tokens where the costs know them, else its work in
/// per cent of the mean of all; where only its memory differs, that.
class MicrobatchLengths {
public:
    /// O(microbatches); with a table of times O(stages · microbatches).
    MicrobatchLengths(const Schedule& schedule, const Costs& costs);

    /// True where microbatches are alike, and nothing is said.
    bool empty() const { return m_numbers.empty(); }
    /// Numbers are tokens; else per cent.
    bool areTokens() const { return m_tokens; }
    /// Tokens or per cent, rounded; −1 where nothing is known of the microbatch.
    int of(int microbatch) const;
    /// `2048`, `140%`; empty where nothing is known.
    std::string label(int microbatch) const;
    /// `2048 tokens`, `140 % of the mean`; empty where nothing is known.
    Message text(int microbatch) const;

    friend bool operator==(const MicrobatchLengths&, const MicrobatchLengths&) = default;

private:
    std::vector<int> m_numbers = {};
    bool m_tokens = false;
};

} // namespace lanewright
