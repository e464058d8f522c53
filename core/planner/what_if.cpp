// SPDX-License-Identifier: Apache-2.0
#include "core/planner/what_if.h"

#include "core/base/whole_number.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

namespace lanewright {

namespace {

constexpr Phrase kQuestions = phrase(
    "planner", "a question is slow=DEVICE:FACTOR, link=A:B:FACTOR, lost=DEVICE, microbatches=NUMBER, context=TOKENS, "
               "batch=SAMPLES or recompute=never, always or choose");
constexpr Phrase kNoFactor = phrase("planner", "'%1' is no factor above 0");

std::vector<std::string> partsOf(std::string_view text) {
    std::vector<std::string> parts;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find(':', at), text.size());
        parts.emplace_back(text.substr(at, end - at));
        at = end + 1;
    }
    return parts;
}

Error noSuch(const std::string& name) {
    return {say(phrase("planner", "there is no device, host or switch '%1' in the cluster"), name)};
}

std::optional<int> nodeOf(const Cluster& cluster, const std::string& name) {
    for (int node = 0; node < cluster.nodes(); ++node)
        if (cluster.nameOf(node) == name)
            return node;
    return {};
}

Result<Done> slow(Cluster& cluster, const std::string& name, const Factor& factor) {
    const std::optional<int> device = nodeOf(cluster, name);
    if (!device || *device >= cluster.size())
        return noSuch(name);
    DeviceKind kind = cluster.kindOf(*device);
    kind.name += " x " + factor.written;
    kind.forward /= factor.times;
    kind.backwardInput /= factor.times;
    kind.backwardWeight /= factor.times;
    kind.speed /= factor.times;
    cluster.devices[*device].kind = static_cast<int>(cluster.kinds.size());
    cluster.kinds.push_back(std::move(kind));
    return Done{};
}

Result<Done> narrow(Cluster& cluster, const std::string& a, const std::string& b, double factor) {
    const std::optional<int> one = nodeOf(cluster, a);
    const std::optional<int> other = nodeOf(cluster, b);
    if (!one || !other)
        return noSuch(one ? b : a);
    bool found = false;
    for (Wire& wire : cluster.wires)
        if ((wire.a == *one && wire.b == *other) || (wire.a == *other && wire.b == *one)) {
            wire.bandwidth *= factor;
            found = true;
        }
    if (!found)
        return Error{say(phrase("planner", "there is no link between '%1' and '%2'"), a, b)};
    return Done{};
}

Result<Done> lose(Cluster& cluster, const std::string& name) {
    const std::optional<int> device = nodeOf(cluster, name);
    if (!device || *device >= cluster.size())
        return noSuch(name);
    if (cluster.size() == 1)
        return Error{say(phrase("planner", "'%1' is the only device"), name)};
    cluster.devices.erase(cluster.devices.begin() + *device);
    std::erase_if(cluster.wires, [&](const Wire& wire) { return wire.a == *device || wire.b == *device; });
    for (Wire& wire : cluster.wires)
        for (int* const end : {&wire.a, &wire.b})
            *end -= *end > *device ? 1 : 0;
    return Done{};
}

/// A GPT made anew with another shape.
Result<Done> reshape(LayeredModel& model, int ModelSpec::*what, int count) {
    if (!model.shape)
        return Error{say(phrase(
            "planner", "a model of measured times has no other context or batch: only of a GPT the costs are known"))};
    GptShape shape = *model.shape;
    if (what == &ModelSpec::batch)
        model.microbatches = (model.microbatches * shape.gpt.batch + count - 1) / count;
    shape.gpt.*what = count;
    shape.traits.microbatches = model.microbatches;
    LayeredModel made = layersOfGpt(shape.gpt, shape.traits);
    made.title = std::move(model.title);
    made.recompute = model.recompute;
    model = std::move(made);
    return Done{};
}

constexpr int kMostAsked = 1 << 20;

Result<WhatIf> withCount(WhatIf::Kind kind, const std::string& text) {
    const std::optional<int> count = wholeFrom<int>(text);
    if (count && *count > 0 && *count <= kMostAsked)
        return WhatIf{.kind = kind, .count = *count};
    if (kind == WhatIf::Kind::Microbatches)
        return Error{say(phrase("planner", "'%1' is no number of microbatches"), text)};
    return Error{say(phrase("planner", "'%1' is no number from 1 to %2"), text, kMostAsked)};
}

/// The factor is the last part.
Result<WhatIf> withFactor(WhatIf question, const std::string& text) {
    const std::optional<double> times = realIn(text);
    if (!times || *times <= 0)
        return Error{say(kNoFactor, text)};
    question.factor = {*times, text};
    return question;
}

} // namespace

Result<Done> applyWhatIf(const WhatIf& question, LayeredModel& model, Cluster& cluster) {
    using Kind = WhatIf::Kind;
    switch (question.kind) {
    case Kind::SlowDevice: return slow(cluster, question.node, question.factor);
    case Kind::Link: return narrow(cluster, question.node, question.other, question.factor.times);
    case Kind::LostDevice: return lose(cluster, question.node);
    case Kind::Microbatches: model.microbatches = question.count; return Done{};
    case Kind::Context: return reshape(model, &ModelSpec::context, question.count);
    case Kind::Batch: return reshape(model, &ModelSpec::batch, question.count);
    case Kind::Recompute: model.recompute = question.recompute; return Done{};
    }
    return Done{};
}

Result<WhatIf> whatIfFromText(std::string_view text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos)
        return Error{say(kQuestions)};
    const std::string_view kind = text.substr(0, equals);
    const std::vector<std::string> parts = partsOf(text.substr(equals + 1));
    if (kind == "slow" && parts.size() == 2)
        return withFactor({.kind = WhatIf::Kind::SlowDevice, .node = parts[0]}, parts[1]);
    if (kind == "link" && parts.size() == 3)
        return withFactor({.kind = WhatIf::Kind::Link, .node = parts[0], .other = parts[1]}, parts[2]);
    if (parts.size() != 1)
        return Error{say(kQuestions)};
    if (kind == "lost")
        return WhatIf{.kind = WhatIf::Kind::LostDevice, .node = parts[0]};
    if (kind == "microbatches")
        return withCount(WhatIf::Kind::Microbatches, parts[0]);
    if (kind == "context" || kind == "batch")
        return withCount(kind == "batch" ? WhatIf::Kind::Batch : WhatIf::Kind::Context, parts[0]);
    const std::optional<Recompute> recompute = recomputeFromText(parts[0]);
    if (kind != "recompute" || !recompute)
        return Error{say(kQuestions)};
    return WhatIf{.kind = WhatIf::Kind::Recompute, .recompute = *recompute};
}

} // namespace lanewright
