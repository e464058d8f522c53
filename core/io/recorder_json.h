// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/json_writer.h"
#include "core/io/reading.h"
#include "core/model/run.h"

/// What a run file says about who measured it and how its clocks were made one.
namespace lanewright {

/// `{"by": "dependencies", "offset": [0, -120], "drift": [0, 0.03]}`, the lists with an entry per rank or none.
Clocks clocksFrom(const json::Node& node, int ranks, Trouble& trouble);
void writeClocks(json::Writer& writer, const Clocks& clocks);

Recorder recorderFrom(const json::Node& node, Trouble& trouble);
void writeRecorder(json::Writer& writer, const Recorder& recorder);

/// True for a list with an entry per rank, or none at all; else notes so.
bool isPerRank(const json::Node& node, int ranks, Trouble& trouble);

} // namespace lanewright
