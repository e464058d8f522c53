// SPDX-License-Identifier: Apache-2.0
#include "core/cli/commands.h"
#include "core/cli/interrupts.h"
#include "core/client/job_follow.h"
#include "core/model/timeline.h"

#include <csignal>
#include <cstdio>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace lanewright::cli {

namespace {

constexpr const char* kListenFooter = R"(
The first line that it prints is for the environment of the job, which the package lanewright for Python reads:
  LANEWRIGHT_LIVE=127.0.0.1:40123:8f3a… torchrun --nproc-per-node 4 -m lanewright.run train.py
Each step is shown when all ranks have sent it, and all are written when the job is over, or at Ctrl-C.
Who knows the line can send steps, and nothing else. It crosses the network in the clear; to a job on another
machine rather go through ssh: ssh -R 40123:127.0.0.1:40123 HOST, with --port 40123.

Example:
  lanewright-cli listen -o run.lwrun)";

struct ListenOptions {
    std::string output = {};
    std::string host = "127.0.0.1";
    int port = 0;
    int keep = JobRecord::kKeptSteps;
};

void remark(const Message& message) { complain("", Error{message}); }

/// `step 7  148.2 ms  idle 0.2310  loss 1.2345`
std::string lineOf(const StepRecord& step) {
    const Time length = extentOf(step.wall).length();
    Time busy = 0;
    for (const Lane& lane : step.wall.lanes)
        for (const Span& span : lane)
            busy += span.length();
    const double whole = static_cast<double>(length) * static_cast<double>(step.wall.lanes.size());
    std::string line = "step " + std::to_string(step.step) + "  " + roundedTimeText(length, TimeUnit::Ms) + "  idle " +
                       shareText(whole > 0 ? 1 - static_cast<double>(busy) / whole : 0);
    if (step.loss != 0) {
        char loss[40];
        std::snprintf(loss, sizeof loss, "  loss %.4f", step.loss);
        line += loss;
    }
    return line + "\n";
}

std::string lossRemark(const Run& run) {
    const std::optional<int> lost = firstLossThatIsNoNumber(run);
    return lost ? ", the loss is no number, first in step " + std::to_string(*lost) : "";
}

/// While it lives, a word to a pipe that nobody reads fails; it would end the program, and what was received be lost.
class FailingPipes {
public:
    FailingPipes() {
        struct sigaction ignored = {};
        ignored.sa_handler = SIG_IGN;
        sigaction(SIGPIPE, &ignored, &m_before);
    }
    ~FailingPipes() { sigaction(SIGPIPE, &m_before, nullptr); }
    FailingPipes(const FailingPipes&) = delete;
    FailingPipes& operator=(const FailingPipes&) = delete;

private:
    struct sigaction m_before = {};
};

/// Prints it, beside the run where that goes to the standard output.
Exit told(const ListenOptions& options, const std::string& text) {
    if (!isStandardOutput(options.output))
        return print(text);
    printToErrors(text);
    return Exit::Done;
}

/// Shows each step while the job goes on and somebody reads what is shown.
void follow(const ListenOptions& options, JobListener& listener, JobRecord& record, const std::stop_token& stop) {
    const FailingPipes pipes;
    std::optional<int> shown;
    const auto poll = [&] {
        const std::optional<int> latest = record.latestStep();
        if (!latest || latest == shown)
            return true;
        shown = latest;
        const std::optional<StepRecord> step = record.stepAt(*latest);
        return !step || told(options, lineOf(*step)) == Exit::Done;
    };
    followJob(listener, record, stop, {.remark = remark, .poll = poll});
}

Exit runListen(const ListenOptions& options) {
    if (const Result<Done> writable = checkOutput(options.output, /*json=*/false); !writable)
        return failed(Exit::Usage, options.output, writable.error());
    const Interrupts interrupts;
    const Result<std::unique_ptr<JobListener>> listener = JobListener::open(options.host, options.port);
    if (!listener)
        return failed(Exit::Usage, "", listener.error());
    if (const Exit printed = told(options, "LANEWRIGHT_LIVE=" + (*listener)->address() + "\n"); printed != Exit::Done)
        return printed;
    JobRecord record(options.keep);
    follow(options, **listener, record, interrupts.stop());
    const Result<Run> run = record.run();
    if (!run)
        return failed(interrupts.stop().stop_requested() ? Exit::Stopped : Exit::RunFailed, "", run.error());
    if (const Result<Done> written = writeOutput(options.output, runToJson(*run)); !written)
        return failed(Exit::Usage, options.output, written.error());
    const auto steps = static_cast<int>(run->steps.size());
    const Exit printed =
        told(options, options.output + ": " + std::to_string(steps) + (steps == 1 ? " step" : " steps") +
                          (run->partial ? ", cut short" : "") + lossRemark(*run) + "\n");
    return interrupts.stop().stop_requested() ? Exit::Stopped : printed;
}

} // namespace

void addListen(Parser& program) {
    const auto options = std::make_shared<ListenOptions>();
    options->output = "job.lwrun";
    CommandParser& command =
        program.addCommand("listen", "Watch a PyTorch training job while it runs, and keep what it did");
    command.addOption("-o,--output", options->output, "The run is written here (job.lwrun)");
    command.addOption("--host", options->host, "Address to listen on (127.0.0.1: this machine alone)");
    command.addOption("--port", options->port, "Port to listen on (0: any that is free)").range(0, 65535);
    command.addOption("--keep", options->keep, "How many of the latest steps to keep (1000)").range(1, 1000000);
    command.setFooter(kListenFooter);
    command.onRun([options] { return runListen(*options); });
}

} // namespace lanewright::cli
