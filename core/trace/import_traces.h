// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/run.h"
#include "core/trace/trace_control.h"
#include "core/trace/trace_mapping.h"
#include "core/trace/traced_job.h"

#include <limits>
#include <optional>
#include <string>
#include <vector>

/// Traces of other people's jobs as runs.
namespace lanewright {

struct ImportOptions {
    std::string format = {};       ///< `--from`; empty: told from the files
    std::optional<Plan> plan = {}; ///< that the job was told to run; none: the order it shows is the plan
    /// Steps by their numbers in the trace, from `firstStep` up to but without `endStep`.
    int firstStep = 0;
    int endStep = std::numeric_limits<int>::max();
    enum class Replicas { All, Slowest, One } replicas = Replicas::All;
    int replica = 0; ///< which, where it is One
    /// What the events of a Chrome trace stand for; with it all files are read so, whatever their format.
    std::optional<TraceMapping> mapping = {};
};

/// What was recognised, for people.
struct ImportReport {
    std::string format = {};
    int files = 0;
    int steps = 0;            ///< that were taken
    int stepsLeftOut = 0;     ///< that were there and were not taken, whatever the reason
    int replicas = 1;         ///< that were taken
    std::string order = {};   ///< what the order is called
    Message orderName = {};   ///< the same, to be said in another language
    bool orderIsPlan = false; ///< a plan was given
    bool clocksMoved = false; ///< some replica's were, until every value arrives after it was made
    Time clockBound = 0;      ///< by how much any clock may still be off, at most
    std::vector<Message> notes = {};
};

struct ImportedRun {
    Run run = {};
    ImportReport report = {};
};

/// A job as it was read, before any of its steps were taken.
struct TracesRead {
    TracedJob job = {};
    int files = 0;
};

/// Reads files and folders of traces; of `options` only the format counts. Fails in one sentence, with file and place,
/// and when it is stopped.
Result<TracesRead> readTraces(const std::vector<std::string>& paths, const ImportOptions& options,
                              const TraceControl& control);

/// The run that files and folders of traces show: `runOf` what `readTraces` reads. Fails in one sentence, with file and
/// place, where they show none, where no clocks fit, and when it is stopped.
Result<ImportedRun> importTraces(const std::vector<std::string>& paths, const ImportOptions& options,
                                 const TraceControl& control);

/// The run of a job that was read. Takes the steps that are whole on every rank, makes the clocks one, and keeps waits,
/// transfers and communication apart from ops. `files` of the report is left at 0.
Result<ImportedRun> runOf(TracedJob job, const ImportOptions& options);

} // namespace lanewright
