// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/planner/input/cluster.h"
#include "core/planner/input/layered_model.h"

#include <cstdint>

namespace lanewright::test {

/// A model of measured times: `layers` layers, each with times of 1 to 20 units and memory of 1 to 9.
LayeredModel randomModel(std::uint64_t seed, int layers, int microbatches);

/// The same with the letters of a layout: an embedding, blocks and a head.
LayeredModel laidOut(LayeredModel model);

/// Devices of one kind, with 1 TFLOPS and room for anything, on one switch of 1 GB/s.
Cluster equalDevices(int devices);

/// `devices` devices of up to three kinds on a ring with a few chords, so that every one can be reached; bandwidths
/// differ by a factor of up to 16.
Cluster randomCluster(std::uint64_t seed, int devices);

} // namespace lanewright::test
