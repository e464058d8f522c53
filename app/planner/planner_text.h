// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/planner/planner.h"

#include <QString>

/// How the planner's things are called on the screen.
namespace lanewright::app {

/// `3` of `node0/3`: what tells a device from the others of its host.
QString shortName(const Cluster& cluster, int device);
/// `150 TFLOPS`, or `speed 0.5` where the model is given by times.
QString speedText(const DeviceKind& kind, bool timed);
/// `40 GiB`.
QString gibText(Bytes bytes);
/// `25 GB/s`.
QString bandwidthText(const Wire& wire);
/// `10 µs`.
QString latencyText(const Wire& wire);
/// `25 GB/s · 10 µs`.
QString wireText(const Wire& wire);
/// `300 GB/s · 4 µs`: what lies between two devices that hang on one host or switch; where their wires differ, from the
/// least to the most: `1 GB/s – 2 GB/s · 60 µs – 150 µs`. Empty where one has no wire to it.
QString betweenText(const Cluster& cluster, int joint, const std::vector<int>& devices);
/// `node0 – node1`.
QString wireName(const Cluster& cluster, const Wire& wire);
/// `Best cut`, `Equal layers` …; what the planner calls the way to the cut, in the language of the desktop.
QString methodText(const Candidate& candidate);
/// What an iteration or a part of one takes, in milliseconds, with a number of digits that fits the size: `1312 ms`,
/// `93.6 ms`, `4.21 ms`.
QString iterationText(const Fraction& time);
QString iterationText(Time time);
/// By what share the other is longer.
double shareOver(const Fraction& base, const Fraction& other);
/// `blocks 4 to 9`: the layers of a part by their names.
QString layersText(const LayeredModel& model, const Part& part);

} // namespace lanewright::app
