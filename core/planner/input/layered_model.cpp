// SPDX-License-Identifier: Apache-2.0
#include "core/planner/input/layered_model.h"

namespace lanewright {

namespace {

/// Adds everything that adds up; a run of layers sends on what its last one does.
void append(Layer& run, const Layer& next) {
    run.work += next.work;
    run.parameters += next.parameters;
    run.fixed += next.fixed;
    run.gradient += next.gradient;
    run.activation += next.activation;
    run.keptForWeight += next.keptForWeight;
    run.boundary = next.boundary;
    run.blocks += next.blocks;
}

class GptPieces {
public:
    GptPieces(const ModelSpec& gpt, const GptTraits& traits)
        : m_traits(traits), m_width(gpt.width), m_context(gpt.context), m_vocabulary(gpt.vocabulary),
          m_tokens(static_cast<std::int64_t>(gpt.batch) * gpt.context) {}

    Layer embedding() const { return piece("embedding", {}, (m_vocabulary + m_context) * m_width, 0); }
    Layer attention() const {
        const double weights = 8.0 * tokens() * width() * width();
        const double scores = 2.0 * tokens() * static_cast<double>(m_context) * width();
        return piece("attention", {weights + scores, weights + 2 * scores, weights},
                     4 * m_width * m_width + 6 * m_width, 13);
    }
    Layer mlp() const {
        const double weights = 16.0 * tokens() * width() * width();
        Layer mlp = piece("mlp", {weights, weights, weights}, 8 * m_width * m_width + 7 * m_width, 21);
        mlp.blocks = 1;
        return mlp;
    }
    Layer head() const {
        const double weights = 2.0 * tokens() * width() * static_cast<double>(m_vocabulary);
        Layer head = piece("head", {weights, weights, weights}, m_width * m_vocabulary + 2 * m_width, 1);
        // The logits, and their gradient in their place, in single precision.
        head.activation += m_tokens * m_vocabulary * 4;
        head.keptForWeight += m_tokens * m_vocabulary * 4;
        head.boundary = 0;
        return head;
    }

private:
    double tokens() const { return static_cast<double>(m_tokens); }
    double width() const { return static_cast<double>(m_width); }

    /// `kept`: numbers per token and channel.
    Layer piece(const char* name, const Work& work, std::int64_t parameters, std::int64_t kept) const {
        const Bytes number = m_traits.precision == Precision::Bf16 ? 2 : 4;
        const Bytes row = m_tokens * m_width;
        return {.name = name,
                .work = work,
                .parameters = parameters,
                .fixed = parameters * m_traits.bytesPerParameter,
                .gradient = parameters * number,
                .activation = kept * row * number / 2,
                .keptForWeight = kept > 1 ? (kept - 1) * row * number / 2 : kept * row * number / 2,
                .boundary = row * number};
    }

    GptTraits m_traits;
    std::int64_t m_width;
    std::int64_t m_context;
    std::int64_t m_vocabulary;
    std::int64_t m_tokens;
};

} // namespace

std::string_view toText(Recompute recompute) {
    switch (recompute) {
    case Recompute::Never: return "never";
    case Recompute::Always: return "always";
    case Recompute::Choose: return "choose";
    }
    return {};
}

std::optional<Recompute> recomputeFromText(std::string_view text) {
    for (const Recompute each : {Recompute::Never, Recompute::Always, Recompute::Choose})
        if (toText(each) == text)
            return each;
    return {};
}

Work& Work::operator+=(const Work& other) {
    forward += other.forward;
    backwardInput += other.backwardInput;
    backwardWeight += other.backwardWeight;
    return *this;
}

LayeredModel layersOfGpt(const ModelSpec& gpt, const GptTraits& traits) {
    const GptPieces pieces(gpt, traits);
    LayeredModel model{.microbatches = traits.microbatches};
    model.layers.push_back(pieces.embedding());
    for (int block = 0; block < gpt.layers; ++block) {
        Layer attention = pieces.attention();
        Layer mlp = pieces.mlp();
        if (traits.grain == Grain::Layer) {
            append(attention, mlp);
            attention.name = "block " + std::to_string(block);
            model.layers.push_back(std::move(attention));
            continue;
        }
        attention.name += " " + std::to_string(block);
        mlp.name += " " + std::to_string(block);
        model.layers.push_back(std::move(attention));
        model.layers.push_back(std::move(mlp));
    }
    model.layers.push_back(pieces.head());
    model.shape = GptShape{gpt, traits};
    if (traits.grain == Grain::Layer)
        model.gpt = gpt;
    return model;
}

LayerSums::LayerSums(const LayeredModel& model) {
    m_before.reserve(model.layers.size() + 1);
    m_boundary.reserve(model.layers.size());
    Layer sum;
    m_before.push_back(sum);
    for (const Layer& layer : model.layers) {
        append(sum, layer);
        m_before.push_back(sum);
        m_boundary.push_back(layer.boundary);
    }
}

Layer LayerSums::of(int first, int end) const {
    const Layer& from = m_before[static_cast<std::size_t>(first)];
    const Layer& to = m_before[static_cast<std::size_t>(end)];
    return {.name = {},
            .work = {to.work.forward - from.work.forward, to.work.backwardInput - from.work.backwardInput,
                     to.work.backwardWeight - from.work.backwardWeight},
            .parameters = to.parameters - from.parameters,
            .fixed = to.fixed - from.fixed,
            .gradient = to.gradient - from.gradient,
            .activation = to.activation - from.activation,
            .keptForWeight = to.keptForWeight - from.keptForWeight,
            .boundary = end > first ? m_boundary[static_cast<std::size_t>(end - 1)] : 0,
            .blocks = to.blocks - from.blocks};
}

} // namespace lanewright
