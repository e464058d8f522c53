// SPDX-License-Identifier: Apache-2.0
#include "core/base/whole_number.h"
#include "core/client/engine_client.h"

#include "core/client/process.h"
#include "core/client/programs.h"
#include "core/client/torch.h"
#include "core/protocol/obstacles.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <unistd.h>

namespace lanewright {

namespace {

constexpr std::chrono::seconds kAnswerTimeout{20};

std::string lastPartOf(const std::string& path) { return path.substr(path.rfind('/') + 1); }

/// The launcher a person gave, completed by the number of ranks where it says none.
Result<std::vector<std::string>> customLauncher(const std::string& command, int ranks) {
    Result<std::vector<std::string>> words = launcherArguments(command);
    if (!words)
        return words;
    const std::string program = words->front();
    const bool saysRanks = std::ranges::any_of(*words, [](const std::string& word) {
        return word == "-n" || word == "-np" || word == "--np" || word == "-c" || word == "--ntasks" ||
               word.starts_with("--ntasks=");
    });
    constexpr std::array<std::string_view, 7> kKnown = {"mpirun",       "mpiexec",       "orterun", "prterun",
                                                        "mpirun.mpich", "mpiexec.hydra", "srun"};
    if (!saysRanks && std::ranges::find(kKnown, lastPartOf(program)) != kKnown.end()) {
        words->emplace_back("-n");
        words->emplace_back(std::to_string(ranks));
    }
    // Slurm would copy what only rank 0 reads to all ranks.
    const bool saysInput = std::ranges::any_of(
        *words, [](const std::string& word) { return word == "-i" || word.starts_with("--input"); });
    if (lastPartOf(program) == "srun" && !saysInput)
        words->emplace_back("--input=0");
    return words;
}

/// The number behind `Open MPI) ` in what `mpirun --version` says; 0 when it is another MPI.
int openMpiMajor(std::string_view version) { return wholeBehind<int>("(Open MPI) ", version).value_or(0); }

/// More ranks than cores are welcome, and none is tied to a core.
std::vector<std::string> mpirunFor(const std::string& mpirun, int ranks, std::string_view version) {
    std::vector<std::string> words = {mpirun, "-np", std::to_string(ranks)};
    const int major = openMpiMajor(version);
    if (major >= 5)
        words.insert(words.end(), {"--map-by", ":OVERSUBSCRIBE", "--bind-to", "none"});
    else if (major > 0)
        words.insert(words.end(), {"--oversubscribe", "--bind-to", "none"});
    return words;
}

/// OpenMPI refuses to start as root unless it is told twice that this is meant.
std::vector<std::string> launcherEnvironment() {
    if (geteuid() != 0)
        return {};
    return {"OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1"};
}

/// Whether `mpirun` may start ranks on other machines without being told on its command line: within the job of a
/// cluster, or by what the user has set.
bool mayLeaveThisMachine() {
    constexpr auto kNames = std::to_array<const char*>(
        {"SLURM_JOB_ID", "PBS_NODEFILE", "LSB_MCPU_HOSTS", "LSB_HOSTS", "PE_HOSTFILE", "COBALT_NODEFILE",
         "OMPI_MCA_orte_default_hostfile", "PRTE_MCA_prte_default_hostfile"});
    return std::ranges::any_of(kNames, [](const char* name) { return std::getenv(name) != nullptr; });
}

/// Has ranks of one machine talk through its memory alone: by default each rank of an OpenMPI listens on every address
/// of the machine, for others that never come. What the user has set stays.
std::vector<std::string> withinThisMachine(std::vector<std::string> environment, std::string_view version) {
    const int major = openMpiMajor(version);
    const bool isChosen = std::getenv("OMPI_MCA_btl") != nullptr || std::getenv("OMPI_MCA_pml") != nullptr;
    if (major >= 4 && !isChosen && !mayLeaveThisMachine())
        environment.emplace_back(major >= 5 ? "OMPI_MCA_btl=self,sm" : "OMPI_MCA_btl=self,vader");
    return environment;
}

/// Why there can't be a process for each of several GPUs; empty when there can. Of the machines that a launcher knows
/// only their engines can say.
Message obstacleToProcesses(const CapabilityReport& engine, const LaunchOptions& options) {
    if (!options.launcher.empty())
        return {};
    if (engine.nccl.empty())
        return engine.reasonFor("nccl").empty() ? Message{say(obstacle::kNcclNotBuilt)} : engine.reasonFor("nccl");
    if (!engine.mpi)
        return say(phrase("obstacle", "several GPUs take a process each, and this engine was built without MPI"));
    if (options.inProcess)
        return say(phrase("obstacle", "several GPUs take a process each, and all ranks were to run in one"));
    if (programOnPath("mpirun").empty())
        return say(phrase("obstacle", "several GPUs take a process each, and there is no mpirun to start them"));
    return {};
}

/// How many processes, with a GPU each, a run on GPUs is to have: as asked for, else as many as there are GPUs for its
/// ranks, or one where several can't be linked.
Result<int> processesFor(const RunRequest& request, const LaunchOptions& options, const CapabilityReport& engine) {
    const int ranks = request.plan.schedule.ranks();
    const bool isAsked = !request.processOfRank.empty() || request.gpus.size() > 1;
    const auto named = static_cast<int>(request.gpus.size());
    const auto there = static_cast<int>(engine.gpus.size());
    int processes = std::max(1, std::min(ranks, named > 0 ? named : there));
    if (!request.processOfRank.empty())
        processes = *std::ranges::max_element(request.processOfRank) + 1;
    if (named > ranks)
        return Error{say(phrase("obstacle", "the list has %1 GPUs for %2 ranks"), named, ranks)};
    // Only the engines of other machines know what these have.
    if (options.launcher.empty())
        for (const int gpu : request.gpus)
            if (gpu >= there)
                return Error{say(obstacle::kNoSuchGpu, gpu, there - 1)};
    if (options.launcher.empty() && processes > (named > 0 ? named : there))
        return Error{say(phrase("obstacle", "the ranks are to sit on %1 GPUs, and there are %2"), processes,
                         named > 0 ? named : there)};
    if (processes == 1)
        return 1;
    const Message obstacle = obstacleToProcesses(engine, options);
    if (obstacle.empty())
        return processes;
    return isAsked ? Result<int>{Error{obstacle}} : Result<int>{1};
}

/// The launcher's words, and how it is called; no words: all ranks in one process.
Result<Launch> launcherFor(const RunRequest& request, const LaunchOptions& options, const CapabilityReport& engine) {
    int processes = request.plan.schedule.ranks();
    if (request.backend == "cuda") {
        const Result<int> onGpus = processesFor(request, options, engine);
        if (!onGpus)
            return onGpus.error();
        if (*onGpus == 1 && options.launcher.empty())
            return Launch{.kind = "in-process"};
        processes = *onGpus;
    }
    if (!options.launcher.empty()) {
        const auto words = customLauncher(options.launcher, processes);
        if (!words)
            return words.error();
        if (!engine.mpi)
            return Error{
                say(phrase("engine", "this lanewright-engine was built without MPI, so %1 can't start its ranks"),
                    lastPartOf(words->front()))};
        return Launch{lastPartOf(words->front()), *words, launcherEnvironment()};
    }
    const std::string mpirun = options.inProcess || !engine.mpi ? "" : programOnPath("mpirun");
    if (mpirun.empty())
        return Launch{.kind = "in-process"};
    const Result<std::string> version = outputOf({mpirun, "--version"}, kAnswerTimeout, launcherEnvironment());
    if (!version)
        return version.error();
    return Launch{"mpirun", mpirunFor(mpirun, processes, *version), withinThisMachine(launcherEnvironment(), *version)};
}

} // namespace

Result<CapabilityReport> askEngine(const std::string& path, bool gpus, const std::stop_token& stop) {
    const std::string engine = path.empty() ? findEngine() : path;
    if (engine.empty())
        return Error{say(phrase("engine", "lanewright-engine is not there: not beside this program, not on PATH, and "
                                          "LANEWRIGHT_ENGINE is not set"))};
    std::vector<std::string> question{engine, "--capabilities"};
    if (gpus)
        question.emplace_back("--gpus");
    const Result<std::string> answer = outputOf(question, kAnswerTimeout, {}, stop);
    if (!answer)
        return answer.error();
    const Result<CapabilityReport> report = capabilitiesFromJson(*answer);
    if (!report)
        return Error{say(
            phrase("engine", "%1 does not say what it can do; it is no lanewright-engine, or a broken one"), engine)};
    return *report;
}

Result<Launch> launchFor(const RunRequest& request, const LaunchOptions& options, const std::string& requestFile) {
    if (request.backend == kTorchBackend) {
        const Result<Done> checked = checkForTorch(request);
        return checked ? torchLaunchFor(request, options) : Result<Launch>{checked.error()};
    }
    const std::string engine = options.engine.empty() ? findEngine() : options.engine;
    const Result<CapabilityReport> capabilities = askEngine(engine, request.backend != "cpu");
    if (!capabilities)
        return capabilities.error();
    // A launcher may start the ranks on machines that have the GPUs this one lacks; what those lack they say
    // themselves.
    const bool isElsewhere = request.backend == "cuda" && !options.launcher.empty();
    if (!isElsewhere && !capabilities->has(request.backend)) {
        const Message reason = capabilities->reasonFor(request.backend);
        if (!reason.empty())
            return Error{reason};
        return Error{say(phrase("engine", "this lanewright-engine has no backend %1"), request.backend)};
    }
    Result<Launch> launch = launcherFor(request, options, *capabilities);
    if (!launch)
        return launch;
    launch->arguments.push_back(engine);
    if (launch->kind == "in-process")
        launch->arguments.emplace_back("--in-process");
    launch->arguments.insert(launch->arguments.end(), {"--request", requestFile});
    return launch;
}

} // namespace lanewright
