// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/board/board.h"
#include "core/io/fields.h"

#include <optional>
#include <string>
#include <vector>

namespace lanewright::api {

/// What a script draws of a lesson beside its board.
struct LessonView {
    struct Goal {
        std::string text = {};
        bool reached = false;
        std::optional<std::string> value = {};
        double progress = 0;
    };
    struct Score {
        std::string name = {};
        std::optional<std::string> now = {};
        std::string teacher = {}; ///< `ScoreLine::best`
        double share = 0;
    };
    struct Next {
        std::string sentence = {};
        std::string because = {};
        std::optional<std::string> op = {};
        int rank = -1;
        int position = -1;
    };
    std::string title = {};
    std::string task = {};
    std::vector<std::string> text = {};
    std::vector<Goal> goals = {};
    std::vector<Score> score = {};
    int points = 0;
    bool reached = false;
    std::vector<std::string> hints = {}; ///< that are out
    int hintCount = 0;
    std::string help = {};
    std::vector<std::string> ready = {};
    std::optional<Next> next = {};
    std::string sentence = {};
    std::string more = {};
    std::string tone = {};
    std::string used = {};
    std::vector<std::string> allowed = {};
    std::string optimizer = {};
    int iterations = 1;
    bool hasAnswer = false;
    bool isStep = false;
};

/// The board is of a lesson.
LessonView lessonViewOf(const Board& board);
const Fields<LessonView>& lessonViewFields();

} // namespace lanewright::api
