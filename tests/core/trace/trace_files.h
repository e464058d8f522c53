// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/import_traces.h"

#include <string>
#include <string_view>
#include <vector>

namespace lanewright::test {

/// A folder of traces of a test's own, removed with all it holds.
class TraceFolder {
public:
    TraceFolder();
    ~TraceFolder();
    TraceFolder(const TraceFolder&) = delete;
    TraceFolder& operator=(const TraceFolder&) = delete;

    const std::string& path() const { return m_path; }
    /// Writes a file and gives its path; one whose name ends in `.gz` is packed.
    std::string write(const std::string& name, std::string_view text) const;
    /// Writes these bytes as they are.
    std::string writeBytes(const std::string& name, std::string_view bytes) const;
    std::string bytesOf(const std::string& name) const;

private:
    std::string m_path;
};

/// The run of these paths; where there is none the test fails with the reason.
ImportedRun imported(const std::vector<std::string>& paths, const ImportOptions& options = {});

/// `place: sentence` of why there is no run; empty where there is one.
std::string refusal(const std::vector<std::string>& paths, const ImportOptions& options = {});

/// The notes of a report, a line each.
std::string notesOf(const ImportedRun& imported);

/// `F0.0 [0, 10]`, a line per span of a rank.
std::string laneText(const Run& run, int rank);

} // namespace lanewright::test
