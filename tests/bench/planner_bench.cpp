// SPDX-License-Identifier: Apache-2.0
#include "core/generate/catalogue.h"
#include "core/planner/cutting.h"
#include "core/planner/device_row.h"
#include "core/planner/planner.h"
#include "core/simulate/iteration_time.h"
#include "core/simulate/simulate.h"
#include "tests/core/planner/random_problems.h"
#include "tests/support/random_plan.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <numeric>

#include <CLI/CLI.hpp>

namespace lanewright::test {
namespace {

constexpr std::array kOrders = {"gpipe", "1f1b", "zb-auto"};

struct Bar {
    const char* row;
    const char* cut;
    std::array<std::vector<double>, kOrders.size()> ratios = {}; ///< iteration over the planner's, by order
};

/// Memory is not what these are about: GPipe knows no limit.
Cluster roomy(Cluster cluster) {
    for (DeviceKind& kind : cluster.kinds)
        kind.memory = Bytes{1} << 40;
    return cluster;
}

double iterationOf(const Plan& problem, const char* order) {
    const Plan plan = *generate(order, problem);
    return iterationTimesOf(plan, simulate(plan.schedule, plan.costs)).of(plan.optimizerMode)->value();
}

Partition bestOf(const Pricing& pricing, const std::vector<int>& row) {
    std::vector<Partition> cuts = bestCuts(pricing, row, {});
    return *std::ranges::min_element(cuts, {},
                                     [&](const Partition& cut) { return *estimatesOf(pricing.problem(cut)).promise; });
}

/// What is counted over all graphs.
struct Counts {
    int worse = 0;                      ///< plainer plans that are shorter
    int worst = 0;                      ///< graphs on which the planner is the longest
    std::vector<double> overBest = {};  ///< the shortest plainer plan over the planner's
    std::vector<double> overWorst = {}; ///< the longest
    std::vector<double> overBound = {}; ///< the planner's plan over the bound on all cuts
};

void addGraph(std::uint64_t seed, std::array<Bar, 4>& bars, Counts& counts) {
    Dice dice(seed);
    const LayeredModel model = randomModel(seed, dice.roll(8, 32), dice.roll(4, 32));
    const Cluster cluster = roomy(randomCluster(seed, dice.roll(3, 10)));
    const Pricing pricing(model, cluster);
    const Result<PlannerResult> result = planModel(model, cluster, {.tries = 500});
    const auto ours = result->best.iterationTime.value();
    counts.overBound.push_back(ours / result->cutBound->value());
    std::vector<int> identity(static_cast<std::size_t>(cluster.size()));
    std::iota(identity.begin(), identity.end(), 0);
    const std::vector<int> recursive = recursiveOrder(cluster, pricing.ways());
    const std::array partitions = {equalLayers(model, identity), bestOf(pricing, identity),
                                   equalLayers(model, recursive), bestOf(pricing, recursive)};
    double most = 0;
    double least = 1e9;
    for (std::size_t bar = 0; bar < bars.size(); ++bar) {
        const Plan problem = pricing.problem(partitions[bar]);
        for (std::size_t order = 0; order < kOrders.size(); ++order) {
            bars[bar].ratios[order].push_back(iterationOf(problem, kOrders[order]) / ours);
            most = std::max(most, bars[bar].ratios[order].back());
            least = std::min(least, bars[bar].ratios[order].back());
            counts.worse += bars[bar].ratios[order].back() < 1 - 1e-12 ? 1 : 0;
        }
    }
    counts.worst += most < 1 ? 1 : 0;
    counts.overBest.push_back(least);
    counts.overWorst.push_back(most);
}

double medianOf(std::vector<double> values) {
    std::ranges::nth_element(values, values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2));
    return values[values.size() / 2];
}

void compare(int graphs) {
    std::array<Bar, 4> bars = {Bar{"as listed", "equal layers"}, Bar{"as listed", "best cut"},
                               Bar{"recursive", "equal layers"}, Bar{"recursive", "best cut"}};
    Counts counts;
    for (int graph = 1; graph <= graphs; ++graph)
        addGraph(static_cast<std::uint64_t>(graph), bars, counts);
    std::printf("Iteration time over the planner's, median (least to most) of %d random graphs\n\n", graphs);
    std::printf("| devices | cut |");
    for (const char* const order : kOrders)
        std::printf(" %s |", order);
    std::printf("\n|---|---|---|---|---|---|\n");
    for (const Bar& bar : bars) {
        std::printf("| %s | %s |", bar.row, bar.cut);
        for (const std::vector<double>& ratios : bar.ratios)
            std::printf(" %.2f (%.2f to %.2f) |", medianOf(ratios), std::ranges::min(ratios), std::ranges::max(ratios));
        std::printf("\n");
    }
    std::printf(
        "\nOf %d plainer plans %d were shorter than the planner's; on %d graphs the planner was the worst. Median "
        "gain over the best plainer plan of each graph %.1f %%, over the worst %.1f %%.\n",
        graphs * 16, counts.worse, counts.worst, 100 * (medianOf(counts.overBest) - 1),
        100 * (medianOf(counts.overWorst) - 1));
    std::printf("Above the bound on all cuts: median %.1f %%, at most %.1f %%.\n",
                100 * (medianOf(counts.overBound) - 1), 100 * (std::ranges::max(counts.overBound) - 1));
}

/// 96 blocks, 64 devices of two kinds on 8 hosts, 256 microbatches.
void timeLarge() {
    const ModelSpec gpt{.layers = 96, .width = 4096, .heads = 32, .context = 2048, .vocabulary = 50304, .batch = 1};
    const LayeredModel model = layersOfGpt(gpt, {.microbatches = 256});
    Cluster cluster{.title = "Large",
                    .kinds = {{"A", 150e12, 150e12, 150e12, 1, Bytes{40} << 30, 0.1},
                              {"B", 100e12, 100e12, 100e12, 1, Bytes{80} << 30, 0.1}},
                    .joints = {"switch"}};
    for (int device = 0; device < 64; ++device)
        cluster.devices.push_back({"d" + std::to_string(device), device / 8 % 2});
    for (int host = 0; host < 8; ++host) {
        cluster.joints.push_back("host" + std::to_string(host));
        cluster.wires.push_back({64, 65 + host, 25e9, 5'000, true});
    }
    for (int device = 0; device < 64; ++device)
        cluster.wires.push_back({device, 65 + device / 8, 200e9, 2'500, false});
    double first = 0;
    const Result<PlannerResult> result = planModel(model, cluster, {.timeLimit = 30}, {}, [&](const PlannerResult& so) {
        if (first == 0)
            first = so.seconds;
    });
    std::printf("\n96 blocks, 64 devices, 256 microbatches: the first plan after %.2f s; after %.1f s %d partitions, "
                "%zu plans in the front.\n",
                first, result->seconds, result->tried, result->front.size());
    std::printf("Its best is %.1f %% above the bound on all cuts.\n",
                100 * (result->best.iterationTime.value() / result->cutBound->value() - 1));
}

} // namespace
} // namespace lanewright::test

int main(int argc, char** argv) {
    CLI::App app{
        "Holds the planner against plainer ways to plan, on random graphs of bandwidths, and times a large one"};
    int graphs = 200;
    app.add_option("GRAPHS", graphs, "how many")->check(CLI::Range(1, 1'000'000))->capture_default_str();
    CLI11_PARSE(app, argc, argv);
    lanewright::test::compare(graphs);
    lanewright::test::timeLarge();
    return 0;
}
