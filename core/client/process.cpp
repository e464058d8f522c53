// SPDX-License-Identifier: Apache-2.0
#include "core/client/process.h"

#include "core/base/system_reason.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

extern char** environ; // NOLINT: the name is the system's

namespace lanewright {

namespace {

using Clock = std::chrono::steady_clock;

/// The most that `outputOf` reads.
constexpr std::size_t kMostOutput = std::size_t{1} << 20;

void closeIfOpen(int& file) {
    if (file >= 0)
        close(file);
    file = -1;
}

/// Both ends of a pipe; what is not taken away is closed.
struct Pipe {
    std::array<int, 2> ends = {-1, -1};

    Pipe() = default;
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;
    ~Pipe() {
        for (int& end : ends)
            closeIfOpen(end);
    }
    int take(int end) { return std::exchange(ends[end], -1); }
};

/// The standard streams of a child. Its input is a socket, because writing to one can be told not to raise SIGPIPE.
struct Streams {
    Pipe input;
    Pipe output;
    Pipe errors;

    bool open() {
        return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, input.ends.data()) == 0 &&
               pipe2(output.ends.data(), O_CLOEXEC) == 0 && pipe2(errors.ends.data(), O_CLOEXEC) == 0;
    }
};

std::vector<std::string> mergedEnvironment(const std::vector<std::string>& additions) {
    std::vector<std::string> all = additions;
    for (char** entry = environ; entry && *entry; ++entry) {
        const std::string_view text = *entry;
        const std::string_view name = text.substr(0, text.find('=') + 1);
        bool replaced = false;
        for (const std::string& addition : additions)
            replaced = replaced || addition.starts_with(name);
        if (!replaced)
            all.emplace_back(text);
    }
    return all;
}

std::vector<char*> pointersTo(const std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    pointers.reserve(texts.size() + 1);
    for (const std::string& text : texts)
        pointers.push_back(const_cast<char*>(text.c_str()));
    pointers.push_back(nullptr);
    return pointers;
}

/// Own group, nothing blocked, nothing ignored: the child must not inherit how its parent handles signals.
void prepare(posix_spawnattr_t& attributes) {
    posix_spawnattr_init(&attributes);
    sigset_t signals;
    sigemptyset(&signals);
    posix_spawnattr_setsigmask(&attributes, &signals);
    for (const int signal : {SIGINT, SIGTERM, SIGPIPE, SIGHUP, SIGQUIT})
        sigaddset(&signals, signal);
    posix_spawnattr_setsigdefault(&attributes, &signals);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
}

int spawn(pid_t& pid, const std::vector<std::string>& arguments, const std::vector<std::string>& environment,
          const Streams& streams) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, streams.input.ends[1], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, streams.output.ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, streams.errors.ends[1], STDERR_FILENO);
    posix_spawnattr_t attributes;
    prepare(attributes);
    const int problem = posix_spawnp(&pid, arguments.front().c_str(), &actions, &attributes,
                                     pointersTo(arguments).data(), pointersTo(environment).data());
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return problem;
}

/// Adds what can be read now; closes the file at its end.
void drain(int& file, std::string& text) {
    std::array<char, 65536> buffer;
    const ssize_t size = read(file, buffer.data(), buffer.size());
    if (size > 0)
        text.append(buffer.data(), static_cast<std::size_t>(size));
    else if (size == 0 || (errno != EINTR && errno != EAGAIN))
        closeIfOpen(file);
}

Ending endingOf(int status) {
    if (WIFSIGNALED(status))
        return {.signal = WTERMSIG(status)};
    return {.code = WEXITSTATUS(status)};
}

} // namespace

