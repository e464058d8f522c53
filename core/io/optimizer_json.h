// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/json_writer.h"
#include "core/io/reading.h"
#include "core/model/optimizer.h"
#include "core/model/precision.h"

/// How a run computes and trains, in requests, runs and checkpoints.
namespace lanewright {

/// Settings from an object; keys that are missing take their defaults.
OptimizerSettings optimizerFrom(const json::Node& node, Trouble& trouble);
/// The object on one line.
void writeOptimizer(json::Writer& writer, const OptimizerSettings& settings);

/// `precision` of an object; `fp32` where it is missing.
Precision precisionIn(const json::Node& object, Trouble& trouble);
/// `threads` of an object: with how many each rank computes; 1 where it is missing.
int threadsIn(const json::Node& object, Trouble& trouble);

/// `norm`, `update` and `rolled_back` of an object that says what came of a step.
Update updateIn(const json::Node& object, Trouble& trouble);
/// The same three members, into an open object.
void writeUpdate(json::Writer& writer, const Update& update);

} // namespace lanewright
