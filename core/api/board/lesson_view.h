// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/board/board.h"
#include "core/base/units.h"
#include "core/io/fields.h"

#include <array>
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
    /// Several iterations one after the other.
    struct InARow {
        std::string sentence = {};
        using OfRank = std::array<Time, 4>;          ///< first start and last end of its ops, and of its step
        std::vector<std::vector<OfRank>> ranks = {}; ///< per iteration; none while ops are missing or stall
    };
    /// How the whole order may be made anew.
    struct Remake {
        struct Generator {
            std::string name = {};
            std::string title = {};
        };
        int from = 0; ///< 0: the number of microbatches stays
        int to = 0;
        int microbatches = 0;
        std::vector<Generator> generators = {}; ///< none: the generator stays
        std::string generator = {};             ///< whose order the board has; empty: it was edited since
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
    std::string keys = {};
    std::string tone = {};
    std::string used = {};
    std::vector<std::string> allowed = {};
    std::optional<Remake> remake = {};
    std::string optimizer = {};
    std::optional<InARow> inARow = {}; ///< none where the lesson is about one iteration
    bool hasAnswer = false;
    bool isStep = false;
};

/// The board is of a lesson.
LessonView lessonViewOf(const Board& board);
const Fields<LessonView>& lessonViewFields();

} // namespace lanewright::api
