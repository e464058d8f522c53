// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/planner/partition.h"

#include <span>

/// What a person does to a partition by hand.
namespace lanewright {

/// The cut behind part `cut` moved in front of layer `layer`, as far as its neighbours leave each part a layer.
Partition withCutAt(Partition partition, int cut, int layer);

/// A part put on a device, on a V or in a loop the other parts of its rank too. Where the device has something already,
/// the two trade places; a part of several devices trades the first of its own.
Partition withPartOn(Partition partition, int part, int device);

/// The parts of a rank cut in two, each in front of its layer of `cuts`: a new rank behind it gets the second of them,
/// of the way up of a V the first. Nothing where there is no such layer inside a part, or the device has one.
Partition withRankSplit(Partition partition, int rank, std::span<const int> cuts, int device);

/// The parts of a rank and of the one behind it become one each, on the devices of the first. Nothing where a V or a
/// loop would end up on one rank.
Partition withRanksJoined(Partition partition, int rank);

/// The part that a device has, of several the first; −1: none.
int partOn(const Partition& partition, int device);

/// The same partition for a cluster whose devices are numbered otherwise, found by their names. Fails, naming stage and
/// device, where one is not there.
Result<Partition> carriedOver(Partition partition, const Cluster& from, const Cluster& to);

} // namespace lanewright
