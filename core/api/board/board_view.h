// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/board/board.h"
#include "core/api/board/lesson_view.h"
#include "core/api/question.h"

#include <optional>
#include <string>
#include <vector>

namespace lanewright::api {

/// A rank with blocks or ops in words.
struct RankWords {
    int rank = 0;
    std::vector<std::string> words = {};
};

/// What a script draws of a board.
struct BoardView {
    std::string page = {}; ///< JSON, as a page holds it
    std::vector<RankWords> tray = {};
    std::vector<RankWords> parked = {};                          ///< blocks that never run, in the order of their rows
    std::vector<std::pair<std::int64_t, std::string>> gaps = {}; ///< blocks with an explicit gap before them
    std::optional<std::string> undo = {};
    std::optional<std::string> redo = {};
    bool isModified = false;
    std::string file = {};
    std::optional<LessonView> lesson = {};
};

BoardView viewOf(const Board& board);
const Fields<BoardView>& viewFields();

} // namespace lanewright::api
