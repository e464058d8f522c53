// SPDX-License-Identifier: Apache-2.0
#include "core/planner/partition.h"

#include "core/base/joined_by.h"
#include "core/base/mapped.h"
#include "core/base/printed.h"
#include "core/model/layout/layout_text.h"
#include "core/model/totals.h"
#include "core/planner/layout_string.h"
#include "core/planner/shape.h"
#include "core/simulate/number_text.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace lanewright {

namespace {

/// `1.5 GiB`, for sentences.
Message sizeText(Bytes bytes) { return numbers::said(printed("%.3g GiB", static_cast<double>(bytes) / (1 << 30))); }

bool hasLongTime(const Plan& plan) {
    const auto isLong = [](const StageCosts& costs) {
        return std::max({costs.forward, costs.backwardInput, costs.backwardWeight, costs.recompute.value_or(0),
                         costs.allReduce}) > kMaxTime;
    };
    return std::ranges::any_of(plan.costs.stages,
                               [&](const auto& direction) { return std::ranges::any_of(direction, isLong); }) ||
           std::ranges::any_of(plan.costs.transfer.matrix, [](Time time) { return time > kMaxTime; });
}

} // namespace

Time ticksOf(double nanoseconds) {
    // What is no number fails the comparison, too.
    return nanoseconds <= static_cast<double>(kMaxTime) ? static_cast<Time>(std::llround(nanoseconds)) : kMaxTime + 1;
}

Partition asModelWants(Partition partition, const LayeredModel& model) {
    for (Part& part : partition)
        if (model.recompute != Recompute::Choose)
            part.recompute = model.recompute == Recompute::Always;
    return partition;
}

int devicesOf(const Partition& partition) {
    int count = 0;
    for (int rank = 0; rank < ranksOf(partition); ++rank)
        count += static_cast<int>(partition[rank].devices.size());
    return count;
}

std::vector<std::pair<int, int>> partnersOf(std::span<const int> from, std::span<const int> to) {
    const std::size_t most = std::max(from.size(), to.size());
    std::vector<std::pair<int, int>> partners;
    for (std::size_t at = 0; at < most; ++at)
        partners.emplace_back(from[at * from.size() / most], to[at * to.size() / most]);
    return partners;
}

std::string toText(const Partition& partition, const Cluster& cluster) {
    std::string text;
    for (const Part& part : partition) {
        text += (text.empty() ? "" : " | ") + std::to_string(part.layers()) +
                (part.layers() == 1 ? " layer on " : " layers on ") +
                joinedBy(", ", part.devices, [&](int device) { return cluster.nameOf(device); }) +
                (part.recompute ? ", recomputed" : "");
    }
    return text;
}

Pricing::Pricing(const LayeredModel& model, const Cluster& cluster, OptimizerMode mode)
    : m_model(&model), m_cluster(&cluster), m_mode(mode), m_ways(cluster), m_sums(model) {
    if (!model.overlaps())
        return;
    m_hidden.push_back(0);
    for (const Layer& layer : model.layers)
        m_hidden.push_back(m_hidden.back() + hiddenIn(layer, model.sharing));
}

PartTimes Pricing::times(int first, int end, std::span<const int> devices, bool recompute) const {
    const Work work = m_sums.of(first, end).work;
    PartTimes most;
    double fastest = 0;
    for (const int device : devices) {
        const DeviceKind& kind = m_cluster->kindOf(device);
        fastest = std::max(fastest, kind.speed);
        const auto timeOf = [&](double amount, double rate) {
            return m_model->timed ? amount / kind.speed : amount / rate * 1e9;
        };
        most.forward = std::max(most.forward, timeOf(work.forward, kind.forward));
        most.backwardInput = std::max(most.backwardInput, timeOf(work.backwardInput, kind.backwardInput));
        most.backwardWeight = std::max(most.backwardWeight, timeOf(work.backwardWeight, kind.backwardWeight));
    }
    const auto replicas = static_cast<double>(devices.size());
    const double hidden = m_hidden.empty() ? 0 : (m_hidden[end] - m_hidden[first]) / fastest;
    return {most.forward / replicas, most.backwardInput / replicas, most.backwardWeight / replicas,
            recompute ? most.forward / replicas : 0, hidden / replicas};
}

std::vector<int> Pricing::loadOf(const Partition& partition) const {
    std::vector<int> load(m_cluster->wires.size());
    for (std::size_t at = 1; at < partition.size(); ++at)
        for (const auto& [sender, receiver] : partnersOf(partition[at - 1].devices, partition[at].devices))
            if (sender != receiver) // where a V turns nothing is sent
                for (const int wire : m_ways.between(sender, receiver).wires)
                    ++load[wire];
    return load;
}

