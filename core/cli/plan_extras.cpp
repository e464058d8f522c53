// SPDX-License-Identifier: Apache-2.0
#include "core/cli/plan_extras.h"

#include "core/cli/output.h"
#include "core/cli/plan_answer.h"
#include "core/client/profile.h"
#include "core/io/quoted_text.h"
#include "core/io/run_json.h"
#include "core/open/open_file.h"
#include "core/planner/input/torchtitan.h"
#include "core/planner/layout_string.h"
#include "core/planner/rates.h"
#include "core/planner/shared_devices.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>

namespace lanewright::cli {

namespace {

/// The rates of what the file measured.
Result<Rates> ratesIn(const std::string& path) {
    const Result<Opened> opened = openFile(path);
    if (!opened)
        return opened.error();
    if (const auto* run = std::get_if<Run>(&*opened)) {
        if (run->paced)
            return Error{"the times of a paced run are held to the plan: they say nothing of costs"};
        return fittedRates(withMeasuredCosts(run->plan, profileOf(*run)), run->precision);
    }
    const Result<Plan> plan = planIn(opened);
    return plan ? fittedRates(*plan) : plan.error();
}

/// Under the first key what another program is to be told, under the second why it can't be; the other of them is null.
void writeOrReason(json::Writer& writer, const char* key, const char* otherwise, const Result<std::string>& words) {
    writer.key(key);
    words ? writer.string(*words) : writer.null();
    writer.key(otherwise);
    words ? writer.null() : writer.string(words.error().message.text());
}

} // namespace

Result<Done> applyFit(const std::string& words, Cluster& cluster) {
    const std::size_t equals = words.find('=');
    const bool named = equals != std::string::npos && !std::filesystem::exists(words);
    const std::string name = named ? words.substr(0, equals) : "";
    const std::string path = named ? words.substr(equals + 1) : words;
    if (!named && cluster.kinds.size() > 1)
        return Error{"which kind was measured? say KIND=FILE; the cluster has " + cluster.kinds[0].name + ", " +
                     cluster.kinds[1].name + (cluster.kinds.size() > 2 ? " and others" : "")};
    const auto kind = named ? std::ranges::find(cluster.kinds, name, &DeviceKind::name) : cluster.kinds.begin();
    if (kind == cluster.kinds.end())
        return Error{"the cluster has no kind '" + name + "'"};
    const Result<Rates> rates = ratesIn(path);
    if (!rates)
        return rates.error();
    *kind = withRates(std::move(*kind), *rates);
    return Done{};
}

std::string flagsText(const LayeredModel& model, const Partition& partition) {
    if (!model.gpt)
        return "";
    const Result<std::string> layout = layoutFor(model, partition);
    const Result<std::string> titan = torchtitanFlags(model, partition);
    const std::string megatron = layout ? "--pipeline-model-parallel-size " + std::to_string(partition.size()) +
                                              " --pipeline-model-parallel-layout \"" + *layout + "\""
                                        : layout.error().message.text();
    return "Megatron: " + megatron + "\nTorchTitan: " + (titan ? *titan : titan.error().message.text()) + "\n";
}

void writeFlags(json::Writer& writer, const LayeredModel& model, const Partition& partition) {
    writeOrReason(writer, "megatron_layout", "megatron_reason", layoutFor(model, partition));
    writeOrReason(writer, "torchtitan_flags", "torchtitan_reason", torchtitanFlags(model, partition));
}

std::string replicasText(const LayeredModel& model, const Cluster& cluster, const Candidate& best) {
    const int replicas = replicasOf(best.partition);
    if (replicas == 1)
        return "";
    if (best.onDevices)
        return "Run as " + std::to_string(replicas) + " replicas that share every microbatch, a rank per device.\n";
    const Result<Plan> spread = asReplicas(Pricing(model, cluster), best.partition, best.plan);
    return "The engine can't run it: " + spread.error().message.text() + "\n";
}

void writeReplicas(json::Writer& writer, const LayeredModel& model, const Cluster& cluster, const Candidate& best) {
    writer.key("replicas").number(replicasOf(best.partition));
    writer.key("replicas_reason");
    if (best.onDevices || replicasOf(best.partition) == 1)
        writer.null();
    else
        writer.string(asReplicas(Pricing(model, cluster), best.partition, best.plan).error().message.text());
}

std::string robustnessText(const PlannerResult& result, const Robustness& robustness, const JitterOptions& options) {
    char words[160];
    std::snprintf(words, sizeof words,
                  "\nWhere every op is off by %.0f %% and every device by the spread of its kind (%d draws):\n",
                  100 * options.share, options.draws);
    std::string text = words;
    Table table({"plan", "devices", "planned", "median", "90 %", "99 %"}, "lrrrrr");
    const auto add = [&](const std::string& name, int at) {
        const Candidate& candidate = result.front[at];
        const Quantiles& quantiles = robustness.all[at];
        table.add({name + ", " + candidate.order, std::to_string(candidate.devices), msText(candidate.iterationTime),
                   msText(quantiles.median), msText(quantiles.p90), msText(quantiles.p99)});
    };
    if (!robustness.all.empty())
        add("best", 0);
    if (robustness.best > 0)
        add("most robust of the front", robustness.best);
    text += table.text();
    return robustness.best == 0 ? text + "The best is also the most robust of the front.\n" : text;
}

void writeRobustness(json::Writer& writer, const Robustness& robustness, const JitterOptions& options) {
    writer.key("jitter").beginObject(json::Layout::Lines);
    writer.key("share").real(options.share);
    writer.key("draws").number(options.draws);
    writer.key("most_robust");
    robustness.best < 0 ? writer.null() : writer.number(robustness.best);
    writer.key("front").beginArray(json::Layout::Lines);
    for (const Quantiles& quantiles : robustness.all) {
        writer.beginObject(json::Layout::Line);
        writeMs(writer, "median", quantiles.median);
        writeMs(writer, "p90", quantiles.p90);
        writeMs(writer, "p99", quantiles.p99);
        writer.endObject();
    }
    writer.endArray();
    writer.endObject();
}

} // namespace lanewright::cli
