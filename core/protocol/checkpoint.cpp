// SPDX-License-Identifier: Apache-2.0
#include "core/protocol/checkpoint.h"

#include "core/base/places.h"
#include "core/io/files.h"
#include "core/io/optimizer_json.h"
#include "core/io/plan_parts.h"
#include "core/io/quoted_text.h"

#include <array>
#include <charconv>
#include <cstdio>
#include <filesystem>

namespace lanewright {

namespace {

std::string digitsOf(std::uint64_t hash) {
    std::array<char, 17> digits{};
    std::snprintf(digits.data(), digits.size(), "%016llx", static_cast<unsigned long long>(hash));
    return digits.data();
}

std::uint64_t hashFrom(const json::Node& node, Trouble& trouble) {
    const std::string digits = stringFrom(node, trouble);
    std::uint64_t hash = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), hash, 16);
    if (digits.size() != 16 || error != std::errc{} || end != digits.data() + digits.size())
        trouble.add(say(phrase("file", "must be 16 hexadecimal digits, not %1"), inQuotes(digits)), node);
    return hash;
}

std::int64_t countIn(const json::Node& object, std::string_view key, std::int64_t most, Trouble& trouble) {
    const auto node = required(object, key, trouble);
    return node ? countFrom(*node, 0, most, trouble) : 0;
}

Progress progressFrom(const json::Node& root, Trouble& trouble) {
    return {.steps = countIn(root, "steps", kMostTrainedSteps, trouble),
            .updates = countIn(root, "updates", kMostTrainedSteps, trouble),
            .samples = static_cast<std::uint64_t>(countIn(root, "samples", kMostTrainedSamples, trouble))};
}

void readData(const json::Node& root, Checkpoint& checkpoint, Trouble& trouble) {
    if (const auto seed = required(root, "seed", trouble))
        checkpoint.seed = unsignedFrom(*seed, trouble);
    checkpoint.data = stringIn(root, "data", "", trouble);
    if (const auto hash = required(root, "text_hash", trouble))
        checkpoint.textHash = hashFrom(*hash, trouble);
    if (const auto share = root.find("validation_share")) {
        checkpoint.validationShare = realFrom(*share, trouble);
        if (!(checkpoint.validationShare >= 0 && checkpoint.validationShare <= 0.5))
            trouble.add(say(phrase("file", "must be a number from 0 to 0.5")), *share);
    }
}

void readNumbers(const json::Node& root, Checkpoint& checkpoint, Trouble& trouble) {
    if (const auto name = required(root, "numbers", trouble)) {
        checkpoint.numbers = stringFrom(*name, trouble);
        if (checkpoint.numbers.empty() || checkpoint.numbers.find('/') != std::string::npos)
            trouble.add(
                say(phrase("file", "must be the name of a file in the folder, not %1"), inQuotes(checkpoint.numbers)),
                *name);
    }
    const auto hashes = required(root, "hashes", trouble);
    if (hashes && expect(*hashes, json::Kind::Array, trouble))
        for (const json::Node entry : hashes->children())
            checkpoint.hashes.push_back(hashFrom(entry, trouble));
}

} // namespace

std::string checkpointToJson(const Checkpoint& checkpoint) {
    json::Writer writer;
    writer.beginObject(json::Layout::Lines);
    writer.key("format").string("lanewright-checkpoint");
    writer.key("version").number(1);
    ModelSpec model = checkpoint.model;
    model.layersPerStage.clear();
    writer.key("model");
    writeModel(writer, model, {});
    writer.key("optimizer");
    writeOptimizer(writer, checkpoint.optimizer);
    writer.key("precision").string(toText(checkpoint.precision));
    writer.key("seed").number(checkpoint.seed);
    writer.key("data").string(checkpoint.data);
    writer.key("text_hash").string(digitsOf(checkpoint.textHash));
    writer.key("validation_share").real(checkpoint.validationShare);
    writer.key("steps").number(checkpoint.progress.steps);
    writer.key("updates").number(checkpoint.progress.updates);
    writer.key("samples").number(static_cast<std::int64_t>(checkpoint.progress.samples));
    writer.key("numbers").string(checkpoint.numbers);
    writer.key("hashes").beginArray(json::Layout::Lines);
    for (const std::uint64_t hash : checkpoint.hashes)
        writer.string(digitsOf(hash));
    writer.endArray();
    writer.endObject();
    return writer.take() + "\n";
}

Result<Checkpoint> checkpointFromJson(std::string_view text) {
    const Result<json::Document> document = json::parse(text);
    if (!document)
        return document.error();
    Trouble trouble;
    Checkpoint checkpoint;
    const json::Node root = document->root();
    checkHeader(root, "lanewright-checkpoint", phrase("file", "this JSON is no Lanewright training state"), trouble);
    if (trouble)
        return trouble.first();
    if (const auto model = required(root, "model", trouble))
        checkpoint.model = modelFrom(*model, 1, trouble);
    if (const auto optimizer = required(root, "optimizer", trouble))
        checkpoint.optimizer = optimizerFrom(*optimizer, trouble);
    checkpoint.precision = precisionIn(root, trouble);
    readData(root, checkpoint, trouble);
    checkpoint.progress = progressFrom(root, trouble);
    readNumbers(root, checkpoint, trouble);
    if (trouble)
        return trouble.first();
    return checkpoint;
}

Result<Checkpoint> openCheckpoint(const std::string& folder) {
    const std::string page = (std::filesystem::path{folder} / kCheckpointPage).string();
    const Result<std::string> text = readFile(page, {.waitsForPipes = false});
    if (!text)
        return Error{say(phrase("file", "there is no training state: %1"), text.error().message), page};
    Result<Checkpoint> checkpoint = checkpointFromJson(*text);
    if (!checkpoint)
        return Error{
            say(phrase("file", "this is no training state that can be gone on from: %1"), checkpoint.error().message),
            within(page, checkpoint.error().where)};
    return checkpoint;
}

} // namespace lanewright
