// SPDX-License-Identifier: Apache-2.0
#include "engine/main/options.h"

#include "core/protocol/capabilities.h"

#include "engine/accelerator/module.h"

#include <string_view>

namespace lanewright::engine {

Result<Options> optionsFrom(int count, const char* const* words) {
    Options options;
    for (int at = 1; at < count; ++at) {
        const std::string_view word = words[at];
        if (word == "--help" || word == "-h")
            options.action = Options::Action::Help;
        else if (word == "--version")
            options.action = Options::Action::Version;
        else if (word == "--capabilities")
            options.action = Options::Action::Capabilities;
        else if (word == "--gpus")
            options.gpus = true;
        else if (word == "--in-process")
            options.inProcess = true;
        else if (word == "--workload" && at + 1 < count) {
            options.action = Options::Action::Workload;
            options.folder = words[++at];
        } else if (word == "--request" && at + 1 < count)
            options.request = words[++at];
        else if (word.starts_with("--request="))
            options.request = word.substr(std::string_view{"--request="}.size());
        else
            return Error{"don't know what to do with \"" + std::string{word.substr(0, 80)} + "\"; see --help"};
    }
    const bool needsRequest = options.action == Options::Action::Run || options.action == Options::Action::Workload;
    if (needsRequest && options.request.empty())
        return Error{"say which run with --request FILE; see --help"};
    return options;
}

std::string helpText() {
    return R"(lanewright-engine: trains a GPT in exactly the order of a schedule

Usage: lanewright-engine --request FILE [--in-process]
       mpirun -np RANKS --oversubscribe --bind-to none lanewright-engine --request FILE
       mpirun -np GPUS --bind-to none lanewright-engine --request FILE    (backend cuda)

  --request FILE   the run request, as lanewright-cli and the desktop write it; - is standard input
  --in-process     run all ranks as threads of this process, without MPI
  --workload DIR   train nothing; write the request's first weights and samples there, for another trainer
  --capabilities   print what this build can do, as one JSON object
  --gpus           with --capabilities: look for GPUs, too
  --version        print the version, and what this build lacks
  --help           print this

With LANEWRIGHT_TIME_PRODUCTS set, GPUs choose the algorithms of matrix products by time, and a run with a folder for its
state keeps the choice there, in products.txt; runs that go on from the state compute by it. Otherwise the first
algorithm that the library offers is taken, which gives the same bits in every run.

Events leave on standard output, one JSON object per line. A line {"request":"cancel"} on standard input, or its end,
stops the run after the step. People usually start it through lanewright-cli run.
)";
}

std::string versionText() {
    std::string text = "lanewright-engine " LANEWRIGHT_VERSION;
#ifndef LANEWRIGHT_WITH_MPI
    text += "\nbuilt without MPI: all ranks run in one process";
#endif
#ifndef LANEWRIGHT_WITH_ONEDNN
    text += "\nbuilt without oneDNN: bf16 is computed without AMX, where the processor has it";
#endif
    return text;
}

std::string capabilities(bool gpus) {
    CapabilityReport report;
#ifdef LANEWRIGHT_WITH_MPI
    report.mpi = true;
#endif
    if (!gpus)
        return capabilitiesToJson(report);
    const Result<DeviceModule*> module = cudaModule();
    const auto devices = module ? (*module)->listDevices() : Result<std::vector<DeviceFacts>>{module.error()};
    if (!devices) {
        report.missing.emplace_back("cuda", devices.error().message);
        return capabilitiesToJson(report);
    }
    report.backends.emplace_back("cuda");
    for (const DeviceFacts& device : *devices)
        report.gpus.push_back({.name = device.name,
                               .driver = device.driver,
                               .capability = device.capability,
                               .processors = device.processors,
                               .memory = device.memory,
                               .peers = device.peers});
    const Result<std::string> nccl = (*module)->linkVersion();
    if (nccl)
        report.nccl = *nccl;
    else
        report.missing.emplace_back("nccl", nccl.error().message);
    return capabilitiesToJson(report);
}

} // namespace lanewright::engine