Result<Process> Process::start(const std::vector<std::string>& arguments, const std::vector<std::string>& environment) {
    Streams streams;
    if (!streams.open())
        return Error{say(phrase("engine", "no pipe could be made: %1"), systemReason(errno))};
    Process process;
    const std::vector<std::string> whole = mergedEnvironment(environment);
    if (const int problem = spawn(process.m_pid, arguments, whole, streams); problem != 0) {
        process.m_pid = -1;
        return Error{say(phrase("engine", "%1 can't be started: %2"), arguments.front(), systemReason(problem))};
    }
    process.m_input = streams.input.take(0);
    process.m_output = streams.output.take(0);
    process.m_errors = streams.errors.take(0);
    return process;
}

Process::Process(Process&& other) noexcept
    : m_pid(std::exchange(other.m_pid, -1)), m_input(std::exchange(other.m_input, -1)),
      m_output(std::exchange(other.m_output, -1)), m_errors(std::exchange(other.m_errors, -1)),
      m_told(std::move(other.m_told)), m_taken(other.m_taken), m_ending(other.m_ending) {}

Process::~Process() {
    if (m_pid > 0 && !m_ending) {
        signalGroup(SIGKILL);
        while (waitpid(m_pid, nullptr, 0) < 0 && errno == EINTR) {
        }
    }
    closeIfOpen(m_input);
    closeIfOpen(m_output);
    closeIfOpen(m_errors);
}

void Process::listen(std::chrono::milliseconds timeout, std::string& output, std::string& errors) {
    std::array<pollfd, 3> files = {pollfd{m_output, POLLIN, 0}, pollfd{m_errors, POLLIN, 0},
                                   pollfd{m_taken < m_told.size() ? m_input : -1, POLLOUT, 0}};
    if (poll(files.data(), files.size(), static_cast<int>(timeout.count())) <= 0)
        return;
    if (files[0].revents != 0)
        drain(m_output, output);
    if (files[1].revents != 0)
        drain(m_errors, errors);
    if (files[2].revents != 0)
        feed();
}

void Process::write(std::string_view text) {
    m_told.append(text);
    feed();
}

void Process::feed() {
    while (m_input >= 0 && m_taken < m_told.size()) {
        const ssize_t count =
            send(m_input, m_told.data() + m_taken, m_told.size() - m_taken, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0 && errno == EAGAIN)
            return;
        if (count < 0)
            closeIfOpen(m_input);
        else
            m_taken += static_cast<std::size_t>(count);
    }
    m_told.clear();
    m_taken = 0;
}

void Process::signalGroup(int signal) const {
    if (m_pid > 0 && !m_ending)
        kill(-m_pid, signal);
}

std::optional<Ending> Process::ended() {
    if (m_ending || m_pid <= 0)
        return m_ending;
    siginfo_t information = {};
    if (waitid(P_PID, static_cast<id_t>(m_pid), &information, WEXITED | WNOHANG | WNOWAIT) != 0 ||
        information.si_pid == 0)
        return {};
    // While its leader is not reaped, nobody else can get the group's number.
    signalGroup(SIGKILL);
    int status = 0;
    while (waitpid(m_pid, &status, 0) < 0 && errno == EINTR) {
    }
    m_ending = endingOf(status);
    return m_ending;
}

Result<std::string> outputOf(const std::vector<std::string>& arguments, std::chrono::milliseconds timeout,
                             const std::vector<std::string>& environment, const std::stop_token& stop) {
    Result<Process> process = Process::start(arguments, environment);
    if (!process)
        return process.error();
    std::string output;
    std::string errors;
    const auto deadline = Clock::now() + timeout;
    while (!process->ended() || process->speaks()) {
        if (stop.stop_requested() || Clock::now() > deadline || output.size() + errors.size() > kMostOutput)
            return Error{say(phrase("engine", "%1 gives no answer"), arguments.front())};
        process->listen(std::chrono::milliseconds{20}, output, errors);
    }
    return output;
}

Message nameOfSignal(int signal) {
#if __GLIBC_PREREQ(2, 32)
    const char* words = sigdescr_np(signal);
#else
    const char* words = strsignal(signal); // in the words of the locale
#endif
    return words ? say(phrase("engine", "signal %1 (%2)"), signal, words) : say(phrase("engine", "signal %1"), signal);
}

} // namespace lanewright
