// SPDX-License-Identifier: Apache-2.0
#include "engine/main/streams.h"

#include "engine/ranks/reporter.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <mutex>
#include <new>
#include <poll.h>
#include <string>
#include <system_error>
#include <unistd.h>

namespace lanewright::engine {

namespace {

void onSignal(int signal) { stopFlags().signal = signal; }

/// A launcher that ends a run says so more than once: only a second signal from elsewhere ends the process, so that a
/// rank can still say which other one was lost.
void onSignalWhenLaunched(int signal, siginfo_t* sender, void* /*context*/) {
    stopFlags().signal = signal;
    if (sender->si_pid != getppid())
        std::signal(signal, SIG_DFL);
}

/// Reads what has come; false at the end of the input.
bool readSome(std::string& text) {
    std::array<char, 4096> piece{};
    const ssize_t count = read(STDIN_FILENO, piece.data(), piece.size());
    if (count > 0)
        text.append(piece.data(), static_cast<std::size_t>(count));
    return count > 0 || (count < 0 && (errno == EINTR || errno == EAGAIN));
}

/// Takes the whole lines off the text and obeys them. A parent that sends anything else is not listened to.
void obey(std::string& text) {
    for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n')) {
        if (std::string_view(text).substr(0, end) == kCancelLine)
            stopFlags().cancel = true;
        text.erase(0, end + 1);
    }
    constexpr std::size_t kLongest = 65'536;
    if (text.size() > kLongest)
        text.clear();
}

void listen(const std::stop_token& stop) {
    std::string text;
    while (!stop.stop_requested()) {
        pollfd input{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
        constexpr int kMilliseconds = 100;
        if (poll(&input, 1, kMilliseconds) <= 0)
            continue;
        if (!readSome(text)) {
            stopFlags().cancel = true;
            return;
        }
        obey(text);
    }
}

/// The line that says that there is no memory, made while there was some.
const std::string& outOfMemoryLine() {
    static const std::string line =
        "\n" +
        eventToLine(FailedEvent{
            .rank = -1, .op = {}, .reason = say(phrase("engine", "there is not enough memory for this run"))}) +
        "\n";
    return line;
}

[[noreturn]] void endByException() {
    try {
        if (const std::exception_ptr thrown = std::current_exception())
            std::rethrow_exception(thrown);
    } catch (const std::system_error& error) {
        endWithoutThreads(error);
    } catch (const std::bad_alloc&) {
        const std::string& line = outOfMemoryLine();
        const ssize_t written = write(STDOUT_FILENO, line.data(), line.size());
        static_cast<void>(written); // nobody is left to be told
        std::_Exit(1);
    } catch (const std::exception& error) {
        endProcessBy({.rank = -1, .op = {}, .reason = say(phrase("engine", "a library gave up: %1"), error.what())},
                     nullptr);
    } catch (...) {
    }
    std::abort();
}

/// Whether who holds the other end of standard input has closed it; what has come from there may still be read.
bool isParentGone() {
    pollfd input{.fd = STDIN_FILENO, .events = 0, .revents = 0};
    return poll(&input, 1, 0) > 0 && (input.revents & (POLLHUP | POLLERR)) != 0;
}

void endLateStart(const std::stop_token& stop) {
    constexpr std::chrono::milliseconds kBeat{100};
    constexpr int kBeats = 30; // three seconds
    std::mutex mutex;
    std::unique_lock lock(mutex);
    std::condition_variable_any ready;
    for (int unwanted = 0; unwanted < kBeats;) {
        ready.wait_for(lock, stop, kBeat, [] { return false; });
        if (stop.stop_requested())
            return;
        unwanted = unwanted > 0 || stopFlags().signal != 0 || isParentGone() ? unwanted + 1 : 0;
    }
    endProcessBy({.rank = -1, .op = {}, .reason = say(phrase("engine", "the run was given up before it was ready"))},
                 nullptr);
}

} // namespace

StopFlags& stopFlags() {
    static StopFlags all;
    return all;
}

void catchSignals(bool launched) {
    struct sigaction action {};
    if (launched) {
        action.sa_sigaction = onSignalWhenLaunched;
        action.sa_flags = SA_SIGINFO;
    } else {
        action.sa_handler = onSignal;
        action.sa_flags = static_cast<int>(SA_RESETHAND);
    }
    for (const int signal : {SIGTERM, SIGINT, SIGHUP})
        sigaction(signal, &action, nullptr);
    signal(SIGPIPE, SIG_IGN);
}

void sayUncaughtExceptions() {
    outOfMemoryLine();
    std::set_terminate(endByException);
}

void writeEvent(const lanewright::Event& event) {
    const std::string line = eventToLine(event) + "\n";
    std::size_t at = 0;
    while (at < line.size()) {
        const ssize_t count = write(STDOUT_FILENO, line.data() + at, line.size() - at);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0) {
            stopFlags().parentGone = true;
            return;
        }
        at += static_cast<std::size_t>(count);
    }
}

std::string readInput(std::size_t count) {
    constexpr std::size_t kAtOnce = std::size_t{1} << 20U; // a wrong announcement must not cost memory
    std::string text;
    while (text.size() < count) {
        const std::size_t before = text.size();
        text.resize(std::min(count, before + kAtOnce));
        ssize_t got = 0;
        do
            got = read(STDIN_FILENO, text.data() + before, text.size() - before);
        while (got < 0 && errno == EINTR);
        text.resize(before + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
        if (got <= 0)
            break;
    }
    return text;
}

std::string readInputLine(std::size_t most) {
    std::string line;
    while (line.size() < most) {
        const std::string next = readInput(1);
        if (next.empty() || next == "\n")
            break;
        line += next;
    }
    return line;
}

std::jthread watchStart() { return std::jthread(endLateStart); }

std::jthread watchInput() { return std::jthread(listen); }

} // namespace lanewright::engine
