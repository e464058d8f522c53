// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/edit/cost_table.h"
#include "core/model/plan.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Edits of how microbatches differ. What they refuse, no file may hold either. The order stays as it is.
namespace lanewright {

/// A number of a microbatch that a person sets.
enum class MicrobatchField : std::uint8_t {
    Length,  ///< tokens
    Work,    ///< share of times, in parts of `MicrobatchCosts::kOne`
    Size,    ///< share of memory and transfers, likewise
    Forward, ///< how long F takes on one stage
    BackwardInput,
    BackwardWeight, ///< all parts together
};
inline constexpr std::array kMicrobatchFields = {MicrobatchField::Length,        MicrobatchField::Work,
                                                 MicrobatchField::Size,          MicrobatchField::Forward,
                                                 MicrobatchField::BackwardInput, MicrobatchField::BackwardWeight};

/// Whether it is a time on a stage; else it holds on all stages.
bool isTime(MicrobatchField field);
/// How many of a number make one of what a person writes: parts of a share, ticks of a time.
std::int64_t scaleOf(const Plan& plan, MicrobatchField field);

/// None where the plan does not say it: a length where it has none, a share of times where there is a table. Shares are
/// also those that follow from lengths, of the first stage where stages differ in what grows with the square. `stage`
/// is for times.
std::optional<std::int64_t> microbatchFieldOf(const Plan& plan, int microbatch, MicrobatchField field, int stage = 0);
/// Whether it can be set as things are: lengths and shares exclude each other, and so do a share of times and a table.
bool maySetMicrobatch(const Plan& plan, MicrobatchField field);

/// Sets numbers of the microbatches from `first` on. Where none has a length yet, the first given is that of all
/// others. A time makes a table of all times as they are, with the one changed; what memory is stays.
///
/// Fails on what may not be set, on numbers that are too small or too large, and where there is no such microbatch.
Result<Plan> setMicrobatchFields(const Plan& plan, MicrobatchField field, int first,
                                 const std::vector<std::int64_t>& values, int stage = 0);

/// The part of a time at the mean length that grows with the square of the length, of all stages, in parts of
/// `MicrobatchCosts::kOne`. Fails without lengths, and beyond one.
Result<Plan> setQuadratic(const Plan& plan, std::int64_t part);

/// Every microbatch so many per cent as far from the mean as it is: 0 makes all alike, 100 changes nothing. Fails where
/// times or memory become too large to count with.
Result<Plan> spreadMicrobatches(const Plan& plan, int percent);

/// Sets numbers of microbatches from a table: a line each, or one line with all of them.
///
/// A first line without any number is a header and says what the columns are ("tokens", "length", "time", "memory",
/// "F", "B", "W"; `names` are further names in small letters), from the first microbatch on. Else the first column is
/// `field` from `first` on, and those behind it are the fields behind it. Cells, and what does not fit, as in
/// `pasteCosts`; times are of `stage`. Lengths where there are none yet must be those of all.
Result<PastedCosts> pasteMicrobatches(const Plan& plan, std::string_view table, int first, MicrobatchField field,
                                      const std::map<std::string, MicrobatchField>& names = {}, int stage = 0);

} // namespace lanewright
