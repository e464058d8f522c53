// SPDX-License-Identifier: Apache-2.0
#include "core/io/optimizer_json.h"

#include "core/io/quoted_text.h"

#include <cmath>

namespace lanewright {

namespace {

/// A finite number in [least, most), `most` excluded.
void readReal(const json::Node& object, std::string_view key, double least, double most, double& value,
              Trouble& trouble) {
    const auto node = object.find(key);
    if (!node)
        return;
    value = realFrom(*node, trouble);
    if (std::isfinite(value) && value >= least && value < most)
        return;
    const auto from = static_cast<int>(least);
    if (std::isfinite(most))
        trouble.add(say(phrase("file", "must be a number from %1 on and below %2"), from, static_cast<int>(most)),
                    *node);
    else
        trouble.add(say(phrase("file", "must be a number from %1 on"), from), *node);
}

} // namespace

Precision precisionIn(const json::Node& root, Trouble& trouble) {
    const auto given = root.find("precision");
    if (!given)
        return Precision::Fp32;
    const std::string name = stringFrom(*given, trouble);
    for (const Precision precision : {Precision::Fp32, Precision::Bf16})
        if (name == toText(precision))
            return precision;
    trouble.add(say(phrase("file", "must be %1 or %2"), "\"fp32\"", "\"bf16\""), *given);
    return Precision::Fp32;
}

int threadsIn(const json::Node& root, Trouble& trouble) {
    constexpr int kMost = 4096;
    return integerIn(root, "threads", 1, 1, kMost, trouble);
}

OptimizerSettings optimizerFrom(const json::Node& node, Trouble& trouble) {
    OptimizerSettings settings;
    if (!expect(node, json::Kind::Object, trouble))
        return settings;
    using enum OptimizerMode;
    const std::string mode = stringIn(node, "mode", toText(Synchronous), trouble);
    if (mode == toText(PostValidated))
        settings.mode = PostValidated;
    else if (mode != toText(Synchronous))
        trouble.add(
            say(phrase("file", "must be %1 or %2, not %3"), "\"synchronous\"", "\"postvalidated\"", inQuotes(mode)),
            *node.find("mode"));
    readReal(node, "learning_rate", 0, INFINITY, settings.learningRate, trouble);
    readReal(node, "beta1", 0, 1, settings.beta1, trouble);
    readReal(node, "beta2", 0, 1, settings.beta2, trouble);
    readReal(node, "epsilon", 0, INFINITY, settings.epsilon, trouble);
    readReal(node, "weight_decay", 0, INFINITY, settings.weightDecay, trouble);
    readReal(node, "clip", 0, INFINITY, settings.clip, trouble);
    return settings;
}

void writeOptimizer(json::Writer& writer, const OptimizerSettings& settings) {
    writer.beginObject(json::Layout::Line);
    writer.key("mode").string(toText(settings.mode));
    writer.key("learning_rate").real(settings.learningRate);
    writer.key("beta1").real(settings.beta1);
    writer.key("beta2").real(settings.beta2);
    writer.key("epsilon").real(settings.epsilon);
    writer.key("weight_decay").real(settings.weightDecay);
    writer.key("clip").real(settings.clip);
    writer.endObject();
}

Update updateIn(const json::Node& object, Trouble& trouble) {
    Update update;
    if (const auto norm = object.find("norm"))
        update.norm = realFrom(*norm, trouble);
    using enum UpdateKind;
    const std::string kind = stringIn(object, "update", toText(Whole), trouble);
    if (kind == toText(Clipped))
        update.kind = Clipped;
    else if (kind == toText(Skipped))
        update.kind = Skipped;
    else if (kind != toText(Whole))
        trouble.add(say(phrase("file", "must be %1, %2 or %3, not %4"), "\"whole\"", "\"clipped\"", "\"skipped\"",
                        inQuotes(kind)),
                    *object.find("update"));
    update.rolledBack = boolIn(object, "rolled_back", false, trouble);
    return update;
}

void writeUpdate(json::Writer& writer, const Update& update) {
    writer.key("norm").real(update.norm);
    writer.key("update").string(toText(update.kind));
    writer.key("rolled_back").boolean(update.rolledBack);
}

} // namespace lanewright
