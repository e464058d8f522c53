// SPDX-License-Identifier: Apache-2.0
#include "core/io/plan_parts.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

namespace lanewright {

namespace {

bool isKnown(std::string_view key, std::span<const std::string_view> known) {
    return std::ranges::find(known, key) != known.end();
}

/// What stands under the path, names with dots between them; the whole where that is empty.
std::optional<json::Node> objectAt(const json::Document& document, std::string_view path) {
    std::optional<json::Node> node = document.root();
    while (node && !path.empty()) {
        const std::size_t dot = std::min(path.find('.'), path.size());
        node = node->find(path.substr(0, dot));
        path.remove_prefix(std::min(dot + 1, path.size()));
    }
    return node && node->kind() == json::Kind::Object ? node : std::nullopt;
}

} // namespace

bool hasUnknown(const json::Node& object, std::span<const std::string_view> known) {
    if (object.kind() != json::Kind::Object)
        return false;
    const auto unknown = [&](const json::Node& child) { return !isKnown(child.key(), known); };
    for (const json::Node child : object.children())
        if (unknown(child))
            return true;
    return false;
}

void copyUnknown(json::Writer& writer, const json::Node& object, std::span<const std::string_view> known) {
    for (const json::Node child : object.children()) {
        if (isKnown(child.key(), known))
            continue;
        writer.key(child.key());
        writer.copy(child);
    }
}

std::span<const PlanSection> planSections() {
    static constexpr std::array<PlanSection, 11> kSections = {{{"", kPlanKeys},
                                                               {"placement", kPlacementKeys},
                                                               {"costs", kCostKeys},
                                                               {"costs.host", kHostKeys},
                                                               {"costs.measured_on", kSharedCoresKeys},
                                                               {"memory", kMemoryKeys},
                                                               {"microbatch", kMicrobatchKeys},
                                                               {"model", kModelKeys},
                                                               {"proof", kProofKeys},
                                                               {"proof.argument", kArgumentKeys},
                                                               {"variants", kVariantKeys}}};
    return kSections;
}

namespace {

/// Calls `each` with every known object inside the object, its key and its section: those that a section names.
template <typename Each>
void forInner(const json::Node& object, const PlanSection& section, const Each& each) {
    for (const PlanSection& inner : planSections()) {
        const std::size_t dot = inner.name.rfind('.');
        const std::string_view outer = dot == std::string_view::npos ? "" : inner.name.substr(0, dot);
        if (inner.name.empty() || outer != section.name)
            continue;
        const std::string_view key = inner.name.substr(outer.empty() ? 0 : dot + 1);
        if (const auto child = object.find(key); child && child->kind() == json::Kind::Object)
            each(*child, key, inner);
    }
}

bool hasUnknownWithin(const json::Node& object, const PlanSection& section) {
    bool any = hasUnknown(object, section.keys);
    forInner(object, section, [&](const json::Node& child, std::string_view, const PlanSection& inner) {
        any = any || hasUnknownWithin(child, inner);
    });
    return any;
}

/// Inner objects first and in a fixed order, so that the text does not depend on where in the file they stood.
void writeUnknownWithin(json::Writer& writer, const json::Node& object, const PlanSection& section) {
    writer.beginObject(json::Layout::Line);
    forInner(object, section, [&](const json::Node& child, std::string_view key, const PlanSection& inner) {
        if (!hasUnknownWithin(child, inner))
            return;
        writer.key(key);
        writeUnknownWithin(writer, child, inner);
    });
    copyUnknown(writer, object, section.keys);
    writer.endObject();
}

} // namespace

std::string unknownPlanKeys(const json::Node& root) {
    const PlanSection& plan = planSections().front();
    if (!hasUnknownWithin(root, plan))
        return {};
    json::Writer writer;
    writeUnknownWithin(writer, root, plan);
    return writer.take();
}

void writeUnknown(json::Writer& writer, std::string_view unknown, std::string_view section,
                  std::span<const std::string_view> known) {
    if (unknown.empty())
        return;
    const Result<json::Document> document = json::parse(unknown);
    if (!document)
        return;
    if (const auto object = objectAt(*document, section))
        copyUnknown(writer, *object, known);
}

bool holdsUnknown(std::string_view unknown, std::string_view section) {
    if (unknown.empty())
        return false;
    const Result<json::Document> document = json::parse(unknown);
    return document && objectAt(*document, section);
}

} // namespace lanewright
