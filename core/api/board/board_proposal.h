// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/board/board.h"
#include "core/api/edit/named_edit.h"
#include "core/api/question.h"
#include "core/base/units.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace lanewright::api {

/// What would be if an edit were made, in what a hand that drags must see at once.
struct Proposal {
    std::string sentence = {}; ///< what the edit does
    std::string rating = {};   ///< as places are rated
    std::string change = {};   ///< the makespan's, with its unit; empty where that says nothing
    std::string outcome = {};  ///< what it comes to, in a word or a sentence
    std::string tone = {};
    bool isValid = false;
    std::vector<std::vector<std::string>> numbers = {}; ///< key, before, after
    struct Peak {
        int rank = 0;
        std::string memory = {};
        bool isOver = false; ///< the rank's limit
    };
    std::vector<Peak> peaks = {};
    Time tick = 1;                                     ///< that all times are multiples of
    std::vector<std::vector<std::int64_t>> lanes = {}; ///< per rank: block, start and length of each that runs
    struct Parked {
        int rank = 0;
        std::vector<std::int64_t> blocks = {};
    };
    std::vector<Parked> parked = {};        ///< that never run, in the order of their rows
    std::vector<std::string> made = {};     ///< blocks that are not on the board
    std::vector<std::int64_t> touched = {}; ///< blocks that the edit is about
};

const Fields<Proposal>& proposalFields();

/// Holds the plan after an edit against the board's present one. O(blocks).
Proposal proposalOf(const Board& board, EditedPlan edited);

/// Calls `visit` with the rank and the block of each that never runs, where its row has it.
void forEachParked(const Outlook& outlook, const auto& visit) {
    const std::vector<Row>& rows = outlook.plan->schedule.order;
    for (std::size_t rank = 0; rank < rows.size(); ++rank)
        for (std::size_t at = outlook.timeline.lanes[rank].size(); at < rows[rank].size(); ++at)
            visit(static_cast<int>(rank), rows[rank][at]);
}

} // namespace lanewright::api
