// SPDX-License-Identifier: Apache-2.0
#include "core/planner/input/model_json.h"

#include "core/io/files.h"
#include "core/io/forms.h"
#include "core/io/plan/plan_parts.h"
#include "core/io/quoted_text.h"
#include "core/model/title.h"

#include <array>
#include <cmath>

namespace lanewright {

namespace {

constexpr int kMostLayers = 1024;
constexpr std::array kTimeUnits = {TimeUnit::Ns, TimeUnit::Us, TimeUnit::Ms, TimeUnit::S};
constexpr std::array kMemoryUnits = {MemoryUnit::B, MemoryUnit::KiB, MemoryUnit::MiB, MemoryUnit::GiB};

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

/// A measured time.
Form<double> timeForm() {
    return {.read = [](const json::Node& node, Frame& frame, Trouble& trouble) {
        return static_cast<double>(amountFrom(node, {0, kMaxTime, scaleIn(frame, In::Times)}, trouble));
    }};
}

/// Until the file says something else, a parameter takes what AdamW with mixed precision holds for it.
void readParameters(const json::Node& node, Layer& layer, Frame&, Trouble& trouble) {
    layer.parameters = countFrom(node, 0, kMaxMemory, trouble);
    layer.fixed = 16 * layer.parameters;
    layer.gradient = 4 * layer.parameters;
}

/// A piece whose letter the file does not say: by its name.
char letterOf(std::string_view name) {
    if (name.starts_with("embed"))
        return 'E';
    if (name.starts_with("mtp"))
        return 'm';
    return name.starts_with("head") || name.starts_with("loss") || name.starts_with("lm_head") ? 'L' : 't';
}

void readLetter(const json::Node& node, Layer& layer, Frame& frame, Trouble& trouble) {
    using namespace std::literals;
    static const Form<char> kForm = form::choice<char>({{"E"sv, 'E'}, {"t"sv, 't'}, {"m"sv, 'm'}, {"L"sv, 'L'}});
    layer.letter = kForm.read(node, frame, trouble);
}

void readSegments(const json::Node& node, Layer& layer, Frame& frame, Trouble& trouble) {
    const StageCosts whole{.forward = static_cast<Time>(layer.work.forward),
                           .backwardInput = static_cast<Time>(layer.work.backwardInput),
                           .backwardWeight = static_cast<Time>(layer.work.backwardWeight)};
    layer.segments = stageSegmentsFrom(node, whole, {.most = kMaxTime, .scale = scaleIn(frame, In::Times)}, trouble);
}

const FileFields<Layer>& layerFields() {
    using Field = FileField<Layer>;
    const auto work = [](std::string_view key, double Work::*member) {
        return Field(key, memberOf(&Layer::work, member), timeForm()).required();
    };
    const Form<Bytes> bytes = form::amount({.most = kMaxMemory}, In::Memory);
    static const FileFields<Layer> kFields = {
        {"name", &Layer::name, form::text()},
        {"letter", "", readLetter, nullptr},
        work("forward", &Work::forward),
        work("backward_input", &Work::backwardInput),
        work("backward_weight", &Work::backwardWeight),
        {"parameters", "", readParameters, nullptr},
        {"static", &Layer::fixed, bytes},
        {"gradient", &Layer::gradient, bytes},
        {"activation", "",
         [bytes](const json::Node& node, Layer& layer, Frame& frame, Trouble& trouble) {
             layer.activation = layer.keptForWeight = bytes.read(node, frame, trouble);
         },
         nullptr},
        {"kept_for_weight", &Layer::keptForWeight, bytes},
        {"boundary", &Layer::boundary, bytes},
        {"segments", "", readSegments, nullptr}};
    return kFields;
}

void readLayers(const json::Node& list, LayeredModel& model, Frame& frame, Trouble& trouble) {
    if (!expect(list, json::Kind::Array, trouble))
        return;
    for (const json::Node node : list.children()) {
        if (!expect(node, json::Kind::Object, trouble))
            return;
        Layer layer{.name = "layer"};
        readMembers(node, layerFields(), layer, frame, trouble);
        if (layer.letter == 0)
            layer.letter = letterOf(layer.name);
        if (layer.keptForWeight > layer.activation)
            trouble.add(say(phrase("file", "B can't leave more for W than F keeps")), node);
        const int times = integerIn(node, "repeat", 1, 1, kMostLayers, trouble);
        if (model.size() + times > kMostLayers)
            return trouble.add(say(phrase("file", "a model has at most %1 layers"), kMostLayers), node);
        model.layers.insert(model.layers.end(), static_cast<std::size_t>(times), layer);
    }
    checkSums(model, list, trouble);
    if (model.layers.empty())
        trouble.add(say(phrase("file", "a model has at least one layer")), list);
}

/// A model of measured times.
const FileFields<LayeredModel>& timedFields() {
    static const FileFields<LayeredModel> kFields = {
        {"time_unit", "",
         [](const json::Node& node, LayeredModel&, Frame& frame, Trouble& trouble) {
             frame.time = form::choiceOf(kTimeUnits).read(node, frame, trouble);
         },
         nullptr},
        {"memory_unit", "",
         [](const json::Node& node, LayeredModel&, Frame& frame, Trouble& trouble) {
             frame.memory = form::choiceOf(kMemoryUnits).read(node, frame, trouble);
         },
         nullptr},
        {"layers", "", readLayers, nullptr},
        {"sharing", &LayeredModel::sharing, form::amount({.most = PairCosts::kOne, .scale = PairCosts::kOne})}};
    return kFields;
}

/// How much of a block or a head a layer of MTP takes.
Form<double> timesForm() {
    return {.read = [](const json::Node& node, Frame& frame, Trouble& trouble) {
        constexpr double kMost = 1000;
        const double times = form::real().read(node, frame, trouble);
        if (!trouble && !(times >= 0 && times <= kMost))
            trouble.add(say(phrase("file", "must be from 0 to %1"), 1000), node);
        return times;
    }};
}

const FileFields<MtpTraits>& mtpFields() {
    constexpr int kMost = 16;
    static const FileFields<MtpTraits> kFields = {{"layers", &MtpTraits::layers, form::integer(0, kMost)},
                                                  {"blocks", &MtpTraits::blocks, timesForm()},
                                                  {"heads", &MtpTraits::heads, timesForm()}};
    return kFields;
}

/// What is said of a GPT beside its shape.
const FileFields<GptTraits>& traitFields() {
    static const FileFields<GptTraits> kFields = {
        {"precision", &GptTraits::precision, form::choiceOf(std::array{Precision::Fp32, Precision::Bf16})},
        {"cut", &GptTraits::grain, form::choiceOf(std::array{Grain::Layer, Grain::Half})},
        {"bytes_per_parameter", &GptTraits::bytesPerParameter, form::integer(2, 64)},
        {"mtp", &GptTraits::mtp, form::object(mtpFields())}};
    return kFields;
}

/// What is said of both.
const FileFields<LayeredModel>& modelFields() {
    using enum Recompute;
    static const FileFields<LayeredModel> kFields = {
        {"title", &LayeredModel::title, form::title()},
        {"microbatches", &LayeredModel::microbatches, form::integer(1, kMaxMicrobatches)},
        {"recompute", &LayeredModel::recompute, form::choiceOf(std::array{Never, Always, Choose})}};
    return kFields;
}

LayeredModel gptFrom(const json::Node& root, const json::Node& gpt, LayeredModel model, Trouble& trouble) {
    Frame frame;
    GptTraits traits{.microbatches = model.microbatches};
    readMembers(root, traitFields(), traits, frame, trouble);
    const ModelSpec spec = trouble ? ModelSpec{} : modelForm().read(gpt, frame, trouble);
    if (!trouble && spec.layers > kMostLayers / 2)
        trouble.add(say(phrase("file", "a model has at most %1 layers"), kMostLayers), gpt);
    if (trouble)
        return model;
    LayeredModel made = layersOfGpt(spec, traits);
    made.title = std::move(model.title);
    made.recompute = model.recompute;
    checkSums(made, gpt, trouble);
    return made;
}

LayeredModel modelFrom(const json::Node& root, Trouble& trouble) {
    LayeredModel model;
    Frame frame{{.time = TimeUnit::Ms, .memory = MemoryUnit::MiB}};
    checkHeader(root, "lanewright-model", phrase("file", "this JSON is no model"), trouble);
    readMembers(root, modelFields(), model, frame, trouble);
    const auto gpt = root.find("gpt");
    model.timed = root.find("layers").has_value();
    if (gpt.has_value() == model.timed)
        trouble.add(say(phrase("file", "a model is either a %1 or a list of %2"), "\"gpt\"", "\"layers\""), root);
    if (trouble || !model.timed)
        return trouble ? model : gptFrom(root, *gpt, std::move(model), trouble);
    readMembers(root, timedFields(), model, frame, trouble);
    return model;
}

} // namespace

Result<LayeredModel> modelFromJson(std::string_view text) { return readText(text, modelFrom); }

Result<LayeredModel> openModel(const std::string& pathOrPreset) {
    for (const ModelPreset& preset : modelPresets())
        if (preset.name == pathOrPreset)
            return preset.make();
    const Result<std::string> text = readFile(pathOrPreset);
    return text ? modelFromJson(*text) : text.error();
}

} // namespace lanewright
