// SPDX-License-Identifier: Apache-2.0
#include "core/planner/input/layered_model.h"

#include "core/base/choice_named.h"
#include "core/model/totals.h"

#include <algorithm>
#include <array>
#include <cmath>

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

/// The layer so many times, what is more than can be counted cut off: whoever reads a file refuses it then.
Layer scaled(const Layer& layer, double times) {
    const auto of = [times](std::int64_t amount) {
        constexpr auto kMost = static_cast<double>(2 * kMaxTotalMemory);
        return static_cast<std::int64_t>(std::llround(std::min(kMost, times * static_cast<double>(amount))));
    };
    return {.work = {times * layer.work.forward, times * layer.work.backwardInput, times * layer.work.backwardWeight},
            .parameters = of(layer.parameters),
            .fixed = of(layer.fixed),
            .gradient = of(layer.gradient),
            .activation = of(layer.activation),
            .keptForWeight = of(layer.keptForWeight)};
}

class GptPieces {
public:
    GptPieces(const ModelSpec& gpt, const GptTraits& traits)
        : m_traits(traits), m_width(gpt.width), m_context(gpt.context), m_vocabulary(gpt.vocabulary),
          m_tokens(static_cast<std::int64_t>(gpt.batch) * gpt.context) {}

    Layer embedding() const {
        Layer embedding = piece("embedding", {}, (m_vocabulary + m_context) * m_width, 0);
        embedding.letter = 'E';
        return embedding;
    }
    Layer block() const {
        Layer block = attention();
        append(block, mlp());
        block.letter = 't';
        return block;
    }
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
        head.letter = 'L';
        return head;
    }
    /// With so many layers of MTP in front of it.
    Layer mtp(int before) const {
        Layer mtp = scaled(block(), m_traits.mtp.blocks);
        append(mtp, scaled(head(), m_traits.mtp.heads));
        mtp.name = "mtp " + std::to_string(before);
        mtp.letter = 'm';
        mtp.boundary = (before + 2) * block().boundary;
        return mtp;
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

bool talks(const Chain& chain) { return lengthOn(Resource::Network, chain) > 0; }

void appendTo(Chain& chain, const Segment& next) {
    if (next.time == 0)
        return;
    if (!chain.empty() && chain.back().resource == next.resource)
        chain.back().time += next.time;
    else
        chain.push_back(next);
}

/// The chains one after the other.
Chain joined(const std::vector<Chain>& chains) {
    Chain all;
    for (const Chain& chain : chains)
        for (const Segment& segment : chain)
            appendTo(all, segment);
    return all;
}

/// Two chains as one of no more segments than the longer one: the k-th stretches of both in a row.
Chain together(const Chain& one, const Chain& other) {
    if (one.size() < other.size())
        return together(other, one);
    Chain all;
    std::size_t next = 0;
    for (const Segment& segment : one) {
        Segment both = segment;
        // Each segment of the shorter one goes to the next of its resource; what finds none, to the last.
        while (next < other.size() && other[next].resource == segment.resource)
            both.time += other[next++].time;
        appendTo(all, both);
    }
    for (; next < other.size(); ++next)
        appendTo(all, other[next]);
    return all;
}

/// The chains one after the other, neighbours taken together until they are few enough.
Chain fewEnough(std::vector<Chain> chains) {
    Chain all = joined(chains);
    while (all.size() > static_cast<std::size_t>(PairCosts::kMostSegments) && chains.size() > 1) {
        std::vector<Chain> halved;
        for (std::size_t at = 0; at < chains.size(); at += 2)
            halved.push_back(at + 1 < chains.size() ? together(chains[at], chains[at + 1]) : chains[at]);
        chains = std::move(halved);
        all = joined(chains);
    }
    return all;
}

Chain chainOr(const Chain& chain, double work) {
    return chain.empty() ? Chain{{Resource::Compute, static_cast<Time>(work)}} : chain;
}

} // namespace

bool LayeredModel::overlaps() const {
    return std::ranges::any_of(layers, [](const Layer& layer) {
        return talks(layer.segments.forward) || talks(layer.segments.backwardInput) ||
               talks(layer.segments.backwardWeight);
    });
}

Work networkOf(const Layer& layer) {
    const auto on = [](const Chain& chain) { return static_cast<double>(lengthOn(Resource::Network, chain)); };
    return {on(layer.segments.forward), on(layer.segments.backwardInput), on(layer.segments.backwardWeight)};
}

double hiddenIn(const Layer& layer, std::int64_t sharing) {
    const Chain forward = chainOr(layer.segments.forward, layer.work.forward);
    Chain backward = chainOr(layer.segments.backwardInput, layer.work.backwardInput);
    const auto hidden = [&] { return lengthOf(forward) + lengthOf(backward) - pairTimeOf(forward, backward, sharing); };
    const Time withB = hidden();
    for (const Segment& segment : chainOr(layer.segments.backwardWeight, layer.work.backwardWeight))
        backward.push_back(segment);
    return static_cast<double>(std::max(withB, hidden()));
}

StageSegments segmentsOf(const LayeredModel& model, int first, int end) {
    std::vector<Chain> forward;
    std::vector<Chain> input;
    std::vector<Chain> weight;
    for (int layer = first; layer < end; ++layer) {
        const Layer& each = model.layers[layer];
        forward.push_back(chainOr(each.segments.forward, each.work.forward));
        input.push_back(chainOr(each.segments.backwardInput, each.work.backwardInput));
        weight.push_back(chainOr(each.segments.backwardWeight, each.work.backwardWeight));
    }
    std::ranges::reverse(input);
    std::ranges::reverse(weight);
    return {fewEnough(std::move(forward)), fewEnough(std::move(input)), fewEnough(std::move(weight))};
}

std::string_view toText(Recompute recompute) {
    switch (recompute) {
    case Recompute::Never: return "never";
    case Recompute::Always: return "always";
    case Recompute::Choose: return "choose";
    }
    return {};
}

std::optional<Recompute> recomputeFromText(std::string_view text) {
    return choiceNamed(text, std::array{Recompute::Never, Recompute::Always, Recompute::Choose});
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
        if (traits.grain == Grain::Layer) {
            model.layers.push_back(pieces.block());
            model.layers.back().name = "block " + std::to_string(block);
            continue;
        }
        Layer attention = pieces.attention();
        Layer mlp = pieces.mlp();
        attention.name += " " + std::to_string(block);
        mlp.name += " " + std::to_string(block);
        model.layers.push_back(std::move(attention));
        model.layers.push_back(std::move(mlp));
    }
    for (int layer = 0; layer < traits.mtp.layers; ++layer)
        model.layers.push_back(pieces.mtp(layer));
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
    const Layer& from = m_before[first];
    const Layer& to = m_before[end];
    return {.name = {},
            .work = {to.work.forward - from.work.forward, to.work.backwardInput - from.work.backwardInput,
                     to.work.backwardWeight - from.work.backwardWeight},
            .parameters = to.parameters - from.parameters,
            .fixed = to.fixed - from.fixed,
            .gradient = to.gradient - from.gradient,
            .activation = to.activation - from.activation,
            .keptForWeight = to.keptForWeight - from.keptForWeight,
            .boundary = end > first ? m_boundary[end - 1] : 0,
            .blocks = to.blocks - from.blocks};
}

} // namespace lanewright
