// SPDX-License-Identifier: Apache-2.0
#include "core/protocol/probe.h"

#include "core/io/span_json.h"

namespace lanewright {

namespace {

int memberFrom(const json::Node& node, std::string_view key, int most, Trouble& trouble) {
    const auto member = required(node, key, trouble);
    return member ? integerFrom(*member, 0, most, trouble) : 0;
}

std::vector<std::int64_t> listFrom(const json::Node& node, std::string_view key, const Range& range, Trouble& trouble) {
    const auto member = required(node, key, trouble);
    return member ? numbersFrom(*member, range, trouble) : std::vector<std::int64_t>{};
}

StageBytes stageFrom(const json::Node& node, Trouble& trouble) {
    StageBytes stage{.copy = {.direction = memberFrom(node, "direction", 1, trouble),
                              .stage = memberFrom(node, "stage", kMaxStages - 1, trouble)}};
    const auto bytes = listFrom(node, "bytes", {.least = -kMaxMemory, .most = kMaxMemory}, trouble);
    if (bytes.size() == 5)
        stage.memory = {.forward = bytes[0],
                        .backwardInput = bytes[1],
                        .backwardWeight = bytes[2],
                        .recompute = bytes[3],
                        .fixed = bytes[4]};
    else if (!trouble)
        trouble.add(say(phrase("file", "bytes must hold five numbers: of F, B, W and R, and what is always held")),
                    node);
    return stage;
}

Bytes bytesIn(const json::Node& node, std::string_view key, Trouble& trouble) {
    const auto member = required(node, key, trouble);
    return member ? amountFrom(*member, {.most = kMaxMemory}, trouble) : 0;
}

LinkTrips linkFrom(const json::Node& node, Trouble& trouble) {
    LinkTrips link{.from = memberFrom(node, "from", kMaxRanks - 1, trouble),
                   .to = memberFrom(node, "to", kMaxRanks - 1, trouble)};
    link.valueBytes = bytesIn(node, "value_bytes", trouble);
    link.small = listFrom(node, "small", {.most = kMaxTime}, trouble);
    link.large = listFrom(node, "large", {.most = kMaxTime}, trouble);
    return link;
}

} // namespace

ProbeEvent probeFrom(const json::Node& node, Trouble& trouble) {
    ProbeEvent event;
    const auto stages = required(node, "stages", trouble);
    if (stages && expect(*stages, json::Kind::Array, trouble))
        for (const json::Node entry : stages->children())
            event.stages.push_back(stageFrom(entry, trouble));
    const auto links = required(node, "links", trouble);
    if (links && expect(*links, json::Kind::Array, trouble))
        for (const json::Node entry : links->children())
            event.links.push_back(linkFrom(entry, trouble));
    if (const auto device = node.find("device"); device && expect(*device, json::Kind::Object, trouble))
        event.device =
            DeviceUse{.planned = bytesIn(*device, "planned", trouble), .held = bytesIn(*device, "held", trouble)};
    return event;
}

void writeProbe(json::Writer& writer, const ProbeEvent& event) {
    writer.string("probe");
    writer.key("stages").beginArray(json::Layout::Line);
    for (const StageBytes& stage : event.stages) {
        const StageMemory& memory = stage.memory;
        writer.beginObject(json::Layout::Line);
        writer.key("direction").number(stage.copy.direction);
        writer.key("stage").number(stage.copy.stage);
        writer.key("bytes");
        writeNumbers(writer, std::vector<std::int64_t>{memory.forward, memory.backwardInput, memory.backwardWeight,
                                                       memory.recompute, memory.fixed});
        writer.endObject();
    }
    writer.endArray();
    writer.key("links").beginArray(json::Layout::Line);
    for (const LinkTrips& link : event.links) {
        writer.beginObject(json::Layout::Line);
        writer.key("from").number(link.from);
        writer.key("to").number(link.to);
        writer.key("value_bytes").number(link.valueBytes);
        writer.key("small");
        writeNumbers(writer, link.small);
        writer.key("large");
        writeNumbers(writer, link.large);
        writer.endObject();
    }
    writer.endArray();
    if (!event.device)
        return;
    writer.key("device").beginObject(json::Layout::Line);
    writer.key("planned").number(event.device->planned);
    writer.key("held").number(event.device->held);
    writer.endObject();
}

} // namespace lanewright
