// SPDX-License-Identifier: Apache-2.0
#include "core/planner/input/model_json.h"

#include "core/io/files.h"
#include "core/io/plan_parts.h"
#include "core/io/quoted_text.h"
#include "core/model/title.h"

#include <array>
#include <cmath>

namespace lanewright {

namespace {

constexpr int kMostLayers = 1024;
constexpr std::array kTimeUnits = {TimeUnit::Ns, TimeUnit::Us, TimeUnit::Ms, TimeUnit::S};
constexpr std::array kMemoryUnits = {MemoryUnit::B, MemoryUnit::KiB, MemoryUnit::MiB, MemoryUnit::GiB};

Bytes bytesIn(const json::Node& object, std::string_view key, Bytes fallback, MemoryUnit unit, Trouble& trouble) {
    const auto node = object.find(key);
    return node ? amountFrom(*node, {0, kMaxMemory, scaleOf(unit)}, trouble) : fallback;
}

/// Refuses a model whose layers together need more than can be counted: what stays for an iteration, and what its
/// microbatches keep, were nothing ever freed. Each value is bounded by itself, so that the sums here can't overflow.
void checkSums(const LayeredModel& model, const json::Node& node, Trouble& trouble) {
    constexpr Bytes kBytesPerParameter = 16;
    const Bytes kept = kMaxTotalMemory / model.microbatches;
    Layer sum;
    for (const Layer& layer : model.layers) {
        sum.parameters += layer.parameters;
        sum.fixed += layer.fixed;
        sum.gradient += layer.gradient;
        sum.activation += layer.activation;
        if (sum.parameters > kMaxTotalMemory / kBytesPerParameter || sum.fixed > kMaxTotalMemory ||
            sum.gradient > kMaxTotalMemory || sum.activation > kept || layer.boundary > kept)
            return trouble.add(say(phrase("file", "the layers together need more memory than can be counted")), node);
    }
}

class LayerReader {
public:
    LayerReader(const json::Node& root, Trouble& trouble)
        : m_trouble(&trouble), m_time(choiceIn(root, "time_unit", TimeUnit::Ms, kTimeUnits, trouble)),
          m_memory(choiceIn(root, "memory_unit", MemoryUnit::MiB, kMemoryUnits, trouble)) {}

    void readInto(LayeredModel& model, const json::Node& list) const {
        if (!expect(list, json::Kind::Array, *m_trouble))
            return;
        for (const json::Node node : list.children()) {
            if (!expect(node, json::Kind::Object, *m_trouble))
                return;
            const Layer layer = layerFrom(node);
            const int times = integerIn(node, "repeat", 1, 1, kMostLayers, *m_trouble);
            if (model.size() + times > kMostLayers)
                return m_trouble->add(say(phrase("file", "a model has at most %1 layers"), kMostLayers), node);
            model.layers.insert(model.layers.end(), static_cast<std::size_t>(times), layer);
        }
        checkSums(model, list, *m_trouble);
    }

private:
    double timeIn(const json::Node& object, std::string_view key) const {
        const auto node = required(object, key, *m_trouble);
        return node ? static_cast<double>(amountFrom(*node, {0, kMaxTime, scaleOf(m_time)}, *m_trouble)) : 0;
    }

    Layer layerFrom(const json::Node& node) const {
        Layer layer{.name = stringIn(node, "name", "layer", *m_trouble),
                    .work = {timeIn(node, "forward"), timeIn(node, "backward_input"), timeIn(node, "backward_weight")}};
        if (const auto count = node.find("parameters"))
            layer.parameters = countFrom(*count, 0, kMaxMemory, *m_trouble);
        layer.fixed = bytesIn(node, "static", 16 * layer.parameters, m_memory, *m_trouble);
        layer.gradient = bytesIn(node, "gradient", 4 * layer.parameters, m_memory, *m_trouble);
        layer.activation = bytesIn(node, "activation", 0, m_memory, *m_trouble);
        layer.keptForWeight = bytesIn(node, "kept_for_weight", layer.activation, m_memory, *m_trouble);
        layer.boundary = bytesIn(node, "boundary", 0, m_memory, *m_trouble);
        if (const auto segments = node.find("segments")) {
            const StageCosts whole{.forward = static_cast<Time>(layer.work.forward),
                                   .backwardInput = static_cast<Time>(layer.work.backwardInput),
                                   .backwardWeight = static_cast<Time>(layer.work.backwardWeight)};
            layer.segments =
                stageSegmentsFrom(*segments, whole, {.most = kMaxTime, .scale = scaleOf(m_time)}, *m_trouble);
        }
        if (layer.keptForWeight > layer.activation)
            m_trouble->add(say(phrase("file", "B can't leave more for W than F keeps")), node);
        return layer;
    }