double Pricing::transfer(int cut, int from, int to, int shares, std::span<const int> load) const {
    const Way& way = m_ways.between(from, to);
    double bandwidth = way.bandwidth;
    for (const int number : way.wires) {
        const auto wire = static_cast<std::size_t>(number);
        if (!load.empty() && m_cluster->wires[wire].shared && load[wire] > 1)
            bandwidth = std::min(bandwidth, m_cluster->wires[wire].bandwidth / load[wire]);
    }
    const auto bytes = static_cast<double>(m_model->layers[cut - 1].boundary);
    return static_cast<double>(way.latency) + bytes / shares / bandwidth * 1e9;
}

double Pricing::transfer(int cut, std::span<const int> from, std::span<const int> to, std::span<const int> load) const {
    const int shares = static_cast<int>(std::max(from.size(), to.size()));
    double slowest = 0;
    for (const auto& [sender, receiver] : partnersOf(from, to))
        slowest = std::max(slowest, transfer(cut, sender, receiver, shares, load));
    return slowest;
}

double Pricing::allReduce(int first, int end, std::span<const int> devices) const {
    if (devices.size() < 2)
        return 0;
    double bandwidth = std::numeric_limits<double>::infinity();
    for (const int one : devices)
        for (const int other : devices)
            if (one != other)
                bandwidth = std::min(bandwidth, m_ways.between(one, other).bandwidth);
    const auto replicas = static_cast<double>(devices.size());
    return 2 * (replicas - 1) / replicas * static_cast<double>(m_sums.of(first, end).gradient) / bandwidth * 1e9;
}

Bytes Pricing::leastMemory(int first, int end, int replicas) const {
    const Layer sum = m_sums.of(first, end);
    return sum.fixed + (sum.activation + replicas - 1) / replicas;
}

bool Pricing::fits(int first, int end, std::span<const int> devices) const {
    const Bytes least = leastMemory(first, end, static_cast<int>(devices.size()));
    return std::ranges::all_of(devices, [&](int device) { return least <= m_cluster->kindOf(device).memory; });
}

bool Pricing::fits(const Partition& partition) const {
    for (int rank = 0; rank < ranksOf(partition); ++rank) {
        Bytes fixed = 0;
        Bytes held = 0;
        Bytes most = 0;
        for (const int each : partsOn(partition, rank)) {
            const Part& part = partition[each];
            const Layer sum = sums(part.first, part.end);
            const Bytes activation =
                leastMemory(part.first, part.end, static_cast<int>(part.devices.size())) - sum.fixed;
            fixed += sum.fixed;
            held += part.recompute ? 0 : activation;
            most = std::max(most, activation);
        }
        if (fixed + std::max(held, most) > memoryOn(partition[rank].devices))
            return false;
    }
    return true;
}

Bytes Pricing::memoryOn(std::span<const int> devices) const {
    Bytes memory = std::numeric_limits<Bytes>::max();
    for (const int device : devices)
        memory = std::min(memory, m_cluster->kindOf(device).memory);
    return memory;
}

StageMemory Pricing::memoryOf(const Part& part) const {
    const Layer sum = sums(part.first, part.end);
    const auto replicas = static_cast<Bytes>(part.devices.size());
    const auto shareOf = [replicas](Bytes whole) { return (whole + replicas - 1) / replicas; };
    const Bytes held = shareOf(sum.activation);
    const Bytes kept = std::min(held, shareOf(sum.keptForWeight));
    // What comes in stays until R; the first stage's tokens are next to nothing.
    const Bytes input = part.first > 0 ? shareOf(m_model->layers[part.first - 1].boundary) : 0;
    const Bytes seed = part.recompute ? std::min(held, input) : held;
    return {.forward = seed,
            .backwardInput = kept - held,
            .backwardWeight = -kept,
            .recompute = held - seed,
            .fixed = sum.fixed};
}

