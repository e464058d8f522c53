// SPDX-License-Identifier: Apache-2.0
#include "core/io/unknown_keys.h"

#include "core/base/slips.h"
#include "core/io/plan/plan_parts.h"

#include <algorithm>
#include <span>

namespace lanewright {

namespace {

constexpr std::string_view kVariants = "variants";

/// An object of a schedule file whose keys are names, and each variant of the list.
struct Section {
    std::string name; ///< its path; empty: the root
    const FileKeys* keys;
};

std::string pathOf(std::string_view section, std::string_view key) {
    return section.empty() ? std::string{key} : std::string{section} + "." + std::string{key};
}

/// Inner ones follow outer ones.
void addSections(const Section& section, std::vector<Section>& sections) {
    sections.push_back(section);
    for (const FileKey& key : *section.keys)
        if (key.keepsUnknown || key.key == kVariants)
            addSections({pathOf(section.name, key.key), key.inside}, sections);
}

const std::vector<Section>& sections() {
    static const std::vector<Section> kSections = [] {
        std::vector<Section> all;
        addSections({"", &planFields().keys}, all);
        return all;
    }();
    return kSections;
}

std::string nearestTo(std::string_view section, std::string_view key) {
    int fewest = slipsOf(key);
    std::string nearest;
    for (const auto& [name, keys] : sections())
        for (const FileKey& known : *keys) {
            const int slips = name == section ? slipsBetween(key, known.key) : known.key == key ? fewest : fewest + 1;
            if (slips < fewest || (slips == fewest && nearest.empty())) {
                fewest = slips;
                nearest = pathOf(name, known.key);
            }
        }
    return nearest;
}

void addKeys(const json::Node& object, std::string_view section, std::vector<UnknownKey>& keys) {
    for (const json::Node child : object.children()) {
        const std::string path = pathOf(section, child.key());
        const auto inner = std::ranges::find(sections(), path, &Section::name);
        if (inner != sections().end())
            addKeys(child, path, keys);
        else if (path != "answer")
            keys.push_back({path, nearestTo(section, child.key())});
    }
}

} // namespace

std::vector<UnknownKey> unknownKeysOf(const Plan& plan) {
    std::vector<UnknownKey> keys;
    const auto add = [&](std::string_view unknown, std::string_view section) {
        if (unknown.empty())
            return;
        if (const Result<json::Document> document = json::parse(unknown))
            addKeys(document->root(), section, keys);
    };
    add(plan.unknown, "");
    for (std::size_t at = 0; at < plan.variants.size(); ++at) {
        const std::size_t before = keys.size();
        add(plan.variants[at].unknown, kVariants);
        for (UnknownKey& key : std::span(keys).subspan(before))
            key.path.insert(kVariants.size(), "[" + std::to_string(at) + "]");
    }
    return keys;
}

Message sentenceOf(const UnknownKey& key) {
    if (key.nearest.empty())
        return say(phrase("finding", "%1 is no key of this version of the format: it is kept, and nothing follows from "
                                     "it."),
                   key.path);
    return say(phrase("finding", "%1 is no key of this version of the format: it is kept, and nothing follows from it. "
                                 "Did you mean %2?"),
               key.path, key.nearest);
}

} // namespace lanewright
