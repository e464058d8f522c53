// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/support/engine_process.h"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lanewright::engine::test {

namespace {

/// No busy machine takes so long.
constexpr std::chrono::seconds kHang{300};

[[noreturn]] void becomeEngine(const std::vector<std::string>& arguments, int input, int output) {
    dup2(input, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    setpgid(0, 0);
    setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1);
    setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
    std::vector<char*> words;
    for (const std::string& argument : arguments)
        words.push_back(const_cast<char*>(argument.c_str()));
    words.push_back(nullptr);
    execvp(words[0], words.data());
    _exit(127);
}

} // namespace

EngineProcess::EngineProcess(std::vector<std::string> arguments) {
    std::array<int, 2> input{};
    std::array<int, 2> output{};
    if (pipe2(input.data(), O_CLOEXEC) != 0 || pipe2(output.data(), O_CLOEXEC) != 0)
        return;
    m_pid = fork();
    if (m_pid == 0)
        becomeEngine(arguments, input[0], output[1]);
    close(input[0]);
    close(output[1]);
    m_input = input[1];
    m_output = output[0];
    std::signal(SIGPIPE, SIG_IGN);
}

EngineProcess::~EngineProcess() {
    closeInput();
    if (m_output >= 0)
        close(m_output);
    if (m_pid > 0 && m_exitCode < 0) {
        kill(-m_pid, SIGKILL);
        waitpid(m_pid, nullptr, 0);
    }
}

void EngineProcess::say(std::string_view line) {
    const std::string text = std::string{line} + "\n";
    EXPECT_EQ(write(m_input, text.data(), text.size()), static_cast<ssize_t>(text.size()));
}

void EngineProcess::closeInput() {
    if (m_input >= 0)
        close(m_input);
    m_input = -1;
}

Seen EngineProcess::follow(const std::function<void(const Event&)>& onEvent) {
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + kHang;
    std::vector<Event> events;
    std::string text;
    while (true) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
        pollfd output{.fd = m_output, .events = POLLIN, .revents = 0};
        if (left <= 0 || poll(&output, 1, static_cast<int>(left)) <= 0) {
            ADD_FAILURE() << "the engine did not end within " << kHang.count() << " s";
            kill(-m_pid, SIGKILL);
            break;
        }
        std::array<char, 65536> piece{};
        const ssize_t count = read(m_output, piece.data(), piece.size());
        if (count <= 0)
            break;
        text.append(piece.data(), static_cast<std::size_t>(count));
        for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n')) {
            const Result<Event> event = eventFromLine(std::string_view(text).substr(0, at));
            if (event) {
                events.push_back(*event);
                if (onEvent)
                    onEvent(*event);
            } else {
                m_noise += text.substr(0, at + 1);
            }
            text.erase(0, at + 1);
        }
    }
    int status = 0;
    waitpid(m_pid, &status, 0);
    m_exitCode = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return seenIn(std::move(events));
}

RequestFile::RequestFile(const RunRequest& request) {
    std::array<char, 64> name{"/tmp/lanewright-request-XXXXXX"};
    const int file = mkstemp(name.data());
    EXPECT_GE(file, 0);
    close(file);
    m_path = name.data();
    std::ofstream(m_path) << requestToJson(request);
}

RequestFile::~RequestFile() { std::remove(m_path.c_str()); }

std::vector<std::string> underMpirun(int ranks, const RequestFile& file) {
    return {LANEWRIGHT_MPIRUN,         "-np",       std::to_string(ranks),
            "--oversubscribe",         "--bind-to", "none",
            LANEWRIGHT_ENGINE_PROGRAM, "--request", file.path()};
}

std::vector<std::string> inOneProcess(const RequestFile& file) {
    return {LANEWRIGHT_ENGINE_PROGRAM, "--request", file.path(), "--in-process"};
}

Seen runUnderMpirun(const RunRequest& request) {
    const RequestFile file(request);
    EngineProcess engine(underMpirun(request.plan.schedule.ranks(), file));
    Seen seen = engine.follow();
    EXPECT_EQ(engine.exitCode(), 0);
    EXPECT_EQ(engine.noise(), "");
    if (const FailedEvent* const failed = seen.failure())
        ADD_FAILURE() << "rank " << failed->rank << ": " << failed->reason;
    return seen;
}

} // namespace lanewright::engine::test
