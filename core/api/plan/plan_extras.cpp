// SPDX-License-Identifier: Apache-2.0
#include "core/api/plan/plan_extras.h"

#include "core/api/table.h"
#include "core/check/validate.h"
#include "core/generate/catalogue.h"
#include "core/io/run_json.h"
#include "core/measured/profile/profile.h"
#include "core/open/open_file.h"
#include "core/planner/input/torchtitan.h"
#include "core/planner/layout_string.h"
#include "core/planner/rates.h"
#include "core/planner/shared_devices.h"
#include "core/simulate/simulate.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace lanewright::api {

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

Result<std::string> titanOf(const Planned& planned) {
    return torchtitanFlags(planned.model, planned.result.best.partition);
}

/// In the words that were given, where some were.
Result<std::string> megatronOf(const Planned& planned) {
    Result<std::string> layout = layoutFor(planned.model, planned.result.best.partition);
    return layout && !planned.layout.empty() ? planned.layout : layout;
}

std::string megatronFlags(const Planned& planned, const std::string& layout) {
    const auto mtp = std::ranges::count(planned.model.layers, 'm', &Layer::letter);
    return "--pipeline-model-parallel-size " + std::to_string(ranksOf(planned.result.best.partition)) +
           (mtp > 0 ? " --mtp-num-layers " + std::to_string(mtp) : "") + " --pipeline-model-parallel-layout \"" +
           layout + "\"";
}

/// The generator of the order that the flags have a framework make, by the shape of the cut.
std::string_view orderOfFlags(const Planned& planned) {
    switch (shapeOf(planned.result.best.partition)) {
    case Shape::Linear: return "1f1b";
    case Shape::V: return "zbv-fixed";
    case Shape::Loop: return "interleaved-1f1b";
    }
    return {};
}

/// What its iteration takes; fails where it can't be made, or has no room.
Result<Fraction> timeOfFlags(const Planned& planned) {
    Plan problem = planned.result.best.plan;
    problem.schedule.order.clear();
    const Result<Plan> made = generate(orderOfFlags(planned), problem);
    if (!made)
        return made.error();
    const Checked known = checked(*made, simulate(made->schedule, made->costs));
    if (!known.errors.empty())
        return Error{known.errors.front().message};
    return valueOf(known.metrics, Objective::Iteration);
}

/// The plan's order is another one than that of the flags. Devices that share microbatches have none.
bool isAnotherOrder(const Planned& planned) {
    const Candidate& best = planned.result.best;
    return replicasOf(best.partition) == 1 && best.order != orderOfFlags(planned);
}

/// What the flags alone lead to, where that is not the plan.
std::string otherOrderText(const Planned& planned) {
    if (!isAnotherOrder(planned))
        return "";
    const Result<Fraction> time = timeOfFlags(planned);
    const std::string name{orderOfFlags(planned)};
    if (!time)
        return "By these alone they make " + name + ", which is not possible here: " + time.error().message.text() +
               "\n";
    const double more = shareOf(*time - planned.result.best.iterationTime, planned.result.best.iterationTime);
    return "By these alone they make " + name + ", which takes " + msText(*time) + ", " +
           printed("%.1f %%", 100 * std::abs(more)) + (more < 0 ? " less" : " more") +
           " than the plan's order; PyTorch and TorchTitan load that one from a CSV.\n";
}

/// Two rows: under the first key what another program is to be told, under the second why it can't be; one is null.
Fields<Planned> wordsOrReason(std::string_view key, std::string_view otherwise, std::string_view words,
                              Result<std::string> (*of)(const Planned&)) {
    return {{key, words,
             [of](const Planned& each) {
                 const Result<std::string> all = of(each);
                 return all ? std::optional{*all} : std::nullopt;
             }},
            {otherwise, "why there is none, or null", [of](const Planned& each) {
                 const Result<std::string> all = of(each);
                 return all ? std::nullopt : std::optional{all.error().message};
             }}};
}

/// Why a plan whose stages share devices can't be run as replicas; none where it can, or needs none.
std::optional<Message> replicasReason(const Planned& planned) {
    const Candidate& best = planned.result.best;
    if (best.onDevices || replicasOf(best.partition) == 1)
        return {};
    return asReplicas(Pricing(planned.model, planned.cluster), best.partition, best.plan).error().message;
}

