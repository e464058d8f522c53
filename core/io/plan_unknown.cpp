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

std::string unknownPlanKeys(const json::Node& root) {
    using Section = std::pair<std::string_view, std::span<const std::string_view>>;
    const std::array<Section, 6> sections = {{{"placement", kPlacementKeys},
                                              {"costs", kCostKeys},
                                              {"memory", kMemoryKeys},
                                              {"microbatch", kMicrobatchKeys},
                                              {"model", kModelKeys},
                                              {"proof", kProofKeys}}};
    json::Writer writer;
    bool any = hasUnknown(root, kPlanKeys);
    writer.beginObject(json::Layout::Line);
    // Sections first and in a fixed order, so that the text does not depend on where in the file they stood.
    for (const auto& [key, known] : sections) {
        const auto object = root.find(key);
        if (!object)
            continue;
        const auto host = key == "costs" ? object->find("host") : std::nullopt;
        const bool inHost = host && hasUnknown(*host, kHostKeys);
        if (!inHost && !hasUnknown(*object, known))
            continue;
        any = true;
        writer.key(key).beginObject(json::Layout::Line);
        if (inHost) {
            writer.key("host").beginObject(json::Layout::Line);
            copyUnknown(writer, *host, kHostKeys);
            writer.endObject();
        }
        copyUnknown(writer, *object, known);
        writer.endObject();
    }
    copyUnknown(writer, root, kPlanKeys);
    writer.endObject();
    return any ? writer.take() : std::string{};
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
