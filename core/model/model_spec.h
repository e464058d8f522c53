// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lanewright {

/// In what numbers a run computes its products. Sums, weights and the optimizer are always of 32 bits.
enum class Precision : std::uint8_t {
    Fp32,
    Bf16, ///< factors rounded to 16 bits
};

constexpr std::array<std::string_view, 2> kPrecisionNames{"fp32", "bf16"};
constexpr std::string_view toText(Precision precision) { return kPrecisionNames[static_cast<std::size_t>(precision)]; }

/// The GPT that the engine trains, and how its layers are cut into stages.
struct ModelSpec {
    int layers = 4;
    int width = 64; ///< C, a multiple of `heads`
    int heads = 4;
    int context = 64;     ///< T, tokens per sample
    int vocabulary = 256; ///< V; the data are bytes, so at least 256
    int batch = 2;        ///< samples per microbatch
    std::uint64_t seed = 1;
    std::vector<int> layersPerStage = {}; ///< empty: cut as evenly as it goes, the first stages taking one more
    /// What the stages hold, as Megatron says it (`layout/layout_text.h`), in the words that somebody gave; its blocks
    /// are those of `layersPerStage`. Empty: blocks alone, between an embedding and a head.
    std::string layout = {};

    friend bool operator==(const ModelSpec&, const ModelSpec&) = default;
};

/// The layers of each of `stages` stages.
std::vector<int> layersOf(const ModelSpec& model, int stages);

/// The same model, not said where to cut it.
ModelSpec withoutCut(ModelSpec model);

/// The model with at least a layer for every stage, so that any schedule can train it. A cut that is not one of so many
/// stages, or not of so many layers, goes.
ModelSpec fittedTo(ModelSpec model, int stages);
/// What is trained where nobody names a model: small enough to start at once, with a layer for every stage.
ModelSpec smallModel(int stages);

} // namespace lanewright
