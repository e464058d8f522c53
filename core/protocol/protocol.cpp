// SPDX-License-Identifier: Apache-2.0
#include "core/protocol/protocol.h"

#include "core/io/optimizer_json.h"
#include "core/io/quoted_text.h"
#include "core/io/span_json.h"
#include "core/model/text.h"
#include "core/protocol/message_json.h"

#include <limits>

namespace lanewright {

namespace {

constexpr int kAnyInt = std::numeric_limits<int>::max();

int requiredInteger(const json::Node& object, std::string_view key, int least, int most, Trouble& trouble) {
    const auto node = required(object, key, trouble);
    return node ? integerFrom(*node, least, most, trouble) : least;
}

std::string requiredText(const json::Node& object, std::string_view key, Trouble& trouble) {
    const auto node = required(object, key, trouble);
    return node ? stringFrom(*node, trouble) : std::string{};
}

HelloEvent helloFrom(const json::Node& node, Trouble& trouble) {
    return {.protocol = requiredInteger(node, "protocol", 1, kAnyInt, trouble),
            .engine = stringIn(node, "engine", "", trouble)};
}

std::vector<DevicePlace> devicesFrom(const json::Node& node, Trouble& trouble) {
    std::vector<DevicePlace> devices;
    if (expect(node, json::Kind::Array, trouble))
        for (const json::Node entry : node.children())
            if (expect(entry, json::Kind::Object, trouble))
                devices.push_back({.number = requiredInteger(entry, "number", 0, kAnyInt, trouble),
                                   .name = stringIn(entry, "name", "", trouble)});
    return devices;
}

ReadyEvent readyFrom(const json::Node& node, Trouble& trouble) {
    ReadyEvent event;
    event.ranks = requiredInteger(node, "ranks", 1, kMaxRanks, trouble);
    event.backend = stringIn(node, "backend", "", trouble);
    if (const auto hosts = node.find("hosts"))
        event.hosts = textsFrom(*hosts, trouble);
    if (const auto clocks = node.find("clock_uncertainty"))
        event.clockUncertainty = numbersFrom(*clocks, {.most = kMaxTime}, trouble);
    if (const auto pids = node.find("pids"))
        event.pids = integersFrom(*pids, 0, trouble);
    if (const auto cores = node.find("cores"))
        event.cores = integersFrom(*cores, 0, trouble);
    if (const auto devices = node.find("devices"))
        event.devices = devicesFrom(*devices, trouble);
    event.framework = stringIn(node, "framework", "", trouble);
    event.firstStep = integerIn(node, "first_step", 0, 0, kAnyInt, trouble);
    return event;
}

SpansEvent spansEventFrom(const json::Node& node, Trouble& trouble) {
    SpansEvent event;
    event.step = requiredInteger(node, "step", 0, kAnyInt, trouble);
    event.rank = requiredInteger(node, "rank", 0, kMaxRanks - 1, trouble);
    if (const auto wall = required(node, "wall", trouble))
        event.wall = spansFrom(*wall, {}, trouble);
    if (const auto paced = node.find("virtual"))
        event.virtualTime = spansFrom(*paced, {}, trouble);
    if (const auto live = node.find("live"))
        event.live = numbersFrom(*live, {.most = kMaxTotalMemory}, trouble);
    if (!event.live.empty() && event.live.size() != event.wall.size())
        trouble.add(say(phrase("file", "live must hold as many numbers as wall holds spans")), node);
    if (!event.virtualTime.empty() && event.virtualTime.size() != event.wall.size())
        trouble.add(say(phrase("file", "virtual must hold as many spans as wall")), node);
    const auto others = node.find("others");
    if (others && expect(*others, json::Kind::Array, trouble))
        for (const json::Node entry : others->children())
            event.others.push_back(activityFrom(entry, {}, trouble));
    return event;
}

StepEvent stepEventFrom(const json::Node& node, Trouble& trouble) {
    StepEvent event;
    event.step = requiredInteger(node, "step", 0, kAnyInt, trouble);
    if (const auto loss = required(node, "loss", trouble))
        event.loss = realFrom(*loss, trouble);
    if (const auto start = node.find("start"))
        event.start = amountFrom(*start, {.most = kMaxPoint}, trouble);
    if (const auto length = required(node, "length", trouble))
        event.length = amountFrom(*length, {.most = kMaxPoint}, trouble);
    event.update = updateIn(node, trouble);
    if (const auto peaks = node.find("peak_activations"))
        event.peakActivations = numbersFrom(*peaks, {.most = kMaxTotalMemory}, trouble);
    if (const auto gain = node.find("clock_gain"))
        event.clockGain = numbersFrom(*gain, {.least = -kMaxTime, .most = kMaxTime}, trouble);
    if (const auto clocks = node.find("clock_uncertainty"))
        event.clockUncertainty = numbersFrom(*clocks, {.most = kMaxTime}, trouble);
    return event;
}

ValidationEvent validationEventFrom(const json::Node& node, Trouble& trouble) {
    ValidationEvent event{.step = requiredInteger(node, "step", 0, kAnyInt, trouble)};
    if (const auto loss = required(node, "loss", trouble))
        event.loss = realFrom(*loss, trouble);
    return event;
}

FailedEvent failedFrom(const json::Node& node, Trouble& trouble) {
    FailedEvent event;
    event.rank = integerIn(node, "rank", -1, -1, kMaxRanks - 1, trouble);
    if (const auto word = node.find("op"); word && !word->isNull()) {
        const Result<Op> op = opFromText(stringFrom(*word, trouble));
        if (op)
            event.op = *op;
        else
            trouble.add(op.error().message, *word);
    }
    if (const auto reason = required(node, "reason", trouble))
        event.reason = messageFrom(*reason, trouble);
    if (const auto missing = node.find("missing"))
        event.missing = boolFrom(*missing, trouble);
    return event;
}

Event eventFrom(const json::Node& node, Trouble& trouble) {
    if (!expect(node, json::Kind::Object, trouble))
        return {};
    const std::string name = requiredText(node, "event", trouble);
    if (name == "hello")
        return helloFrom(node, trouble);
    if (name == "ready")
        return readyFrom(node, trouble);
    if (name == "probe")
        return probeFrom(node, trouble);
    if (name == "spans")
        return spansEventFrom(node, trouble);
    if (name == "kernels")
        return KernelsEvent{.step = requiredInteger(node, "step", 0, kAnyInt, trouble),
                            .lane = kernelLaneFrom(node, {}, trouble)};
    if (name == "step")
        return stepEventFrom(node, trouble);
    if (name == "validation")
        return validationEventFrom(node, trouble);
    if (name == "checkpoint")
        return CheckpointEvent{.step = requiredInteger(node, "step", 0, kAnyInt, trouble),
                               .folder = requiredText(node, "folder", trouble)};
    if (name == "sample")
        return SampleEvent{.text = requiredText(node, "text", trouble)};
    if (name == "done")
        return DoneEvent{.weightsHash = stringIn(node, "weights_hash", "", trouble),
                         .gradientsHash = stringIn(node, "gradients_hash", "", trouble),
                         .cancelled = boolIn(node, "cancelled", false, trouble)};
    if (name == "failed")
        return failedFrom(node, trouble);
    trouble.add(say(phrase("file", "there is no event %1"), inQuotes(name)), node.find("event").value_or(node));
    return {};
}

/// Writes the members of each event behind its name.
struct EventWriter {
    json::Writer& writer;

