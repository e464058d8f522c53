// SPDX-License-Identifier: Apache-2.0
#include "core/cli/print/print_profile.h"

#include "core/cli/output.h"
#include "core/model/text.h"

#include <algorithm>
#include <cstdio>
#include <utility>
#include <vector>

namespace lanewright::cli {

namespace {

/// `1.234 ms ±3 %`: the mean, which is what costs take, and half the spread of the middle half.
std::string spreadText(const Measured& measured, TimeUnit unit) {
    if (measured.samples == 0)
        return "-";
    std::string text = roundedTimeText(measured.mean, unit);
    if (text == roundedTimeText(0, unit))
        return text; // nothing has no share
    const double half = 50.0 * static_cast<double>(measured.high - measured.low) / static_cast<double>(measured.mean);
    char spread[32];
    std::snprintf(spread, sizeof spread, " ±%.0f %%", half);
    return text + spread;
}

void writeMeasured(json::Writer& writer, const char* key, const Measured& measured, TimeUnit unit) {
    writer.key(key);
    if (measured.samples == 0) {
        writer.null();
        return;
    }
    writer.beginObject(json::Layout::Line);
    writer.key("mean");
    writeTime(writer, measured.mean, unit);
    writer.key("median");
    writeTime(writer, measured.median, unit);
    writer.key("low");
    writeTime(writer, measured.low, unit);
    writer.key("high");
    writeTime(writer, measured.high, unit);
    writer.key("samples").number(measured.samples);
    writer.endObject();
}

} // namespace

std::string stageTimesText(const Plan& plan, const Profile& profile, const std::vector<StageBytes>& measured) {
    const std::string unit{toText(plan.memoryUnit)};
    const bool hasMemory = !measured.empty();
    const bool hasStatic = hasMemory && std::ranges::all_of(measured, holdsStatic);
    const bool fused =
        std::ranges::any_of(profile.stages, [](const auto& stage) { return stage.backward.samples > 0; });
    std::vector<std::string> head = {"stage", "rank", "forward", "backward input", "backward weight"};
    if (fused)
        head.emplace_back("both in one");
    head.emplace_back("optimizer");
    for (const char* const name : {"F ", "B ", "W "})
        if (hasMemory)
            head.push_back(name + unit);
    if (hasStatic)
        head.push_back("static " + unit);
    const std::string alignment(head.size(), 'r');
    Table table(std::move(head), alignment);
    for (const StageProfile& stage : profile.stages) {
        const auto [direction, number] = stage.copy;
        const StageMemory& memory = plan.memory.of(direction, number);
        const auto time = [&](const Measured& took) { return spreadText(took, plan.timeUnit); };
        std::vector<std::string> row = {std::to_string(number),
                                        std::to_string(plan.schedule.placement.rankOf(direction, number)),
                                        time(stage.forward), time(stage.backwardInput), time(stage.backwardWeight)};
        if (fused)
            row.push_back(time(stage.backward));
        row.push_back(time(stage.optimizer));
        std::vector<Bytes> amounts;
        if (hasMemory)
            amounts = {memory.forward, memory.backwardInput, memory.backwardWeight};
        if (hasStatic)
            amounts.push_back(memory.fixed);
        for (const Bytes amount : amounts) {
            char text[48];
            std::snprintf(text, sizeof text, "%.3f", static_cast<double>(amount) / scaleOf(plan.memoryUnit));
            row.emplace_back(text);
        }
        table.add(std::move(row));
    }
    return table.text();
}

std::string linkTimesText(const Plan& plan, const Profile& profile) {
    Table table({"from", "to", "a value takes", "latency", "bandwidth"}, "rrrrr");
    for (const LinkProfile& link : profile.links) {
        char bandwidth[32] = "-";
        if (link.bytesPerSecond > 0)
            std::snprintf(bandwidth, sizeof bandwidth, "%.2f GB/s", link.bytesPerSecond / 1e9);
        table.add({std::to_string(link.from), std::to_string(link.to),
                   link.waitedFor || link.transfer.samples == 0
                       ? spreadText(link.transfer, plan.timeUnit)
                       : "at most " + roundedTimeText(link.transfer.mean, plan.timeUnit),
                   spreadText(link.latency, plan.timeUnit), bandwidth});
    }
    std::string text = table.empty() ? "" : "\n" + table.text();
    if (profile.send.samples > 0 || profile.receive.samples > 0)
        text += "\nA rank is busy with a value that it sends for " + spreadText(profile.send, plan.timeUnit) +
                ", with one that it receives for " + spreadText(profile.receive, plan.timeUnit) + ".\n";
    return text;
}

void writeStages(json::Writer& writer, const Plan& plan, const Profile& profile) {
    writer.key("stages").beginArray(json::Layout::Lines);
    for (const StageProfile& stage : profile.stages) {
        writer.beginObject(json::Layout::Line);
        writer.key("stage").number(stage.copy.stage);
        writer.key("direction").number(stage.copy.direction);
        writer.key("rank").number(plan.schedule.placement.rankOf(stage.copy.direction, stage.copy.stage));
        writeMeasured(writer, "forward", stage.forward, plan.timeUnit);
        writeMeasured(writer, "backward_input", stage.backwardInput, plan.timeUnit);
        writeMeasured(writer, "backward_weight", stage.backwardWeight, plan.timeUnit);
        writeMeasured(writer, "backward", stage.backward, plan.timeUnit);
        writeMeasured(writer, "recompute", stage.recompute, plan.timeUnit);
        writeMeasured(writer, "overlapped", stage.overlapped, plan.timeUnit);
        writeMeasured(writer, "optimizer", stage.optimizer, plan.timeUnit);
        writer.endObject();
    }
    writer.endArray();
}

void writeMeasuredPairs(json::Writer& writer, const Plan& plan, const Profile& profile) {
    writer.key("pairs").beginArray(json::Layout::Lines);
    for (const PairProfile& pair : profile.pairs) {
        writer.beginObject(json::Layout::Line);
        writer.key("forward").number(pair.forward);
        writer.key("backward").number(pair.backward);
        writer.key("kind").string(toText(pair.kind));
        writeMeasured(writer, "time", pair.time, plan.timeUnit);
        writer.endObject();
    }
    writer.endArray();
}

void writeLinks(json::Writer& writer, const Plan& plan, const Profile& profile) {
    writer.key("links").beginArray(json::Layout::Lines);
    for (const LinkProfile& link : profile.links) {
        writer.beginObject(json::Layout::Line);
        writer.key("from").number(link.from);
        writer.key("to").number(link.to);
        writeMeasured(writer, "transfer", link.transfer, plan.timeUnit);
        writer.key("waited_for").boolean(link.waitedFor);
        writer.key("at_most").boolean(!link.waitedFor && link.transfer.samples > 0);
        writeMeasured(writer, "latency", link.latency, plan.timeUnit);
        writer.key("bytes_per_second");
        link.bytesPerSecond > 0 ? writer.real(link.bytesPerSecond) : writer.null();
        writer.endObject();
    }
    writer.endArray();
    writer.key("host");
    if (profile.send.samples == 0 && profile.receive.samples == 0)
        return writer.null();
    writer.beginObject(json::Layout::Line);
    writeMeasured(writer, "send", profile.send, plan.timeUnit);
    writeMeasured(writer, "receive", profile.receive, plan.timeUnit);
    writer.endObject();
}

} // namespace lanewright::cli
