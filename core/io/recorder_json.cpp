// SPDX-License-Identifier: Apache-2.0
#include "core/io/recorder_json.h"

#include "core/io/quoted_text.h"
#include "core/io/span_json.h"

#include <cmath>

namespace lanewright {

namespace {

/// One of two texts; the first where the key is missing.
bool secondOf(const json::Node& object, std::string_view key, std::string_view first, std::string_view second,
              Trouble& trouble) {
    const auto node = object.find(key);
    if (!node)
        return false;
    const std::string text = stringFrom(*node, trouble);
    if (text != first && text != second)
        trouble.add(say(phrase("file", "must be %1 or %2, not %3"), inQuotes(first), inQuotes(second), inQuotes(text)),
                    *node);
    return text == second;
}

} // namespace

bool isPerRank(const json::Node& node, int ranks, Trouble& trouble) {
    return node.size() == 0 ? expect(node, json::Kind::Array, trouble)
                            : expectList(node, ranks, phrase("one per", "rank"), trouble);
}

Clocks clocksFrom(const json::Node& node, int ranks, Trouble& trouble) {
    using enum ClockSource;
    Clocks clocks;
    if (!expect(node, json::Kind::Object, trouble))
        return clocks;
    clocks.source = choiceIn(node, "by", Unstated, std::array{Raw, Dependencies, Exchange}, trouble);
    if (const auto offset = node.find("offset"); offset && isPerRank(*offset, ranks, trouble))
        clocks.offset = numbersFrom(*offset, {.least = -std::numeric_limits<Time>::max()}, trouble);
    if (const auto drift = node.find("drift"); drift && isPerRank(*drift, ranks, trouble))
        for (const json::Node entry : drift->children()) {
            clocks.drift.push_back(realFrom(entry, trouble));
            if (!trouble && !std::isfinite(clocks.drift.back()))
                trouble.add(say(phrase("file", "must be a finite number")), entry);
        }
    return clocks;
}

void writeClocks(json::Writer& writer, const Clocks& clocks) {
    writer.beginObject(json::Layout::Line);
    if (clocks.source != ClockSource::Unstated)
        writer.key("by").string(toText(clocks.source));
    writeNumbers(writer.key("offset"), clocks.offset);
    writer.key("drift").beginArray(json::Layout::Line);
    for (const double drift : clocks.drift)
        writer.real(drift);
    writer.endArray();
    writer.endObject();
}

Recorder recorderFrom(const json::Node& node, Trouble& trouble) {
    Recorder recorder;
    if (!expect(node, json::Kind::Object, trouble))
        return recorder;
    recorder.name = stringIn(node, "name", "", trouble);
    recorder.version = stringIn(node, "version", "", trouble);
    recorder.framework = stringIn(node, "framework", "", trouble);
    recorder.deviceClock = stringIn(node, "device_clock", "", trouble);
    if (const auto hooks = node.find("hooks"))
        recorder.hooks = textsFrom(*hooks, trouble);
    if (const auto overhead = node.find("overhead_ns"))
        recorder.overhead = amountFrom(*overhead, {.most = kMaxTime}, trouble);
    recorder.waitsInside = secondOf(node, "waits", "apart", "inside", trouble);
    recorder.orderMeasured = secondOf(node, "order", "planned", "measured", trouble);
    return recorder;
}

void writeRecorder(json::Writer& writer, const Recorder& recorder) {
    writer.beginObject(json::Layout::Line);
    writer.key("name").string(recorder.name);
    writer.key("version").string(recorder.version);
    writer.key("framework").string(recorder.framework);
    writer.key("device_clock").string(recorder.deviceClock);
    writeTexts(writer.key("hooks"), recorder.hooks);
    writer.key("overhead_ns").number(recorder.overhead);
    writer.key("waits").string(recorder.waitsInside ? "inside" : "apart");
    writer.key("order").string(recorder.orderMeasured ? "measured" : "planned");
    writer.endObject();
}

} // namespace lanewright