    Trouble* m_trouble;
    TimeUnit m_time;
    MemoryUnit m_memory;
};

Precision precisionIn(const json::Node& root, Trouble& trouble) {
    return choiceIn(root, "precision", Precision::Bf16, std::array{Precision::Fp32, Precision::Bf16}, trouble);
}

Recompute recomputeIn(const json::Node& root, Trouble& trouble) {
    return choiceIn(root, "recompute", Recompute::Never,
                    std::array{Recompute::Never, Recompute::Always, Recompute::Choose}, trouble);
}

Grain grainIn(const json::Node& root, Trouble& trouble) {
    return choiceIn(root, "cut", Grain::Layer, std::array{Grain::Layer, Grain::Half}, trouble);
}

LayeredModel modelFrom(const json::Node& root, Trouble& trouble) {
    LayeredModel model{.title = title::read(stringIn(root, "title", "", trouble)),
                       .microbatches = integerIn(root, "microbatches", 1, 1, kMaxMicrobatches, trouble),
                       .recompute = recomputeIn(root, trouble)};
    const auto gpt = root.find("gpt");
    const auto layers = root.find("layers");
    if (gpt.has_value() == layers.has_value()) {
        trouble.add(say(phrase("file", "a model is either a %1 or a list of %2"), "\"gpt\"", "\"layers\""), root);
        return model;
    }
    if (layers) {
        model.timed = true;
        LayerReader(root, trouble).readInto(model, *layers);
        if (const auto sharing = root.find("sharing"))
            model.sharing = amountFrom(*sharing, {.most = PairCosts::kOne, .scale = PairCosts::kOne}, trouble);
        if (model.layers.empty())
            trouble.add(say(phrase("file", "a model has at least one layer")), *layers);
        return model;
    }
    const GptTraits traits{.microbatches = model.microbatches,
                           .precision = precisionIn(root, trouble),
                           .grain = grainIn(root, trouble),
                           .bytesPerParameter = integerIn(root, "bytes_per_parameter", 16, 2, 64, trouble)};
    const ModelSpec spec = lanewright::modelFrom(*gpt, 1, trouble);
    if (!trouble && spec.layers > kMostLayers / 2)
        trouble.add(say(phrase("file", "a model has at most %1 layers"), kMostLayers), *gpt);
    if (trouble)
        return model;
    LayeredModel made = layersOfGpt(spec, traits);
    made.title = std::move(model.title);
    made.recompute = model.recompute;
    checkSums(made, *gpt, trouble);
    return made;
}

} // namespace

Result<LayeredModel> modelFromJson(std::string_view text) {
    const Result<json::Document> document = json::parse(text);
    if (!document)
        return document.error();
    Trouble trouble;
    const json::Node root = document->root();
    checkHeader(root, "lanewright-model", phrase("file", "this JSON is no model"), trouble);
    if (trouble)
        return trouble.first();
    LayeredModel model = modelFrom(root, trouble);
    if (trouble)
        return trouble.first();
    return model;
}

Result<LayeredModel> openModel(const std::string& pathOrPreset) {
    for (const ModelPreset& preset : modelPresets())
        if (preset.name == pathOrPreset)
            return preset.make();
    const Result<std::string> text = readFile(pathOrPreset);
    if (!text)
        return text.error();
    return modelFromJson(*text);
}

} // namespace lanewright
