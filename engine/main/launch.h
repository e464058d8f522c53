// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/protocol/protocol.h"

#include "engine/gpt/corpus.h"
#include "engine/ranks/reporter.h"
#include "engine/run/folder_lock.h"

#include <memory>
#include <optional>
#include <string>

namespace lanewright::engine {

/// A request that may run, as text too, what to learn, and the folder to save in, held against other runs.
struct Prepared {
    RunRequest request = {};
    std::string json = {};
    std::optional<Corpus> corpus = {}; ///< always there in the end
    FolderLock saving = {};            ///< null: nothing is saved, or another process saves
};

/// Reads and checks the request, from a file or, where `file` is "-", from standard input. `inProcess`: all ranks live
/// in this process.
Result<Prepared> prepare(const std::string& file, bool inProcess);

/// Reports that there will be no run.
void refuse(Reporter& reporter, const Error& error);

/// Runs all ranks in this process. Returns the exit code: 0 done, 1 refused or failed, 4 the backend is missing.
int runHere(const std::string& requestFile);

/// Writes what the request trains into the folder, for a trainer that is not ours, and says why where it can't, on
/// standard error. Returns the exit code: 0 done, 1 refused or failed.
int writeWorkloadOf(const std::string& requestFile, const std::string& folder);

/// Runs as one of several processes started by mpirun.
int runWithMpi(const std::string& requestFile);

} // namespace lanewright::engine