void Pricing::addRanks(const Partition& partition, Plan& plan) const {
    for (const Part& part : partition) {
        const PartTimes times = this->times(part.first, part.end, part.devices, part.recompute);
        plan.costs.stages[0].push_back({.forward = ticksOf(times.forward),
                                        .backwardInput = ticksOf(times.backwardInput),
                                        .backwardWeight = ticksOf(times.backwardWeight),
                                        .allReduce = ticksOf(allReduce(part.first, part.end, part.devices))});
        if (part.recompute)
            plan.costs.stages[0].back().recompute = ticksOf(times.recompute);
        if (!m_hidden.empty())
            plan.costs.pairs.segments.push_back(segmentsOf(*m_model, part.first, part.end));
        plan.memory.stages[0].push_back(memoryOf(part));
    }
    for (int rank = 0; rank < plan.schedule.ranks(); ++rank) {
        const Bytes memory = memoryOn(partition[rank].devices);
        const Bytes fixed = summed(partsOn(partition, rank), [&](int part) { return plan.memory.of(0, part).fixed; });
        plan.memory.limit.emplace_back(memory - fixed);
        plan.memory.device.emplace_back(memory);
    }
}

void Pricing::addTransfers(const Partition& partition, Plan& plan) const {
    const int ranks = plan.schedule.ranks();
    const std::vector<int> load = loadOf(partition);
    std::vector<Time>& matrix = plan.costs.transfer.matrix;
    plan.costs.transfer.ranks = ranks;
    matrix.assign(static_cast<std::size_t>(ranks) * ranks, Transfers::kUnknown);
    for (int rank = 0; rank < ranks; ++rank)
        matrix[static_cast<std::size_t>(rank) * ranks + rank] = 0;
    for (int stage = 1; stage < plan.schedule.stages(); ++stage) {
        const int from = plan.schedule.placement.rankOf(0, stage - 1);
        const int to = plan.schedule.placement.rankOf(0, stage);
        if (from == to)
            continue;
        const Part& part = partition[stage];
        const std::vector<int>& before = partition[stage - 1].devices;
        const Time transfer = ticksOf(this->transfer(part.first, before, part.devices, load));
        for (const auto& [one, other] : {std::pair{from, to}, std::pair{to, from}}) {
            Time& known = matrix[static_cast<std::size_t>(one) * ranks + other];
            known = std::max(known, transfer);
        }
    }
}

Plan Pricing::problem(const Partition& partition) const {
    Plan plan{.title = m_model->title, .timeUnit = TimeUnit::Ms, .memoryUnit = MemoryUnit::MiB};
    plan.optimizerMode = m_mode;
    plan.schedule.placement = placementOf(partition);
    plan.schedule.microbatches = m_model->microbatches;
    plan.costs.stages.resize(1);
    plan.memory.stages.resize(1);
    if (!m_hidden.empty())
        plan.costs.pairs.sharing = m_model->sharing;
    addRanks(partition, plan);
    addTransfers(partition, plan);
    if (m_model->gpt) {
        plan.model = m_model->gpt;
        plan.model->layersPerStage.clear();
        for (const Part& part : partition)
            plan.model->layersPerStage.push_back(sums(part.first, part.end).blocks);
        if (m_model->shape && m_model->shape->traits.mtp.layers > 0)
            plan.model->layout = layoutOf(*lettersOf(*m_model, partition));
    }
    return plan;
}

double Pricing::spread(const Partition& partition) const {
    double spread = 0;
    for (const Part& part : partition)
        for (const int device : part.devices)
            spread = std::max(spread, m_cluster->kindOf(device).spread);
    return spread;
}

Result<Done> checkPlannable(const Pricing& pricing) {
    if (const Result<Done> reach = checkReach(pricing.cluster(), pricing.ways()); !reach)
        return reach.error();
    for (int device = 0; device < pricing.cluster().size() && !pricing.model().timed; ++device)
        if (const DeviceKind& kind = pricing.cluster().kindOf(device); kind.forward <= 0)
            return Error{say(phrase("planner", "a GPT is given in operations, so the kind %1 needs its %2"), kind.name,
                             "\"tflops\"")};
    Bytes most = 0;
    for (int device = 0; device < pricing.cluster().size(); ++device)
        most = std::max(most, pricing.cluster().kindOf(device).memory);
    for (int layer = 0; layer < pricing.model().size(); ++layer) {
        // A replicated layer has its weights whole on each device.
        const Bytes least = pricing.leastMemory(layer, layer + 1, pricing.cluster().size());
        if (least > most)
            return Error{say(phrase("planner", "layer %1 (%2) needs %3, but no device holds more than %4"), layer,
                             pricing.model().layers[layer].name, sizeText(least), sizeText(most))};
    }
    return Done{};
}

Result<Done> checkCountable(const Plan& plan) {
    if (hasLongTime(plan))
        return Error{
            say(phrase("planner", "one of the times of such a plan is more than 10^15 ns (11.5 days), which is "
                                  "more than can be counted"))};
    if (const Result<Done> fits = checkTotals(plan); !fits)
        return Error{fits.error().message};
    return Done{};
}

} // namespace lanewright
