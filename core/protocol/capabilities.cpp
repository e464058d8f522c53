// SPDX-License-Identifier: Apache-2.0
#include "core/protocol/capabilities.h"
#include "core/base/printed.h"
#include "core/io/forms.h"

#include "core/protocol/message_json.h"
#include "core/protocol/obstacles.h"

#include <algorithm>
#include <charconv>

namespace lanewright {

namespace {

/// @name Values that are what nobody knows where they are none
/// @{
Form<std::string> anyText() {
    return {.read = [](const json::Node& node, Frame&, Trouble&) {
        return node.kind() == json::Kind::String ? std::string{node.text()} : "";
    }};
}

template <typename Number>
Form<Number> anyNumber() {
    return {.read = [](const json::Node& node, Frame&, Trouble&) {
        std::int64_t number = 0;
        if (node.kind() == json::Kind::Number)
            std::from_chars(node.text().data(), node.text().data() + node.text().size(), number);
        return static_cast<Number>(number);
    }};
}

template <typename Value>
Form<std::vector<Value>> anyList(Form<Value> item) {
    Form<std::vector<Value>> form = form::list(item);
    form.read = [item](const json::Node& node, Frame& frame, Trouble& trouble) {
        std::vector<Value> values;
        if (node.kind() == json::Kind::Array)
            for (const json::Node each : node.children())
                values.push_back(item.read(each, frame, trouble));
        return values;
    };
    return form;
}
/// @}

const FileFields<GpuReport>& gpuFields() {
    static const FileFields<GpuReport> kFields = {{"name", &GpuReport::name, anyText()},
                                                  {"driver", &GpuReport::driver, anyText()},
                                                  {"capability", &GpuReport::capability, anyText()},
                                                  {"processors", &GpuReport::processors, anyNumber<int>()},
                                                  {"memory", &GpuReport::memory, anyNumber<Bytes>()},
                                                  {"peers", &GpuReport::peers, anyList(anyNumber<int>())}};
    return kFields;
}

Form<GpuReport> gpuForm() {
    Form<GpuReport> form = form::object(gpuFields());
    form.read = [](const json::Node& node, Frame& frame, Trouble& trouble) {
        GpuReport gpu;
        readMembers(node, gpuFields(), gpu, frame, trouble);
        return gpu;
    };
    return form;
}

/// Why something is missing, in English.
void writeReasons(json::Writer& writer, const CapabilityReport& report, const Frame&) {
    writer.beginObject(json::Layout::Line);
    for (const auto& [what, reason] : report.missing)
        writer.key(what).string(reason.text());
    writer.endObject();
}

/// The same, where it can be said in other languages.
void writePhrases(json::Writer& writer, const CapabilityReport& report, const Frame&) {
    writer.beginObject(json::Layout::Line);
    for (const auto& [what, reason] : report.missing)
        if (!reason.isPlain())
            writeMessage(writer.key(what), reason);
    writer.endObject();
}

void readReasons(const json::Node& node, CapabilityReport& report, Frame&, Trouble&) {
    for (const json::Node& entry : node.children())
        report.missing.emplace_back(entry.key(), entry.text());
}

/// Takes the place of the English text that it says, and of no other.
void readPhrases(const json::Node& node, CapabilityReport& report, Frame&, Trouble&) {
    for (auto& [what, reason] : report.missing) {
        Trouble trouble;
        const auto phrased = node.find(what);
        Message message = phrased ? messageFrom(*phrased, trouble) : Message{};
        if (!trouble && message.text() == reason.text())
            reason = std::move(message);
    }
}

const FileFields<CapabilityReport>& capabilityFields() {
    using Report = CapabilityReport;
    using Field = FileField<Report>;
    const auto isPhrased = [](const Report& report) {
        return !std::ranges::all_of(report.missing, [](const auto& entry) { return entry.second.isPlain(); });
    };
    Form<std::string> anyWord = anyText();
    anyWord.read = [](const json::Node& node, Frame&, Trouble&) { return std::string{node.text()}; };
    static const FileFields<Report> kFields = {
        {"mpi", &Report::mpi,
         Form<bool>{.read = [](const json::Node& node, Frame&,
                               Trouble&) { return node.kind() == json::Kind::Bool && node.isTrue(); }}},
        {"backends", &Report::backends, anyList(anyWord)},
        Field("gpus", &Report::gpus, anyList(gpuForm())).unlessDefault(&Report::gpus),
        Field("nccl", &Report::nccl, anyText()).unlessDefault(&Report::nccl),
        Field("missing", "", readReasons, writeReasons).unlessDefault(&Report::missing),
        Field("phrases", "", readPhrases, writePhrases).when(isPhrased)};
    return kFields;
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

std::string gibibytesText(Bytes bytes) { return printed("%.1f GiB", static_cast<double>(bytes) / (1LL << 30)); }

std::string capabilitiesToJson(const CapabilityReport& report) { return objectText(capabilityFields(), report); }

Result<CapabilityReport> capabilitiesFromJson(std::string_view text) {
    const Result<json::Document> document = json::parse(text);
    if (!document)
        return document.error();
    if (document->root().kind() != json::Kind::Object)
        return Error{say(phrase("file", "this is no object"))};
    CapabilityReport report{.backends = {}};
    Frame frame;
    Trouble none;
    readMembers(document->root(), capabilityFields(), report, frame, none);
    return report;
}

} // namespace lanewright
