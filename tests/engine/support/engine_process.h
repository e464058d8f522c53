// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/engine/support/requests.h"

#include <functional>
#include <string>

namespace lanewright::engine::test {

/// A running engine, with its standard input held open and its standard output read line by line.
class EngineProcess {
public:
    /// Starts `arguments` with the request in a file of its own. Without `--in-process` pass `mpirun …` in front.
    explicit EngineProcess(std::vector<std::string> arguments);
    ~EngineProcess();
    EngineProcess(const EngineProcess&) = delete;
    EngineProcess& operator=(const EngineProcess&) = delete;

    void say(std::string_view line);
    void closeInput();
    /// Reads to the end of the output; a process that hangs is killed after minutes. `onEvent` is called for each event
    /// as it comes.
    Seen follow(const std::function<void(const Event&)>& onEvent = {});
    /// The shell's view: the exit code, or 128 + signal.
    int exitCode() const { return m_exitCode; }
    int pid() const { return m_pid; }
    /// Lines that are no event.
    const std::string& noise() const { return m_noise; }

private:
    int m_pid = -1;
    int m_input = -1;
    int m_output = -1;
    int m_exitCode = -1;
    std::string m_noise;
};

/// A request in a file that goes away with this.
class RequestFile {
public:
    explicit RequestFile(const RunRequest& request);
    ~RequestFile();
    RequestFile(const RequestFile&) = delete;
    RequestFile& operator=(const RequestFile&) = delete;
    const std::string& path() const { return m_path; }

private:
    std::string m_path;
};

/// `mpirun -np ranks … lanewright-engine --request file`
std::vector<std::string> underMpirun(int ranks, const RequestFile& file);
/// `lanewright-engine --request file --in-process`
std::vector<std::string> inOneProcess(const RequestFile& file);

/// Runs the request under mpirun with as many ranks as its plan has, to its end.
Seen runUnderMpirun(const RunRequest& request);

} // namespace lanewright::engine::test
