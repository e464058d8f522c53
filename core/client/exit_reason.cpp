// SPDX-License-Identifier: Apache-2.0
#include "core/client/exit_reason.h"

#include "core/base/text_parts.h"
#include "core/client/process.h"
#include "core/io/quoted_text.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <csignal>

namespace lanewright {

namespace {

/// The whole number behind the mark, which of a signal has a sign.
std::optional<int> numberAfter(std::string_view text, std::string_view mark) {
    const std::size_t at = text.find(mark);
    if (at == std::string_view::npos)
        return {};
    std::string_view rest = text.substr(at + mark.size());
    rest.remove_prefix(std::min(rest.find_first_not_of(" :="), rest.size()));
    int number = 0;
    if (std::from_chars(rest.data(), rest.data() + rest.size(), number).ec != std::errc{})
        return {};
    return number;
}

std::string_view from(std::string_view text, std::string_view mark) {
    const std::size_t at = text.find(mark);
    return at == std::string_view::npos ? std::string_view{} : text.substr(at);
}

Message killedBy(int signal) { return say(phrase("engine", "was killed by %1"), nameOfSignal(signal)); }

Message endedWith(int code) { return say(phrase("engine", "ended with exit code %1"), code); }

/// The lowest rank that lived in a process, which the launcher counts from 0. Where each rank has a process of its own
/// they are counted alike; else the process is known by its pid, or by its place among those that differ.
int rankIn(int process, std::optional<int> pid, const std::vector<int>& pids) {
    std::vector<int> processes;
    for (const int each : pids)
        if (std::ranges::find(processes, each) == processes.end())
            processes.push_back(each);
    if (processes.size() == pids.size())
        return process;
    if (!pid && process >= 0 && process < static_cast<int>(processes.size()))
        pid = processes[process];
    const auto found = pid ? std::ranges::find(pids, *pid) : pids.end();
    return found == pids.end() ? process : static_cast<int>(found - pids.begin());
}

/// `mpirun noticed that process rank 2 with PID 77 on node x exited on signal 9 (Killed).`
std::optional<ExitReason> noticed(std::string_view complaint, const std::vector<int>& pids) {
    const std::string_view sentence = from(complaint, "noticed that process rank ");
    const auto rank = numberAfter(sentence, "process rank ");
    const auto signal = numberAfter(sentence, "exited on signal ");
    if (!rank || !signal)
        return {};
    return ExitReason{rankIn(*rank, numberAfter(sentence, "with PID "), pids), killedBy(*signal)};
}

/// `Process name: [[3,1],2]` and, below it, `Exit code: 1`.
std::optional<ExitReason> nonZero(std::string_view complaint, const std::vector<int>& pids) {
    const std::string_view sentence = from(complaint, "Process name: [");
    const auto rank = numberAfter(from(sentence.substr(0, 80), "],"), "],");
    const auto code = numberAfter(sentence, "Exit code:");
    if (!rank || !code)
        return {};
    return ExitReason{rankIn(*rank, {}, pids), endedWith(*code)};
}

/// `BAD TERMINATION …`, `PID 77 RUNNING AT x`, `EXIT CODE: 9`; MPICH gives signals as exit codes.
std::optional<ExitReason> badTermination(std::string_view complaint, const std::vector<int>& pids) {
    const std::string_view sentence = from(complaint, "BAD TERMINATION");
    const auto pid = numberAfter(sentence, "PID ");
    const auto code = numberAfter(sentence, "EXIT CODE:");
    const auto found = pid ? std::ranges::find(pids, *pid) : pids.end();
    if (found == pids.end() || !code)
        return {};
    const bool bySignal = sentence.find("exited by signal") != std::string_view::npos || *code == SIGKILL ||
                          *code == SIGSEGV || *code == SIGABRT || *code == SIGBUS;
    return ExitReason{static_cast<int>(found - pids.begin()), bySignal ? killedBy(*code) : endedWith(*code)};
}

/// `Root Cause (first observed failure):`, and below it `rank : 1 (local_rank: 1)` and `exitcode : -9 (pid: 77)`;
/// torchrun gives signals as negative exit codes.
std::optional<ExitReason> rootCause(std::string_view complaint) {
    const std::string_view sentence = from(complaint, "Root Cause (first observed failure)");
    const auto rank = numberAfter(sentence, "\n  rank");
    const auto code = numberAfter(sentence, "\n  exitcode");
    if (!rank || !code)
        return {};
    return ExitReason{*rank, *code < 0 ? killedBy(-*code) : endedWith(*code)};
}

/// A line across the terminal, as OpenMPI draws one above and below an explanation.
bool isRule(std::string_view line) {
    return line.size() >= 40 && line.find_first_not_of('-') == std::string_view::npos;
}

/// Says something of its own, and does not count what was left out as OpenMPI does.
bool speaks(std::string_view line) {
    return line.find("sent help message help-") == std::string_view::npos &&
           line.find("orte_base_help_aggregate") == std::string_view::npos &&
           std::ranges::any_of(line, [](unsigned char letter) { return std::isalpha(letter) != 0; });
}

std::string_view withoutFrame(std::string_view line) {
    line.remove_prefix(std::min(line.find_first_not_of(" \t\r="), line.size()));
    return trimmed(line);
}

} // namespace

std::optional<ExitReason> exitReasonIn(std::string_view complaint, const std::vector<int>& pids) {
    if (auto reason = noticed(complaint, pids))
        return reason;
    if (auto reason = nonZero(complaint, pids))
        return reason;
    if (auto reason = rootCause(complaint))
        return reason;
    return badTermination(complaint, pids);
}

std::string lastMessage(std::string_view complaint) {
    constexpr std::size_t kMost = 300;
    std::string text;
    bool inBox = false;       // between two rules, as OpenMPI explains what went wrong
    bool inParagraph = false; // the first one of a box, which says it; the others advise
    bool boxSpoke = false;
    while (!complaint.empty()) {
        const std::size_t end = std::min(complaint.find('\n'), complaint.size());
        const std::string_view line = withoutFrame(complaint.substr(0, end));
        complaint.remove_prefix(std::min(end + 1, complaint.size()));
        if (isRule(line)) {
            inBox = !inBox;
            inParagraph = boxSpoke = false;
        } else if (!speaks(line)) {
            inParagraph = false;
        } else if (inParagraph) {
            text.append(" ").append(line);
        } else if (!boxSpoke) {
            text = line;
            inParagraph = boxSpoke = inBox;
        }
    }
    return shownLine(std::string_view{text}.substr(0, kMost));
}

std::string fileWithoutRoom(std::string_view complaint) {
    constexpr std::string_view kMark = "not enough space for ";
    const std::size_t at = complaint.find(kMark);
    if (at == std::string_view::npos)
        return {};
    const std::string_view file = complaint.substr(at + kMark.size());
    return shownLine(file.substr(0, std::min<std::size_t>(file.find_first_of(" \n"), 200)));
}

} // namespace lanewright
