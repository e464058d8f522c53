// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/base/result.h"

#include <chrono>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace lanewright {

/// How a program ended.
struct Ending {
    int code = 0;   ///< its exit code
    int signal = 0; ///< the signal that killed it, or 0

    friend bool operator==(const Ending&, const Ending&) = default;
};

/// A started program with pipes to its standard streams, leader of a process group of its own.
///
/// The rule it guards: whoever holds it has a program that is not reaped; letting go of it ends the whole group, so
/// that neither a zombie nor an orphan is left.
class Process {
public:
    /// Starts a program without a shell; the first argument is its path, or its name to be found on PATH. `environment`
    /// holds `NAME=value` texts that are added to (or replace) our own. Fails as the system words it.
    static Result<Process> start(const std::vector<std::string>& arguments,
                                 const std::vector<std::string>& environment = {});

    Process(Process&& other) noexcept;
    Process& operator=(Process&&) = delete;
    ~Process();

    /// Waits until the program says something or ends, at most `timeout`, and adds what it says to the two texts.
    void listen(std::chrono::milliseconds timeout, std::string& output, std::string& errors);
    /// True until both its output streams are closed.
    bool speaks() const { return m_output >= 0 || m_errors >= 0; }

    /// Writes to its standard input as it takes it, now and while we `listen`. A program that does not listen holds up
    /// nobody.
    void write(std::string_view text);
    pid_t pid() const { return m_pid; }
    void signalGroup(int signal) const;
    /// How it ended; none while it runs. Reaps it and ends what is left of its group.
    std::optional<Ending> ended();

private:
    Process() = default;
    void feed();

    pid_t m_pid = -1;
    int m_input = -1;
    int m_output = -1;
    int m_errors = -1;
    std::string m_told = {}; ///< what it has not taken yet
    std::size_t m_taken = 0; ///< how much of that is written
    std::optional<Ending> m_ending = {};
};

/// What a short-lived program says on its standard output. Fails when it can't be started, or does not end in time
/// or before it is told to `stop`.
Result<std::string> outputOf(const std::vector<std::string>& arguments, std::chrono::milliseconds timeout,
                             const std::vector<std::string>& environment = {}, const std::stop_token& stop = {});

/// `signal 9 (Killed)`.
Message nameOfSignal(int signal);

} // namespace lanewright
