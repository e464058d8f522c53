// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/trace/trace_control.h"
#include "core/trace/traced_job.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The formats in which traces of jobs come.
namespace lanewright {

/// A format: its name, and who reads it.
struct TraceFormat {
    std::string_view name = {}; ///< as `--from` has it: `ndtimeline`
    Phrase title = {};          ///< for people
    /// True when this file may be of the format: from its name and its first 64 KiB, unpacked.
    bool (*recognises)(std::string_view path, std::string_view head) = nullptr;
    /// The job that files of the format show. Errors say in which file, in `where`, and at which place. Null where a
    /// mapping must say what the events stand for: `readMapped`.
    Result<TracedJob> (*read)(const std::vector<std::string>& paths, const TraceControl& control) = nullptr;
    /// How the name ends of a file that it reads beside those that it recognises; empty: none.
    std::string_view beside = {};
};

/// All of them, in the order in which a file is held against them.
std::span<const TraceFormat> traceFormats();

/// The format of that name; null where there is none.
const TraceFormat* traceFormatOf(std::string_view name);

/// The files that these files and folders (with those inside) hold and that may be traces, each once, by name.
Result<std::vector<std::string>> traceFilesIn(const std::vector<std::string>& paths);

/// The format of the files that any format recognises; files that only may be of PyTorch's profiler count where there
/// are no others. Fails when none is recognised, or when files of two formats lie together.
Result<const TraceFormat*> formatOfTraces(const std::vector<std::string>& files);

/// @name The readers
/// @{
Result<TracedJob> readNdtimeline(const std::vector<std::string>& paths, const TraceControl& control);
Result<TracedJob> readKineto(const std::vector<std::string>& paths, const TraceControl& control);
Result<TracedJob> readPrimus(const std::vector<std::string>& paths, const TraceControl& control);
Result<TracedJob> readPipelineTimer(const std::vector<std::string>& paths, const TraceControl& control);
/// @}

/// An error with the file in front of its place.
Error inFile(const std::string& path, const Error& error);

} // namespace lanewright
