// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lesson/op_pattern.h"
#include "core/model/objective.h"
#include "core/model/optimizer.h"
#include "core/model/plan.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanewright {

/// What a lesson can ask for. Numbers are those of `Metrics`; each is reached when it is no more than the goal says.
enum class GoalKind : std::uint8_t {
    Complete,        ///< every op is in the order
    Valid,           ///< no finding is an error
    Makespan,        ///< ticks
    LongestSpan,     ///< ticks
    Period,          ///< ticks
    IterationTime,   ///< ticks, over the lesson's iterations with the chosen optimizer mode
    BubbleShare,     ///< a share, with the chosen optimizer mode
    BubbleRate,      ///< a share: the rate of the Zero Bubble papers
    IdleShare,       ///< a share
    Overhead,        ///< a share
    PeakMemory,      ///< bytes of the rank that holds most
    ParameterCopies, ///< how often the weights of the stage that is held most often are held
    Recognised,      ///< exactly the order of one of the named generators
};
inline constexpr std::array kAllGoals = {
    GoalKind::Complete,      GoalKind::Valid,           GoalKind::Makespan,   GoalKind::LongestSpan, GoalKind::Period,
    GoalKind::IterationTime, GoalKind::BubbleShare,     GoalKind::BubbleRate, GoalKind::IdleShare,   GoalKind::Overhead,
    GoalKind::PeakMemory,    GoalKind::ParameterCopies, GoalKind::Recognised};
constexpr int kGoalKinds = kAllGoals.size();

/// As files spell it: `"makespan"`.
std::string_view toText(GoalKind kind);
bool isTime(GoalKind kind);
/// The time that it is about.
Objective objectiveOf(GoalKind time);
bool isShare(GoalKind kind);
/// Whether it is a number that a score can measure.
bool isNumber(GoalKind kind);

struct Goal {
    GoalKind kind = GoalKind::Valid;
    std::int64_t most = 0;               ///< a time, memory or count
    double share = 0;                    ///< the most of a share
    std::vector<std::string> names = {}; ///< the generators of Recognised

    friend bool operator==(const Goal&, const Goal&) = default;
};

/// What a student may do to the plan.
enum class LessonEdit : std::uint8_t {
    Move,         ///< change the order on a rank
    Place,        ///< take ops from the tray and put them back
    Gap,          ///< set explicit gaps
    Split,        ///< split BW into B and W, and fuse them
    Pair,         ///< make overlapped pairs, and take them apart
    Stage,        ///< host a stage on another rank
    Costs,        ///< change durations, memory and limits
    Optimizer,    ///< choose when ranks step
    Halve,        ///< cut a schedule of two directions in half
    Microbatches, ///< have the order made for another number of microbatches
    Generator,    ///< have the order made by another generator
};
inline constexpr std::array kAllEdits = {LessonEdit::Move,         LessonEdit::Place,     LessonEdit::Gap,
                                         LessonEdit::Split,        LessonEdit::Pair,      LessonEdit::Stage,
                                         LessonEdit::Costs,        LessonEdit::Optimizer, LessonEdit::Halve,
                                         LessonEdit::Microbatches, LessonEdit::Generator};
/// As files spell it: `"move"`.
std::string_view toText(LessonEdit edit);

/// How much the program helps while a schedule is built.
enum class HelpLevel : std::uint8_t {
    Check, ///< says what is wrong
    Ready, ///< shows what could run next, too
    Coach, ///< says which op is next and why, too
};
inline constexpr std::array kHelpLevels = {HelpLevel::Check, HelpLevel::Ready, HelpLevel::Coach};
/// As files spell it: `"check"`, `"ready"`, `"coach"`.
std::string_view toText(HelpLevel level);

/// How hard a lesson is, in the eyes of who wrote it.
enum class LessonLevel : std::uint8_t { Easy, Medium, Hard };
inline constexpr std::array kLessonLevels = {LessonLevel::Easy, LessonLevel::Medium, LessonLevel::Hard};
/// As files spell it: `"easy"`, `"medium"`, `"hard"`.
std::string_view toText(LessonLevel level);

