// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/protocol/protocol.h"

#include "engine/gpt/corpus.h"

#include <string>

namespace lanewright::engine {

/// Writes into `folder` what another trainer needs to train as the request says, so that random numbers are made in
/// one place only:
///
/// - `text.bin`: the text to learn;
/// - `samples.bin`: for each sample of the run, in order, the place in the text where it begins, four bytes, the lowest
///   first;
/// - `microbatches.json`: for each microbatch of a step, how many samples it has and how many tokens of each;
/// - a training state (`core/protocol/checkpoint.h`) with the first weights, unless the request goes on from one.
///
/// Fails as the system words it, and where the state to go on from makes no sense.
Result<Done> writeWorkload(const RunRequest& request, const Corpus& corpus, const std::string& folder);

} // namespace lanewright::engine
