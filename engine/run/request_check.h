// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/protocol/protocol.h"

#include "engine/gpt/corpus.h"

#include <optional>
#include <string>

namespace lanewright::engine {

/// Refuses, in words, a request that this engine can't or must not run: a schedule that is not valid, programs that
/// could hang or do not belong to it, a model that can't be cut so or does not fit into memory. `sharedMemory`: all
/// ranks live on this machine's memory together.
Result<Done> checkRequest(const RunRequest& request, bool sharedMemory);

/// The numbers of the model alone, and whether it can be cut into `stages` stages.
Result<Done> checkModel(const ModelSpec& model, int stages);

/// Bytes that a rank needs: weights, gradients and optimizer state, activations at their peak, values in flight.
double memoryOf(const RunRequest& request, int rank);

/// What to learn from a text as the request wants it.
Result<Corpus> corpusOf(std::string text, const RunRequest& request);

/// Refuses, in words, what the request wants to do on disk and can't: the state to go on from is not there, not whole
/// or of something else, or no state can be written where it is to be saved. Makes that folder.
Result<Done> checkFolders(const RunRequest& request, const Corpus& corpus);

/// What to learn: the text that came along, that of the file, or the built-in one. Fails when it can't be read, is
/// larger than 256 MiB, or is too short for the model, and as `checkFolders`.
Result<Corpus> corpusFor(const RunRequest& request, std::optional<std::string> given = {});

} // namespace lanewright::engine
