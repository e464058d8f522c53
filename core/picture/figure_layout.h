// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/model/plan.h"
#include "core/model/timeline.h"
#include "core/picture/drawing.h"
#include "core/picture/figure_style.h"

#include <functional>
#include <string>
#include <vector>

/// The one layout of a schedule as a figure.
namespace lanewright {

/// A number that a figure tells of a schedule, in words and digits.
struct FigureNumber {
    std::string name = {};
    std::string value = {};
    std::string inFiles = {}; ///< with a decimal point, whatever the language; may be empty

    friend bool operator==(const FigureNumber&, const FigureNumber&) = default;
};

/// A schedule with what was measured of it.
struct FigurePanel {
    const Plan* plan = nullptr;
    const Timeline* planned = nullptr;
    const Timeline* measured = nullptr; ///< null: none
    std::string measuredNote = {};      ///< "measured, paced, step 3"
    bool otherOrder = false;            ///< the measurement is of another order: its bars are pale and hatched
    std::string title = {};
    std::vector<FigureNumber> numbers = {};         ///< the plan's
    std::vector<FigureNumber> measuredNumbers = {}; ///< and those of what was measured
};

struct FigureContents {
    std::vector<FigurePanel> panels = {}; ///< under each other, on one axis
    FigureStyle style = {};
    /// Says a message in the language of the figure.
    std::function<std::string(const Message&)> say = [](const Message& message) { return message.text(); };
    std::string foot = {}; ///< at the lower right of pages, such as `page 2 of 5`
};

struct LaidOut {
    Drawing drawing = {};
    double lane = 0; ///< points from one lane to the next
    /// A sentence for each part that was asked for and had no room, and where lanes are too low to be read.
    std::vector<Message> leftOut = {};
};

/// No two texts overlap, and none stands outside, at any size. What has no room falls away in the order of
/// `FigurePart`: in a given height numbers and legend while lanes are lower than a digit needs, names of ranks and
/// digits where they would be smaller than `kSmallestFont`, and memory, title and ruler while lanes are lower than
/// `kLowestLane`. What is too wide falls away, too: numbers, legend and names of curves beyond three rows, names of
/// ranks beyond a fifth of the width (first their bare numbers take their place), and digits that would not fit in
/// three tenths of the blocks. Blocks too narrow to be seen apart are merged into stretches of their mixed colour.
/// O(blocks).
///
/// Fails where a plan has another unit of time than the first, where iterations are asked for of an order that stalls,
/// on ranks and microbatches that none has, and on a stretch of time in which nothing is.
Result<LaidOut> layOut(const FigureContents& figure);

/// What `leftOut` says of a part that was asked for and had no room.
Message noRoomText(FigurePart part);

/// Type below this many points is left out.
constexpr double kSmallestFont = 3.5;
/// Lanes below this many points get a sentence.
constexpr double kLowestLane = 3;

} // namespace lanewright
