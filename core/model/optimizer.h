// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace lanewright {

/// When ranks step their optimizer.
enum class OptimizerMode : std::uint8_t {
    Synchronous,   ///< all ranks wait for the global norm and NaN check
    PostValidated, ///< each rank steps at once on the partial result; the check follows around the pipeline
};

inline constexpr std::array<OptimizerMode, 2> kOptimizerModes{OptimizerMode::Synchronous, OptimizerMode::PostValidated};

/// As runs and lessons spell it: `"synchronous"`, `"postvalidated"`.
std::string_view toText(OptimizerMode mode);
/// As schedules, options and numbers spell it: `"sync"`, `"postvalidated"`.
std::string_view keyOf(OptimizerMode mode);
/// Reads what `keyOf` writes.
std::optional<OptimizerMode> optimizerModeFromKey(std::string_view key);

/// AdamW with clipping of the global norm: how the weights follow from their gradients.
struct OptimizerSettings {
    OptimizerMode mode = OptimizerMode::Synchronous;
    double learningRate = 1e-3;
    double beta1 = 0.9;
    double beta2 = 0.95;
    double epsilon = 1e-8;
    double weightDecay = 0.1; ///< applies to matrices; vectors (biases, gains) do not decay
    double clip = 1;          ///< gradients of a larger global norm are scaled down to this one; 0: never

    friend bool operator==(const OptimizerSettings&, const OptimizerSettings&) = default;
};

/// What came of a step's gradients.
enum class UpdateKind : std::uint8_t {
    Whole,   ///< the weights moved by the gradients as they were
    Clipped, ///< by the gradients scaled down to the largest norm allowed
    Skipped, ///< not at all: a gradient was no finite number
};
/// As files spell it: `"whole"`, `"clipped"`, `"skipped"`.
std::string_view toText(UpdateKind kind);

/// The end of one training step.
struct Update {
    double norm = 0; ///< taken over all gradients, before clipping; no finite number when the update was skipped
    UpdateKind kind = UpdateKind::Whole;
    bool rolledBack = false; ///< ranks had stepped on a partial result that the check overruled

    friend bool operator==(const Update&, const Update&) = default;
};

} // namespace lanewright
