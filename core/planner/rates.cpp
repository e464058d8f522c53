// SPDX-License-Identifier: Apache-2.0
#include "core/planner/rates.h"

#include "core/model/sample_tokens.h"
#include "core/planner/partition.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

namespace lanewright {

namespace {

/// A stage as it should be, and as it was.
struct Sample {
    Work work = {};
    Work nanoseconds = {};
};

/// All microbatches of a stage together, each with the work of its own tokens and what it takes.
Sample sampleOfAll(const Plan& plan, Precision precision, int stage, std::pair<int, int> layers) {
    std::map<std::pair<int, int>, Work> workOf; // by samples and the tokens of each
    const std::vector<MicrobatchShape> shapes = microbatchShapes(*plan.model, plan);
    Sample sample;
    for (int microbatch = 0; microbatch < plan.schedule.microbatches; ++microbatch) {
        ModelSpec model = *plan.model;
        model.batch = shapes[microbatch].samples;
        model.context = shapes[microbatch].context;
        const auto [known, isNew] = workOf.try_emplace({model.batch, model.context});
        if (isNew)
            known->second =
                LayerSums(layersOfGpt(model, {.precision = precision})).of(layers.first, layers.second).work;
        const auto timeOf = [&](OpKind kind) {
            const Op op{.kind = kind, .stage = stage, .microbatch = microbatch};
            return static_cast<double>(plan.costs.compute(op, plan.schedule.direction(microbatch)));
        };
        sample.work += known->second;
        sample.nanoseconds += {timeOf(OpKind::F), timeOf(OpKind::B), timeOf(OpKind::W)};
    }
    return sample;
}

/// The layers of a GPT as the plan cuts them: embedding with the first stage, head with the last.
std::vector<Sample> samplesOf(const Plan& plan, Precision precision, const std::vector<int>& stages) {
    const LayeredModel model = layersOfGpt(*plan.model, {.precision = precision});
    const LayerSums sums(model);
    const std::vector<int> blocks = layersOf(*plan.model, plan.schedule.stages());
    std::vector<Sample> samples;
    int first = 0;
    for (int stage = 0; stage < plan.schedule.stages(); ++stage) {
        const bool last = stage + 1 == plan.schedule.stages();
        const int end = last ? model.size() : first + blocks[stage] + (stage == 0 ? 1 : 0);
        const int start = std::exchange(first, end);
        if (!stages.empty() && std::ranges::find(stages, stage) == stages.end())
            continue;
        if (plan.costs.microbatches.areEqual()) {
            const StageCosts& costs = plan.costs.of(0, stage);
            samples.push_back({sums.of(start, end).work,
                               {static_cast<double>(costs.forward), static_cast<double>(costs.backwardInput),
                                static_cast<double>(costs.backwardWeight)}});
        } else {
            samples.push_back(sampleOfAll(plan, precision, stage, {start, end}));
        }
    }
    return samples;
}

/// Operations per second; 0 where no time was taken.
double rateOf(const std::vector<Sample>& samples, double Work::*kind) {
    double work = 0;
    double nanoseconds = 0;
    for (const Sample& sample : samples) {
        work += sample.work.*kind;
        nanoseconds += sample.nanoseconds.*kind;
    }
    return nanoseconds > 0 ? work / nanoseconds * 1e9 : 0;
}

} // namespace

Result<Rates> fittedRates(const Plan& measured, Precision precision, const std::vector<int>& stages) {
    if (!measured.model)
        return Error{say(phrase("planner", "rates are fitted to a profile of a GPT, and this schedule names no %1"),
                         "\"model\"")};
    const std::vector<int> cut = layersOf(*measured.model, std::max(1, measured.schedule.stages()));
    const int blocks = std::accumulate(cut.begin(), cut.end(), 0);
    if (measured.schedule.stages() < 1 || static_cast<int>(cut.size()) != measured.schedule.stages() ||
        blocks != measured.model->layers)
        return Error{say(phrase("planner", "the schedule's stages are not those of its model"))};
    const std::vector<Sample> samples = samplesOf(measured, precision, stages);
    Rates rates{.forward = rateOf(samples, &Work::forward),
                .backwardInput = rateOf(samples, &Work::backwardInput),
                .backwardWeight = rateOf(samples, &Work::backwardWeight)};
    if (rates.forward <= 0 || rates.backwardInput <= 0 || rates.backwardWeight <= 0)
        return Error{say(phrase("planner", "F, B or W took no time here: profile it with B and W apart"))};
    if (samples.size() < 2)
        return rates;
    rates.spread = 0;
    for (const Sample& sample : samples) {
        const double expected = (sample.work.forward / rates.forward + sample.work.backwardInput / rates.backwardInput +
                                 sample.work.backwardWeight / rates.backwardWeight) *
                                1e9;
        const double took =
            sample.nanoseconds.forward + sample.nanoseconds.backwardInput + sample.nanoseconds.backwardWeight;
        if (took > 0)
            rates.spread = std::max(*rates.spread, std::min(0.99, std::abs(expected / took - 1)));
    }
    return rates;
}

DeviceKind withRates(DeviceKind kind, const Rates& rates) {
    kind.forward = rates.forward;
    kind.backwardInput = rates.backwardInput;
    kind.backwardWeight = rates.backwardWeight;
    kind.spread = rates.spread.value_or(kind.spread);
    return kind;
}

} // namespace lanewright
