// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/client/engine_client.h"

#include <string>
#include <vector>

namespace lanewright::test {

/// A folder of the test's own, removed with all it holds.
class Folder {
public:
    Folder();
    ~Folder();
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    std::string path(const std::string& name) const { return m_path + "/" + name; }
    void write(const std::string& name, const std::string& text) const;
    /// Writes a shell script that may be executed; gives its path.
    std::string script(const std::string& name, const std::string& body) const;
    /// A script that answers `--capabilities` and else does what the body says, in this folder.
    std::string engine(const std::string& body, bool mpi = false) const;
    /// What a file in it holds, without the last line end; waits a little for it to appear.
    std::string read(const std::string& name) const;

private:
    std::string m_path;
};

/// Shell commands that say the events.
std::string say(const std::vector<Event>& events);

/// Two ranks, one microbatch, one step; valid and lowered.
RunRequest smallRequest(int steps = 1);

/// The spans of a step of the small request, one event per rank.
std::vector<Event> smallStep(int step, double loss);

/// Runs the engine to its end and forgets its events.
RunOutcome runQuietly(const RunRequest& request, const LaunchOptions& options, const std::stop_token& stop = {});

} // namespace lanewright::test
