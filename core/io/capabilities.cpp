// SPDX-License-Identifier: Apache-2.0
#include "core/io/capabilities.h"

#include "core/io/json.h"
#include "core/io/json_writer.h"

#include <algorithm>
#include <charconv>

namespace lanewright {

namespace {

std::string textOf(const json::Node& node, std::string_view key) {
    const auto member = node.find(key);
    return member && member->kind() == json::Kind::String ? std::string{member->text()} : "";
}

std::int64_t numberOf(const json::Node& node, std::string_view key) {
    const auto member = node.find(key);
    std::int64_t number = 0;
    if (member && member->kind() == json::Kind::Number)
        std::from_chars(member->text().data(), member->text().data() + member->text().size(), number);
    return number;
}

GpuReport gpuFrom(const json::Node& node) {
    return {.name = textOf(node, "name"),
            .driver = textOf(node, "driver"),
            .capability = textOf(node, "capability"),
            .processors = static_cast<int>(numberOf(node, "processors")),
            .memory = numberOf(node, "memory")};
}

} // namespace

bool CapabilityReport::has(std::string_view backend) const {
    return std::ranges::find(backends, backend) != backends.end();
}

std::string CapabilityReport::reasonFor(std::string_view backend) const {
    const auto found =
        std::ranges::find(missing, backend, [](const auto& entry) -> std::string_view { return entry.first; });
    return found == missing.end() ? "" : found->second;
}

std::string capabilitiesToJson(const CapabilityReport& report) {
    json::Writer writer;
    writer.beginObject(json::Layout::Line);
    writer.key("mpi").boolean(report.mpi);
    writer.key("backends").beginArray(json::Layout::Line);
    for (const std::string& backend : report.backends)
        writer.string(backend);
    writer.endArray();
    if (!report.gpus.empty()) {
        writer.key("gpus").beginArray(json::Layout::Line);
        for (const GpuReport& gpu : report.gpus) {
            writer.beginObject(json::Layout::Line);
            writer.key("name").string(gpu.name);
            writer.key("driver").string(gpu.driver);
            writer.key("capability").string(gpu.capability);
            writer.key("processors").number(gpu.processors);
            writer.key("memory").number(gpu.memory);
            writer.endObject();
        }
        writer.endArray();
    }
    if (!report.missing.empty()) {
        writer.key("missing").beginObject(json::Layout::Line);
        for (const auto& [backend, reason] : report.missing)
            writer.key(backend).string(reason);
        writer.endObject();
    }
    writer.endObject();
    return writer.take();
}

Result<CapabilityReport> capabilitiesFromJson(std::string_view text) {
    const Result<json::Document> document = json::parse(text);
    if (!document)
        return document.error();
    const json::Node root = document->root();
    if (root.kind() != json::Kind::Object)
        return Error{"this is no object"};
    CapabilityReport report{.backends = {}};
    if (const auto mpi = root.find("mpi"); mpi && mpi->kind() == json::Kind::Bool)
        report.mpi = mpi->isTrue();
    if (const auto backends = root.find("backends"))
        for (const json::Node& backend : backends->children())
            report.backends.emplace_back(backend.text());
    if (const auto gpus = root.find("gpus"))
        for (const json::Node& gpu : gpus->children())
            report.gpus.push_back(gpuFrom(gpu));
    if (const auto missing = root.find("missing"))
        for (const json::Node& entry : missing->children())
            report.missing.emplace_back(entry.key(), entry.text());
    return report;
}

} // namespace lanewright
