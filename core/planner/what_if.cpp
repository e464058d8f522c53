// SPDX-License-Identifier: Apache-2.0
#include "core/planner/what_if.h"

#include <algorithm>
#include <charconv>
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

template <typename Number>
std::optional<Number> numberIn(const std::string& text) {
    Number number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size() || !(number > 0))
        return {};
    return number;
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

Result<Done> slow(Cluster& cluster, const std::string& name, const std::string& factor) {
    const std::optional<int> device = nodeOf(cluster, name);
    const std::optional<double> times = numberIn<double>(factor);
    if (!device || *device >= cluster.size())
        return noSuch(name);
    if (!times)
        return Error{say(kNoFactor, factor)};
    DeviceKind kind = cluster.kindOf(*device);
    kind.name += " x " + factor;
    kind.forward /= *times;
    kind.backwardInput /= *times;
    kind.backwardWeight /= *times;
    kind.speed /= *times;
    cluster.devices[static_cast<std::size_t>(*device)].kind = static_cast<int>(cluster.kinds.size());
    cluster.kinds.push_back(std::move(kind));
    return Done{};
}

Result<Done> narrow(Cluster& cluster, const std::string& a, const std::string& b, const std::string& factor) {
    const std::optional<int> one = nodeOf(cluster, a);
    const std::optional<int> other = nodeOf(cluster, b);
    const std::optional<double> times = numberIn<double>(factor);
    if (!one || !other)
        return noSuch(one ? b : a);
    if (!times)
        return Error{say(kNoFactor, factor)};
    bool found = false;
    for (Wire& wire : cluster.wires)
        if ((wire.a == *one && wire.b == *other) || (wire.a == *other && wire.b == *one)) {
            wire.bandwidth *= *times;
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
Result<Done> reshape(LayeredModel& model, int ModelSpec::*what, const std::string& text) {
    constexpr int kMost = 1 << 20;
    const std::optional<int> count = numberIn<int>(text);
    if (!model.shape)
        return Error{say(phrase(
            "planner", "a model of measured times has no other context or batch: only of a GPT the costs are known"))};
    if (!count || *count > kMost)
        return Error{say(phrase("planner", "'%1' is no number from 1 to %2"), text, kMost)};
    GptShape shape = *model.shape;
    if (what == &ModelSpec::batch)
        model.microbatches = (model.microbatches * shape.gpt.batch + *count - 1) / *count;
    shape.gpt.*what = *count;
    shape.traits.microbatches = model.microbatches;
    LayeredModel made = layersOfGpt(shape.gpt, shape.traits);
    made.title = std::move(model.title);
    made.recompute = model.recompute;
    model = std::move(made);
    return Done{};
}

Result<Done> askMicrobatches(LayeredModel& model, const std::string& text) {
    const std::optional<int> count = numberIn<int>(text);
    if (!count || *count > 1 << 20)
        return Error{say(phrase("planner", "'%1' is no number of microbatches"), text)};
    model.microbatches = *count;
    return Done{};
}

} // namespace

Result<Done> applyWhatIf(std::string_view question, LayeredModel& model, Cluster& cluster) {
    const std::size_t equals = question.find('=');
    if (equals == std::string_view::npos)
        return Error{say(kQuestions)};
    const std::string_view kind = question.substr(0, equals);
    const std::vector<std::string> parts = partsOf(question.substr(equals + 1));
    if (kind == "slow" && parts.size() == 2)
        return slow(cluster, parts[0], parts[1]);
    if (kind == "link" && parts.size() == 3)
        return narrow(cluster, parts[0], parts[1], parts[2]);
    if (parts.size() != 1)
        return Error{say(kQuestions)};
    if (kind == "lost")
        return lose(cluster, parts[0]);
    if (kind == "microbatches")
        return askMicrobatches(model, parts[0]);
    if (kind == "context" || kind == "batch")
        return reshape(model, kind == "batch" ? &ModelSpec::batch : &ModelSpec::context, parts[0]);
    const std::optional<Recompute> recompute = recomputeFromText(parts[0]);
    if (kind != "recompute" || !recompute)
        return Error{say(kQuestions)};
    model.recompute = *recompute;
    return Done{};
}

} // namespace lanewright
