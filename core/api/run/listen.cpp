// SPDX-License-Identifier: Apache-2.0
#include "core/api/question_list.h"
#include "core/api/table.h"
#include "core/base/mapped.h"
#include "core/client/job_follow.h"
#include "core/io/run_json.h"
#include "core/model/timeline.h"

#include <csignal>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace lanewright::api {

namespace {

constexpr const char* kListenFooter = R"(
The first line that it prints is for the environment of the job, which the package lanewright for Python reads:
  LANEWRIGHT_LIVE=127.0.0.1:40123:8f3a… torchrun --nproc-per-node 4 -m lanewright.run train.py
Each step is shown when all ranks have sent it, and all are written when the job is over, or at Ctrl-C.
Who knows the line can send steps, and nothing else. It crosses the network in the clear; to a job on another
machine rather go through ssh: ssh -R 40123:127.0.0.1:40123 HOST, with --port 40123.

Example:
  lanewright-cli listen -o run.lwrun)";

struct ListenRequest {
    std::string output = "job.lwrun";
    std::string host = "127.0.0.1";
    int port = 0;
    int keep = JobRecord::kKeptSteps;
};

/// `step 7  148.2 ms  idle 0.2310  loss 1.2345`
std::string lineOf(const StepRecord& step) {
    const Time length = extentOf(step.wall).length();
    const Time busy = summed(step.wall.lanes, [](const Lane& lane) { return summed(lane, &Span::length); });
    const double whole = static_cast<double>(length) * static_cast<double>(step.wall.lanes.size());
    std::string line = "step " + std::to_string(step.step) + "  " + roundedTimeText(length, TimeUnit::Ms) + "  idle " +
                       shareText(whole > 0 ? 1 - static_cast<double>(busy) / whole : 0);
    if (step.loss != 0)
        line += printed("  loss %.4f", step.loss);
    return line + "\n";
}

/// What came of listening.
struct Heard {
    std::string output = {};
    int steps = 0;
    bool partial = false;
    std::optional<int> lossLost = {};
};

const Fields<Heard> kHeardFields = {
    {"output", "the run that was written", &Heard::output},
    {"steps", "that it holds", &Heard::steps},
    {"partial", "the job was cut short", &Heard::partial},
    {"loss_lost", "the first step without a loss that is a number, or null", &Heard::lossLost}};

std::string textOf(const Heard& heard) {
    return heard.output + ": " + counted(heard.steps, "step", "steps") + (heard.partial ? ", cut short" : "") +
           (heard.lossLost ? ", the loss is no number, first in step " + std::to_string(*heard.lossLost) : "") + "\n";
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

/// Prints it, beside the run or the answer where one of these goes to the standard output.
Result<Done> tell(const ListenRequest& request, const std::string& text, const Asker& asker) {
    if (!isStandardOutput(request.output) && !asker.wantsObject())
        return asker.print(text);
    asker.note(text);
    return Done{};
}

/// Shows each step while the job goes on and somebody reads what is shown.
void follow(const ListenRequest& request, JobListener& listener, JobRecord& record, const std::stop_token& stop,
            const Asker& asker) {
    const FailingPipes pipes;
    std::optional<int> shown;
    const auto poll = [&] {
        const std::optional<int> latest = record.latestStep();
        if (!latest || latest == shown)
            return true;
        shown = latest;
        const std::optional<StepRecord> step = record.stepAt(*latest);
        return !step || tell(request, lineOf(*step), asker).ok();
    };
    followJob(listener, record, stop,
              {.remark = [&](const Message& message) { asker.remark("", {message}); }, .poll = poll});
}

Reply listen(const ListenRequest& request, const Asker& asker) {
    if (const Result<Done> writable = asker.checkOutput(request.output); !writable)
        return refused(Exit::Usage, request.output, writable.error());
    const Stops stops = asker.stops();
    const Result<std::unique_ptr<JobListener>> listener = JobListener::open(request.host, request.port);
    if (!listener)
        return refused(Exit::Usage, "", listener.error());
    if (const Result<Done> told = tell(request, "LANEWRIGHT_LIVE=" + (*listener)->address() + "\n", asker); !told)
        return refused(Exit::Usage, "", told.error());
    JobRecord record(request.keep);
    follow(request, **listener, record, stops.stop, asker);
    const Result<Run> run = record.run();
    const bool stopped = stops.stop.stop_requested();
    if (!run)
        return refused(stopped ? Exit::Stopped : Exit::RunFailed, "", run.error());
    if (const Result<Done> written = asker.write(request.output, runToJson(*run)); !written)
        return refused(Exit::Usage, request.output, written.error());
    const Heard heard{request.output, static_cast<int>(run->steps.size()), run->partial, firstLossThatIsNoNumber(*run)};
    const Exit exit = stopped ? Exit::Stopped : Exit::Done;
    if (!isStandardOutput(request.output))
        return answered(heard, kHeardFields, {}, textOf, exit);
    asker.note(textOf(heard));
    return printedFile(exit);
}

} // namespace

Question listenQuestion() {
    using R = ListenRequest;
    return question<R>("listen", "Watch a PyTorch training job while it runs, and keep what it did", kListenFooter,
                       {option<R>("-o,--output", &R::output, "The run is written here (job.lwrun)"),
                        option<R>("--host", &R::host, "Address to listen on (127.0.0.1: this machine alone)"),
                        option<R>("--port", &R::port, "Port to listen on (0: any that is free)").range(0, 65535),
                        option<R>("--keep", &R::keep, "How many of the latest steps to keep (1000)").range(1, 1000000)},
                       listen, kHeardFields);
}

} // namespace lanewright::api