std::string replicasText(const Planned& planned) {
    const int replicas = replicasOf(planned.result.best.partition);
    if (replicas == 1)
        return "";
    if (const std::optional<Message> reason = replicasReason(planned))
        return "The engine can't run it: " + reason->text() + "\n";
    return "Run as " + std::to_string(replicas) + " replicas that share every microbatch, a rank per device.\n";
}

const Fields<Jittered>& jitterFields() {
    static const Fields<Quantiles> kQuantiles = {{"median", "of the draws", &Quantiles::median, In::Times},
                                                 {"p90", "nine of ten are below", &Quantiles::p90, In::Times},
                                                 {"p99", "99 of 100 are below", &Quantiles::p99, In::Times}};
    static const Fields<Jittered> kFields = {
        {"share", "by which every op is off", [](const Jittered& each) { return each.options.share; }},
        {"draws", "how many", [](const Jittered& each) { return each.options.draws; }},
        {"most_robust", "of the front, or null",
         [](const Jittered& each) {
             return each.robustness.best < 0 ? std::nullopt : std::optional{each.robustness.best};
         }},
        {"front", "iteration times of each",
         rowsOf<Jittered>([](const Jittered& each) { return each.robustness.all; }, kQuantiles)}};
    return kFields;
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

const Fields<Planned>& extraFields() {
    static const Fields<Planned> kFields =
        wordsOrReason("megatron_layout", "megatron_reason", "its layout string, or null", megatronOf) +
        wordsOrReason("torchtitan_flags", "torchtitan_reason", "its flags, or null", titanOf) +
        Fields<Planned>{Field<Planned>{"flags_order",
                                       "that frameworks make by the flags alone, where it is another one", orderOfFlags}
                            .when(isAnotherOrder),
                        Field<Planned>{"flags_iteration_time", "what that takes, or null where it can't be",
                                       [](const Planned& each) {
                                           const Result<Fraction> time = timeOfFlags(each);
                                           return time ? std::optional{*time} : std::nullopt;
                                       },
                                       In::Times}
                            .when(isAnotherOrder),
                        {"replicas", "that share every microbatch",
                         [](const Planned& each) { return replicasOf(each.result.best.partition); }},
                        {"replicas_reason", "why the engine can't run them, or null", replicasReason},
                        Field<Planned>{"jitter", "where nothing takes as long as planned",
                                       objectOf<Planned>(&Planned::jittered, jitterFields(), json::Layout::Lines)}
                            .when(&Planned::jittered)};
    return kFields;
}

std::string flagsText(const Planned& planned) {
    if (!lettersOf(planned.model, planned.result.best.partition))
        return replicasText(planned);
    const Result<std::string> layout = megatronOf(planned);
    const Result<std::string> titan = titanOf(planned);
    const std::string megatron = layout ? megatronFlags(planned, *layout) : layout.error().message.text();
    return "Megatron: " + megatron + "\nTorchTitan: " + (titan ? *titan : titan.error().message.text()) + "\n" +
           otherOrderText(planned) + replicasText(planned);
}

std::string robustnessText(const Planned& planned) {
    if (!planned.jittered)
        return "";
    const auto& [options, robustness] = *planned.jittered;
    Table table({"plan", "devices", "planned", "median", "90 %", "99 %"}, "lrrrrr");
    const auto add = [&](const std::string& name, int at) {
        const Candidate& candidate = planned.result.front[at];
        const Quantiles& quantiles = robustness.all[at];
        table.add({name + ", " + candidate.order, std::to_string(candidate.devices), msText(candidate.iterationTime),
                   msText(quantiles.median), msText(quantiles.p90), msText(quantiles.p99)});
    };
    if (!robustness.all.empty())
        add("best", 0);
    if (robustness.best > 0)
        add("most robust of the front", robustness.best);
    return printed("\nWhere every op is off by %.0f %% and every device by the spread of its kind (",
                   100 * options.share) +
           std::to_string(options.draws) + " draws):\n" + table.text() +
           (robustness.best == 0 ? "The best is also the most robust of the front.\n" : "");
}

} // namespace lanewright::api
