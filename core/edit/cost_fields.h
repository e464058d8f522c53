// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/plan.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

/// Edits of costs, memory and limits. What they refuse, no file may hold either. The order stays as it is.
namespace lanewright {

/// A number of a stage that a person sets: its durations, then its memory.
enum class StageField : std::uint8_t {
    Forward,
    BackwardInput,
    BackwardWeight,
    Recompute,
    Overlapped,
    Optimizer,
    AllReduce,
    MemoryForward,
    MemoryBackwardInput,
    MemoryBackwardWeight,
    MemoryRecompute,
    MemoryFixed,
};
inline constexpr std::array kStageFields = [] {
    using enum StageField;
    return std::array{Forward,         BackwardInput, BackwardWeight, Recompute,           Overlapped,
                      Optimizer,       AllReduce,     MemoryForward,  MemoryBackwardInput, MemoryBackwardWeight,
                      MemoryRecompute, MemoryFixed};
}();

/// A duration, else an amount of memory.
bool isTime(StageField field);
/// The op whose duration the field is; none for all other fields.
std::optional<OpKind> timedOp(StageField field);
/// The memory that the op allocates or frees whose duration the field is; any other field itself.
StageField memoryLike(StageField field);
/// `recompute` and `overlapped` may be left open.
bool mayBeNone(StageField field);

/// The copies whose costs or memory are given apart: every stage, and with two lists of costs or memory the stages of
/// both directions.
std::vector<StageCopy> costedCopies(const Plan& plan);

/// The number in ticks or bytes; none where it is left open.
std::optional<std::int64_t> fieldOf(const Plan& plan, StageCopy copy, StageField field);

/// Where a number stands.
struct FieldPlace {
    StageCopy copy = {};
    StageField field = StageField::Forward;

    friend bool operator==(const FieldPlace&, const FieldPlace&) = default;
};

/// Sets a number of some copies. What F and R allocate, B and W free: if F or R changes, B and W change in proportion;
/// if one of B and W changes, the other frees the rest. Without a recompute time a stage has no memory for R.
///
/// Fails on numbers of the wrong sign or too large to count with, on memory that can't be freed, on memory for R
/// where there is no R, and on durations that a table of times per microbatch rules over.
Result<Plan> setField(const Plan& plan, const std::vector<StageCopy>& copies, StageField field,
                      std::optional<std::int64_t> value);

/// Multiplies numbers by `percent` / 100, rounded to the tick or byte. Memory of B and W follows that of F and R where
/// those are among the places.
Result<Plan> scaleFields(const Plan& plan, const std::vector<FieldPlace>& places, int percent);

/// The longest transfer time between two ranks becomes `longest`; with times per pair the others keep their proportion.
/// What were bounds are what somebody says from now on.
Result<Plan> setTransfer(const Plan& plan, Time longest);
Time longestTransfer(const Transfers& transfer);
/// Whether the longest transfer time is only a bound.
bool isLongestAtMost(const Transfers& transfer);
/// The highest activation limit of a rank becomes `highest`; others keep their proportion, ranks without a limit stay
/// without one unless no rank has any. None: no limits.
Result<Plan> setLimits(const Plan& plan, std::optional<Bytes> highest);
std::optional<Bytes> highestLimit(const MemoryCosts& memory);

/// The activation limit of one rank, or what its device holds.
Result<Plan> setLimitOf(const Plan& plan, int rank, std::optional<Bytes> limit);
Result<Plan> setDeviceOf(const Plan& plan, int rank, std::optional<Bytes> device);

/// Reads what a person types: `18.5`, `18,5`, `18.5 ms` with the plan's own unit; nothing, `–` or `none` is none.
Result<std::optional<std::int64_t>> fieldFromText(std::string_view text, std::int64_t scale, std::string_view unit);

} // namespace lanewright
