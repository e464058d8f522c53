// SPDX-License-Identifier: Apache-2.0
#include "tests/core/planner/random_problems.h"

#include "tests/support/random_plan.h"

namespace lanewright::test {

LayeredModel randomModel(std::uint64_t seed, int layers, int microbatches) {
    Dice dice(seed);
    LayeredModel model{.title = "Random", .microbatches = microbatches, .timed = true};
    for (int at = 0; at < layers; ++at) {
        const auto time = [&](int most) { return static_cast<double>(dice.roll(1, most) * kTimeUnit); };
        Layer layer{.name = "layer " + std::to_string(at), .work = {time(20), time(20), time(12)}};
        layer.parameters = dice.roll(1, 100);
        layer.fixed = dice.roll(1, 9) * kMemoryUnit;
        layer.gradient = dice.roll(1, 4) * kMemoryUnit;
        layer.activation = dice.roll(1, 9) * kMemoryUnit;
        layer.keptForWeight = layer.activation * dice.roll(0, 4) / 4;
        layer.boundary = dice.roll(1, 4) * kMemoryUnit;
        model.layers.push_back(std::move(layer));
    }
    return model;
}

LayeredModel laidOut(LayeredModel model) {
    for (Layer& layer : model.layers)
        layer.letter = 't';
    model.layers.front().letter = 'E';
    model.layers.back().letter = 'L';
    return model;
}

Cluster equalDevices(int devices) {
    Cluster cluster{
        .title = "Equal",
        .kinds =
            {{.name = "one", .forward = 1e12, .backwardInput = 1e12, .backwardWeight = 1e12, .memory = Bytes{1} << 40}},
        .joints = {"switch"}};
    for (int at = 0; at < devices; ++at) {
        cluster.devices.push_back({"d" + std::to_string(at), 0});
        cluster.wires.push_back({.a = at, .b = devices, .bandwidth = 1e9});
    }
    return cluster;
}

Cluster randomCluster(std::uint64_t seed, int devices) {
    Dice dice(seed * 7 + 3);
    Cluster cluster{.title = "Random"};
    for (const char* const name : {"fast", "usual", "slow"})
        cluster.kinds.push_back(
            {.name = name, .speed = 0.5 * dice.roll(1, 4), .memory = dice.roll(60, 200) * kMemoryUnit, .spread = 0.1});
    for (int at = 0; at < devices; ++at)
        cluster.devices.push_back({"d" + std::to_string(at), dice.roll(0, 2)});
    const auto wire = [&](int a, int b) {
        cluster.wires.push_back({.a = a,
                                 .b = b,
                                 .bandwidth = static_cast<double>(kMemoryUnit) * (1 << dice.roll(6, 10)),
                                 .latency = dice.roll(0, 2) * kTimeUnit / 4});
    };
    // Values don't pass through devices, so each has a wire to a switch of its own, and these form the graph.
    for (int at = 0; at < devices; ++at) {
        cluster.joints.push_back("s" + std::to_string(at));
        wire(at, devices + at);
    }
    for (int at = 0; at + 1 < devices; ++at)
        wire(devices + at, devices + at + 1);
    for (int chord = 0; chord < devices / 2; ++chord) {
        const int a = dice.roll(0, devices - 1);
        const int b = dice.roll(0, devices - 1);
        if (a != b)
            wire(devices + a, devices + b);
    }
    return cluster;
}

} // namespace lanewright::test
