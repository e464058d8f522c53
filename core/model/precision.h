// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace lanewright {

/// In what numbers a run computes its products. Sums, weights and the optimizer are always of 32 bits.
enum class Precision : std::uint8_t {
    Fp32,
    Bf16, ///< factors rounded to 16 bits
};

constexpr std::array<std::string_view, 2> kPrecisionNames{"fp32", "bf16"};
constexpr std::string_view toText(Precision precision) { return kPrecisionNames[static_cast<std::size_t>(precision)]; }

} // namespace lanewright