constexpr int kMostLessonMinutes = 600;
constexpr int kMostLessonIterations = 100;

/// Where an order comes from: a generator makes it, or it is given.
struct OrderSource {
    std::string generator = {};       ///< a name of the catalogue; empty: the order is given
    int microbatches = 0;             ///< it is made for so many; 0: for those of the problem
    std::vector<Row> order = {};      ///< the order that is given; no rows: an empty board
    bool apart = false;               ///< pairs come as their F and backward, every BW as its B and W
    bool halved = false;              ///< two directions come as one V on half the ranks
    std::vector<OpPattern> tray = {}; ///< these are taken out of the order
    OptimizerMode optimizer = OptimizerMode::Synchronous;

    friend bool operator==(const OrderSource&, const OrderSource&) = default;
};

/// From where to where a student may set a number.
struct IntRange {
    int from = 0;
    int to = 0;

    bool holds(int value) const { return value >= from && value <= to; }
    friend bool operator==(const IntRange&, const IntRange&) = default;
};

/// What a lesson says in one more language. What is empty is said as in the lesson itself.
struct LessonText {
    std::string title = {};
    std::string task = {};
    std::vector<std::string> text = {};
    std::vector<std::string> hints = {}; ///< none, or as many as the lesson has
    std::string learnt = {};

    friend bool operator==(const LessonText&, const LessonText&) = default;
};

/// A guided lesson or an exercise: what is to be reached, from where, and by which means. `*.lwlesson`.
struct Lesson {
    std::string title = {};
    std::string task = {};               ///< what is to be reached, in words
    std::vector<std::string> text = {};  ///< paragraphs
    std::string learnt = {};             ///< what is known now, in a sentence: said when all goals are reached
    std::vector<std::string> hints = {}; ///< shown one after the other, when they are asked for
    std::optional<LessonLevel> level = {};
    int minutes = 0;                     ///< that it takes, about; 0: not known
    std::vector<std::string> needs = {}; ///< titles of the lessons that come before
    Plan problem = {};                   ///< shape, costs and limits; no order
    OrderSource start = {};
    std::optional<OrderSource> solution = {}; ///< hidden until it is asked for; none in a copy for students
    std::vector<LessonEdit> allowed = {LessonEdit::Move, LessonEdit::Place};
    std::optional<IntRange> microbatches = {}; ///< there where Microbatches is allowed
    std::vector<std::string> generators = {};  ///< those to choose from; there where Generator is allowed
    std::vector<OpPattern> locked = {};        ///< these stay in the order, and in their order among themselves
    std::vector<Goal> goals = {};
    std::vector<GoalKind> score = {GoalKind::Makespan, GoalKind::PeakMemory, GoalKind::BubbleShare};
    std::vector<Goal> best = {}; ///< where the score's numbers count fully, in their order; none: the solution's
    HelpLevel help = HelpLevel::Check;
    std::map<std::string, LessonText> in = {}; ///< by language, as `de`; its own words are in none of these
    bool step = false;                         ///< its goal is a stop on the way: a better order may be possible
    int iterations = 1;                        ///< so many in a row are shown, and counted by IterationTime
    std::string unknown = {};                  ///< keys that this version does not know, as in Plan

    bool allows(LessonEdit edit) const;
    friend bool operator==(const Lesson&, const Lesson&) = default;
};

/// What the lesson says in a language (`de`), each word that this language lacks as in the lesson itself.
LessonText textIn(const Lesson& lesson, std::string_view language);
/// The lesson with these words in place of its own.
Lesson inLanguage(Lesson lesson, std::string_view language);

/// What a student has made of it.
struct Attempt {
    Plan plan = {};
    OptimizerMode optimizer = OptimizerMode::Synchronous;

    friend bool operator==(const Attempt&, const Attempt&) = default;
};

} // namespace lanewright