    void operator()(const HelloEvent& event) const {
        writer.string("hello");
        writer.key("protocol").number(event.protocol);
        writer.key("engine").string(event.engine);
    }
    void operator()(const ReadyEvent& event) const {
        writer.string("ready");
        writer.key("ranks").number(event.ranks);
        writer.key("backend").string(event.backend);
        writer.key("hosts");
        writeTexts(writer, event.hosts);
        writer.key("clock_uncertainty");
        writeNumbers(writer, event.clockUncertainty);
        writer.key("pids");
        writeNumbers(writer, event.pids);
        writer.key("cores");
        writeNumbers(writer, event.cores);
        if (!event.devices.empty())
            writeDevices(event.devices);
        if (!event.framework.empty())
            writer.key("framework").string(event.framework);
        writer.key("first_step").number(event.firstStep);
    }
    void writeDevices(const std::vector<DevicePlace>& devices) const {
        writer.key("devices").beginArray(json::Layout::Line);
        for (const DevicePlace& device : devices) {
            writer.beginObject(json::Layout::Line);
            writer.key("number").number(device.number);
            writer.key("name").string(device.name);
            writer.endObject();
        }
        writer.endArray();
    }
    void operator()(const ProbeEvent& event) const { writeProbe(writer, event); }
    void operator()(const SpansEvent& event) const {
        writer.string("spans");
        writer.key("step").number(event.step);
        writer.key("rank").number(event.rank);
        writer.key("wall");
        writeSpans(writer, event.wall);
        if (!event.virtualTime.empty()) {
            writer.key("virtual");
            writeSpans(writer, event.virtualTime);
        }
        if (!event.live.empty()) {
            writer.key("live");
            writeNumbers(writer, event.live);
        }
        writer.key("others").beginArray(json::Layout::Line);
        for (const Activity& activity : event.others)
            writeActivity(writer, activity);
        writer.endArray();
    }
    void operator()(const KernelsEvent& event) const {
        writer.string("kernels");
        writer.key("step").number(event.step);
        writeKernelLane(writer, event.lane);
    }
    void operator()(const StepEvent& event) const {
        writer.string("step");
        writer.key("step").number(event.step);
        writer.key("loss").real(event.loss);
        writer.key("start").number(event.start);
        writer.key("length").number(event.length);
        writeUpdate(writer, event.update);
        writer.key("peak_activations");
        writeNumbers(writer, event.peakActivations);
        if (!event.clockGain.empty()) {
            writer.key("clock_gain");
            writeNumbers(writer, event.clockGain);
        }
        if (!event.clockUncertainty.empty()) {
            writer.key("clock_uncertainty");
            writeNumbers(writer, event.clockUncertainty);
        }
    }
    void operator()(const ValidationEvent& event) const {
        writer.string("validation");
        writer.key("step").number(event.step);
        writer.key("loss").real(event.loss);
    }
    void operator()(const CheckpointEvent& event) const {
        writer.string("checkpoint");
        writer.key("step").number(event.step);
        writer.key("folder").string(event.folder);
    }
    void operator()(const SampleEvent& event) const {
        writer.string("sample");
        writer.key("text").string(event.text);
    }
    void operator()(const DoneEvent& event) const {
        writer.string("done");
        writer.key("weights_hash").string(event.weightsHash);
        writer.key("gradients_hash").string(event.gradientsHash);
        writer.key("cancelled").boolean(event.cancelled);
    }
    void operator()(const FailedEvent& event) const {
        writer.string("failed");
        writer.key("rank").number(event.rank);
        writer.key("op");
        if (event.op)
            writer.string(toText(*event.op, event.op->part > 0 ? 2 : 1));
        else
            writer.null();
        writeMessage(writer.key("reason"), event.reason);
        if (event.missing)
            writer.key("missing").boolean(true);
    }
};

} // namespace

std::string eventToLine(const Event& event) {
    json::Writer writer;
    writer.beginObject(json::Layout::Line);
    writer.key("event");
    std::visit(EventWriter{writer}, event);
    writer.endObject();
    return writer.take();
}

Result<Event> eventFromLine(std::string_view line) {
    const Result<json::Document> document = json::parse(line);
    if (!document)
        return document.error();
    Trouble trouble;
    Event event = eventFrom(document->root(), trouble);
    if (trouble)
        return trouble.first();
    return event;
}

} // namespace lanewright
