// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/plan/partition.h"

/// What a person does to a partition by hand.
namespace lanewright {

/// The cut behind part `cut` moved in front of layer `layer`, as far as its neighbours leave each part a layer.
Partition withCutAt(Partition partition, int cut, int layer);

/// A part put on a device. Where the device has another part already, the two trade places; a part of several devices
/// trades the first of its own.
Partition withPartOn(Partition partition, int part, int device);

/// A part cut in two in front of `layer`, the second on a device that has no part yet. Nothing where there is no such
/// layer inside the part.
Partition withPartSplit(Partition partition, int part, int layer, int device);

/// The part and the one behind it become one, on the devices of the first.
Partition withPartsJoined(Partition partition, int part);

/// The part that a device has; −1: none.
int partOn(const Partition& partition, int device);

/// The same partition for a cluster whose devices are numbered otherwise, found by their names. Fails, naming stage and
/// device, where one is not there.
Result<Partition> carriedOver(Partition partition, const Cluster& from, const Cluster& to);

} // namespace lanewright
