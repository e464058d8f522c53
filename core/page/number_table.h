// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fraction.h"
#include "core/base/message.h"
#include "core/bounds/bounds.h"
#include "core/io/fields.h"
#include "core/model/objective.h"
#include "core/model/plan.h"
#include "core/pytorch/kept_buffers.h"
#include "core/simulate/metrics.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// The numbers of a schedule or run, a row each: what a number is called, what it means, where it applies and how it is
/// read. The command line, answers in JSON, shared pages, the strip, tooltips and comparisons take it from here.
namespace lanewright {

/// What the objective of a plan is held against; of the iteration time where none was chosen.
struct Held {
    Objective objective = Objective::Iteration;
    Fraction value = {};          ///< the objective's
    Fraction lowerBound = {};     ///< the largest for the objective
    Fraction iterationBound = {}; ///< the largest for the iteration time

    double gap() const { return gapOf(value, lowerBound); }
    friend bool operator==(const Held&, const Held&) = default;
};

/// Whose numbers are shown: a plan's as simulated, or those of a step as measured.
struct Numbered {
    const Plan& plan;
    const Metrics& metrics;
    const std::optional<Held>& held; ///< none of measured steps and of plans that are not valid
    const KeptBuffers& buffers;      ///< none of measured steps
    bool measured = false;
};

/// Per rank; what is not known of any has no entries.
using Amounts = std::vector<std::optional<std::int64_t>>;
/// Nothing where the order does not have the number.
using NumberValue = std::variant<std::monostate, Fraction, double, int, std::string, Amounts>;

enum class NumberUnit : std::uint8_t {
    Duration,
    PartOfIteration, ///< a time that is shown with the digits of the iteration's
    Share,
    PerSecond,
    Memory,
    Count,
    Word,
};
enum class Better : std::uint8_t { Less, More, Neither };

/// Where a number applies; elsewhere its key is left out.
enum class Applies : std::uint8_t {
    Always,
    Planned,       ///< a step of a run and the iterations around it are not of one length
    Held,          ///< beside a bound
    HeldElsewhere, ///< beside a bound of another objective than the iteration
    Buffered,      ///< the file says how buffers for receives are kept
    SendBuffered,  ///< the file says how long what is sent is held
};

/// Where people read a number.
enum class ShownIn : std::uint8_t {
    Answers, ///< in JSON alone
    Lines,   ///< and as a line of `simulate` and of a page; what an order doesn't have is left out
    Dashed,  ///< the same, a dash where an order doesn't have it
    Tiles,   ///< the same, and large at the top of a page
    Ranks,   ///< a column of what is said of each rank
};

struct Number {
    std::string_view key;         ///< in JSON
    std::string_view symbol = {}; ///< in formulas; empty: it stands in none
    Phrase name;                  ///< for people, where it stands alone
    Phrase definition;
    NumberValue (*value)(const Numbered&) = nullptr;
    NumberUnit unit = NumberUnit::Duration;
    ShownIn shownIn = ShownIn::Dashed;
    Applies applies = Applies::Always;
    Better better = Better::Less;
    std::string_view exactKey = {}; ///< under which an exact fraction stands beside it in JSON; empty: none does
    /// The value where people read it, with what it is of behind it.
    Message (*suffixed)(const Message& value, const Numbered&) = nullptr;
    /// An object in JSON in place of the value.
    void (*json)(json::Writer&, const Numbered&, const Units&) = nullptr;

    bool appliesTo(const Numbered& numbered) const;
};

/// All of them, in the order in which they are listed.
std::span<const Number> allNumbers();
/// Those that are about the iteration and its bound; they are the first.
std::span<const Number> iterationNumbers();
/// The number of that key, which there is.
const Number& numberNamed(std::string_view key);
/// The definition of a number in words by its key; empty where there is no such number.
Phrase definitionOf(std::string_view key);

/// @name Its value in JSON, null where the order doesn't have it
/// @{
void writeNumber(json::Writer& writer, const Number& number, const Numbered& numbered, const Units& units);
/// As an exact fraction, of a number that has one.
void writeExact(json::Writer& writer, const Number& number, const Numbered& numbered, const Units& units);
/// @}

} // namespace lanewright
