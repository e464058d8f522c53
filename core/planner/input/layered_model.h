// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/base/units.h"
#include "core/model/model_spec.h"
#include "core/model/pair_costs.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// A model as a planner sees it: pieces in a row, each with its work and its memory.
namespace lanewright {

/// What one piece asks of a device for one microbatch: floating-point operations, or, in a model of measured times,
/// nanoseconds on a device of speed 1.
struct Work {
    double forward = 0;
    double backwardInput = 0;
    double backwardWeight = 0;

    Work& operator+=(const Work& other);
    friend Work operator+(Work one, const Work& other) { return one += other; }
    friend bool operator==(const Work&, const Work&) = default;
};

/// A piece that is never cut.
struct Layer {
    std::string name = {};
    /// What a layout calls it (`core/model/layout/layout_text.h`): E, t, m or L; 0: it is no such piece as a whole.
    char letter = 0;
    Work work = {};
    std::int64_t parameters = 0;
    Bytes fixed = 0;         ///< weights, gradients and optimizer state
    Bytes gradient = 0;      ///< the weights' gradient: what replicas add up
    Bytes activation = 0;    ///< kept from F on
    Bytes keptForWeight = 0; ///< the part of these that B leaves for W
    Bytes boundary = 0;      ///< that F sends on, and B back
    int blocks = 0;          ///< whole blocks of a GPT that end with this piece: 1 or 0
    /// What its ops consist of, in a model of measured times; they add up to its work. Empty: compute alone.
    StageSegments segments = {};

    friend bool operator==(const Layer&, const Layer&) = default;
};

/// Where a GPT may be cut.
enum class Grain : std::uint8_t {
    Layer, ///< between whole blocks
    Half,  ///< also between the attention and the MLP of a block
};
/// `layer`, `half`.
constexpr std::string_view toText(Grain grain) { return grain == Grain::Half ? "half" : "layer"; }

/// Whether stages drop what F keeps and compute it again before B.
enum class Recompute : std::uint8_t {
    Never,
    Always,
    Choose, ///< as the plan is faster, stage by stage
};
/// `never`, `always`, `choose`.
std::string_view toText(Recompute recompute);
std::optional<Recompute> recomputeFromText(std::string_view text);

/// Layers of multi-token prediction, behind a GPT's blocks.
struct MtpTraits {
    int layers = 0;
    double blocks = 1; ///< what one takes: so many blocks
    double heads = 1;  ///< and so many heads

    friend bool operator==(const MtpTraits&, const MtpTraits&) = default;
};

/// What is to be said of a GPT beside its shape.
struct GptTraits {
    int microbatches = 1;
    Precision precision = Precision::Bf16;
    Grain grain = Grain::Layer;
    int bytesPerParameter = 16; ///< weights, gradients and AdamW's state together
    MtpTraits mtp = {};

    friend bool operator==(const GptTraits&, const GptTraits&) = default;
};

/// What the pieces of a GPT were made of.
struct GptShape {
    ModelSpec gpt = {};
    GptTraits traits = {};

    friend bool operator==(const GptShape&, const GptShape&) = default;
};

struct LayeredModel {
    Message title = {};
    int microbatches = 1;
    Recompute recompute = Recompute::Never;
    bool timed = false; ///< `Work` is in nanoseconds, not in operations
    std::vector<Layer> layers = {};
    std::int64_t sharing = 0;           ///< what sharing costs overlapped pairs (`PairCosts::sharing`)
    std::optional<ModelSpec> gpt = {};  ///< what the engine would train; only of models cut at whole blocks
    std::optional<GptShape> shape = {}; ///< any GPT's, so that it can be made anew with another context or batch

    int size() const { return static_cast<int>(layers.size()); }
    /// Whether a pair of its ops may be shorter than both one after the other: any layer talks.
    bool overlaps() const;
    friend bool operator==(const LayeredModel&, const LayeredModel&) = default;
};

/// The pieces of a GPT: embedding, blocks (or attentions and MLPs), MTP, head.
///
/// With C = width, T = context, b = samples, n = bT tokens, V = vocabulary:
/// * operations of F: attention 8nC² + 2nTC (causal: half of all pairs), MLP 16nC², head 2nCV, embedding none. B takes
///   as much for the factors with weights and twice as much for the scores; W as much as F without the scores
///   (Narayanan et al. 2021, arXiv 2104.04473, section 3.4 and appendix; the split as in Zero Bubble, arXiv
///   2401.10241).
/// * numbers kept, of 2 bytes in bf16: 13nC by an attention and 21nC by an MLP, norms with them, where scores are not
///   kept (Korthikanti et al. 2022, arXiv 2205.05198, section 4.1: 34nC bytes a block without the terms in T²); of
///   these all but nC each stay for W (Zero Bubble, table 1: 34 and 32).
/// * parameters: attention 4C² + 6C, MLP 8C² + 7C, embedding (V + T)C, head CV + 2C.
/// * MTP: as many blocks and heads as its traits say. Each layer of it sends on what it got and a row of its own, since
///   the last stage computes all losses (as in megatron.core 0.16.1).
/// * 16 bytes a parameter: AdamW with mixed precision (Rajbhandari et al. 2020, arXiv 1910.02054, section 3.1).
LayeredModel layersOfGpt(const ModelSpec& gpt, const GptTraits& traits);

/// What the work of a layer has on the network.
Work networkOf(const Layer& layer);

/// What the F of the layer hides at most beside its own backward, B or BW, in nanoseconds at speed 1.
double hiddenIn(const Layer& layer, std::int64_t sharing);

/// The segments of the ops of a run of layers: those of its layers one after the other, of a backward from the last one
/// on, neighbours on one resource in one. Where an op would have more than `PairCosts::kMostSegments`, the stretches of
/// so many layers in a row are taken together as that makes it fit, those of each resource side by side in order.
StageSegments segmentsOf(const LayeredModel& model, int first, int end);

/// Sums over runs of layers, each in O(1).
class LayerSums {
public:
    explicit LayerSums(const LayeredModel& model);
    /// The layers `first` … `end` − 1 as one.
    Layer of(int first, int end) const;

private:
    std::vector<Layer> m_before; ///< sums over the layers in front
    std::vector<Bytes> m_boundary;
};

} // namespace lanewright
