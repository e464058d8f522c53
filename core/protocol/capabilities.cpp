// SPDX-License-Identifier: Apache-2.0
#include "core/protocol/capabilities.h"

#include "core/io/json.h"
#include "core/io/json_writer.h"
#include "core/protocol/message_json.h"
#include "core/protocol/obstacles.h"

#include <algorithm>
#include <charconv>
#include <cstdio>

namespace lanewright {

namespace {

std::string textOf(const json::Node& node, std::string_view key) {
    const auto member = node.find(key);
    return member && member->kind() == json::Kind::String ? std::string{member->text()} : "";
}

std::int64_t numberFrom(const json::Node& node) {
    std::int64_t number = 0;
    if (node.kind() == json::Kind::Number)
        std::from_chars(node.text().data(), node.text().data() + node.text().size(), number);
    return number;
}

std::int64_t numberOf(const json::Node& node, std::string_view key) {
    const auto member = node.find(key);
    return member ? numberFrom(*member) : 0;
}

GpuReport gpuFrom(const json::Node& node) {
    GpuReport gpu{.name = textOf(node, "name"),
                  .driver = textOf(node, "driver"),
                  .capability = textOf(node, "capability"),
                  .processors = static_cast<int>(numberOf(node, "processors")),
                  .memory = numberOf(node, "memory")};
    if (const auto peers = node.find("peers"); peers && peers->kind() == json::Kind::Array)
        for (const json::Node& peer : peers->children())
            gpu.peers.push_back(static_cast<int>(numberFrom(peer)));
    return gpu;
}

void writeGpu(json::Writer& writer, const GpuReport& gpu) {
    writer.beginObject(json::Layout::Line);
    writer.key("name").string(gpu.name);
    writer.key("driver").string(gpu.driver);
    writer.key("capability").string(gpu.capability);
    writer.key("processors").number(gpu.processors);
    writer.key("memory").number(gpu.memory);
    writer.key("peers").beginArray(json::Layout::Line);
    for (const int peer : gpu.peers)
        writer.number(peer);
    writer.endArray();
    writer.endObject();
}

/// The reason as a message that can be said in other languages, where it is one; else its English text.
Message reasonFrom(const json::Node& plain, const std::optional<json::Node>& phrased) {
    Trouble trouble;
    const Message message = phrased ? messageFrom(*phrased, trouble) : Message{};
    return !trouble && message.text() == plain.text() ? message : Message{plain.text()};
}

void writeMissing(json::Writer& writer, const CapabilityReport& report) {
    writer.key("missing").beginObject(json::Layout::Line);
    for (const auto& [what, reason] : report.missing)
        writer.key(what).string(reason.text());
    writer.endObject();
    const auto isPlain = [](const auto& entry) { return entry.second.isPlain(); };
    if (std::ranges::all_of(report.missing, isPlain))
        return;
    writer.key("phrases").beginObject(json::Layout::Line);
    for (const auto& [what, reason] : report.missing)
        if (!reason.isPlain())
            writeMessage(writer.key(what), reason);
    writer.endObject();
}

} // namespace

bool CapabilityReport::has(std::string_view backend) const {
    return std::ranges::find(backends, backend) != backends.end();
}

Message CapabilityReport::reasonFor(std::string_view what) const {
    const auto found =
        std::ranges::find(missing, what, [](const auto& entry) -> std::string_view { return entry.first; });
    return found == missing.end() ? Message{} : found->second;
}

std::vector<Message> remarksOn(const CapabilityReport& report) {
    std::vector<Message> remarks;
    if (report.gpus.size() < 2)
        return remarks;
    if (const Message reason = report.reasonFor("nccl"); !reason.empty())
        remarks.push_back(reason);
    std::string pairs;
    for (std::size_t one = 0; one < report.gpus.size(); ++one)
        for (std::size_t other = one + 1; other < report.gpus.size(); ++other)
            if (std::ranges::find(report.gpus[one].peers, static_cast<int>(other)) == report.gpus[one].peers.end())
                pairs += (pairs.empty() ? "" : ", ") + std::to_string(one) + "–" + std::to_string(other);
    if (!pairs.empty())
        remarks.push_back(say(obstacle::kNoPeers, pairs));
    return remarks;
}

std::string gibibytesText(Bytes bytes) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f GiB", static_cast<double>(bytes) / (1LL << 30));
    return text;
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
        for (const GpuReport& gpu : report.gpus)
            writeGpu(writer, gpu);
        writer.endArray();
    }
    if (!report.nccl.empty())
        writer.key("nccl").string(report.nccl);
    if (!report.missing.empty())
        writeMissing(writer, report);
    writer.endObject();
    return writer.take();
}

Result<CapabilityReport> capabilitiesFromJson(std::string_view text) {
    const Result<json::Document> document = json::parse(text);
    if (!document)
        return document.error();
    const json::Node root = document->root();
    if (root.kind() != json::Kind::Object)
        return Error{say(phrase("file", "this is no object"))};
    CapabilityReport report{.backends = {}};
    if (const auto mpi = root.find("mpi"); mpi && mpi->kind() == json::Kind::Bool)
        report.mpi = mpi->isTrue();
    if (const auto backends = root.find("backends"))
        for (const json::Node& backend : backends->children())
            report.backends.emplace_back(backend.text());
    if (const auto gpus = root.find("gpus"))
        for (const json::Node& gpu : gpus->children())
            report.gpus.push_back(gpuFrom(gpu));
    report.nccl = textOf(root, "nccl");
    const auto phrases = root.find("phrases");
    if (const auto missing = root.find("missing"))
        for (const json::Node& entry : missing->children())
            report.missing.emplace_back(
                entry.key(), reasonFrom(entry, phrases ? phrases->find(entry.key()) : std::optional<json::Node>{}));
    return report;
}

} // namespace lanewright
