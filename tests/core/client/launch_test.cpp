// SPDX-License-Identifier: Apache-2.0
#include "core/client/engine_client.h"

#include "core/client/programs.h"
#include "core/client/rank_places.h"
#include "core/client/torch.h"
#include "core/model/costs.h"
#include "core/protocol/protocol.h"
#include "tests/core/client/fake_engine.h"
#include "tests/support/rows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace lanewright {
namespace {

using test::Folder;
using test::smallRequest;

/// An environment variable for as long as it lives.
class Variable {
public:
    Variable(const char* name, const std::string& value) : m_name(name) {
        if (const char* before = std::getenv(name))
            m_before = before;
        setenv(name, value.c_str(), 1);
    }
    ~Variable() { m_before ? setenv(m_name, m_before->c_str(), 1) : unsetenv(m_name); }
    Variable(const Variable&) = delete;
    Variable& operator=(const Variable&) = delete;

private:
    const char* m_name;
    std::optional<std::string> m_before = {};
};

std::string pathWith(const Folder& folder) { return folder.path("") + ":" + std::getenv("PATH"); }

using Words = std::vector<std::string>;

TEST(Launch, StartsAllRanksInOneProcessWithoutMpi) {
    const Folder folder;
    const std::string engine = folder.engine("", false);
    const auto launch = launchFor(smallRequest(), {.engine = engine}, "file");
    ASSERT_TRUE(launch);
    EXPECT_EQ(launch->kind, "in-process");
    EXPECT_EQ(launch->arguments, (Words{engine, "--in-process", "--request", "file"}));
}

TEST(Launch, TellsOpenMpiThatMoreRanksThanCoresAreWelcome) {
    const Folder folder;
    const std::string engine = folder.engine("", true);
    folder.script("mpirun", "echo 'mpirun (Open MPI) 4.1.4'");
    const Variable path("PATH", pathWith(folder));
    const auto launch = launchFor(smallRequest(), {.engine = engine}, "file");
    ASSERT_TRUE(launch);
    EXPECT_EQ(launch->kind, "mpirun");
    EXPECT_EQ(Words(launch->arguments.begin() + 1, launch->arguments.end()),
              (Words{"-np", "2", "--oversubscribe", "--bind-to", "none", engine, "--request", "file"}));
    const auto inProcess = launchFor(smallRequest(), {.engine = engine, .inProcess = true}, "file");
    ASSERT_TRUE(inProcess);
    EXPECT_EQ(inProcess->kind, "in-process");
}

/// What a launch sets, of that which chooses how ranks talk.
std::string byteTransferIn(const Result<Launch>& launch) {
    for (const std::string& each : launch->environment)
        if (each.starts_with("OMPI_MCA_btl="))
            return each;
    return {};
}

TEST(Launch, LetsRanksOfThisMachineListenToNobodyElse) {
    const Folder folder;
    const std::string engine = folder.engine("", true);
    const Variable path("PATH", pathWith(folder));
    const auto chosen = [&] { return byteTransferIn(launchFor(smallRequest(), {.engine = engine}, "file")); };
    folder.script("mpirun", "echo 'mpirun (Open MPI) 4.1.4'");
    EXPECT_EQ(chosen(), "OMPI_MCA_btl=self,vader");
    folder.script("mpirun", "echo 'mpirun (Open MPI) 5.0.7'");
    EXPECT_EQ(chosen(), "OMPI_MCA_btl=self,sm");
    {
        const Variable own("OMPI_MCA_btl", "self,tcp");
        EXPECT_EQ(chosen(), "") << "what the user has set stays";
    }
    {
        const Variable job("SLURM_JOB_ID", "7");
        EXPECT_EQ(chosen(), "") << "the ranks of a cluster's job may sit on several machines";
    }
    folder.script("mpirun", "echo 'HYDRA build details:'");
    EXPECT_EQ(chosen(), "");
    const std::string own = folder.script("mpirun", "echo 'mpirun (Open MPI) 4.1.4'");
    EXPECT_EQ(byteTransferIn(launchFor(smallRequest(), {.engine = engine, .launcher = own + " --hostfile h"}, "f")),
              "");
}

TEST(Launch, KnowsTheWordsOfLaterOpenMpiAndOfMpich) {
    const Folder folder;
    const std::string engine = folder.engine("", true);
    const Variable path("PATH", pathWith(folder));
    folder.script("mpirun", "echo 'mpirun (Open MPI) 5.0.7'");
    const auto later = launchFor(smallRequest(), {.engine = engine}, "file");
    ASSERT_TRUE(later);
    EXPECT_EQ(Words(later->arguments.begin() + 1, later->arguments.end() - 3),
              (Words{"-np", "2", "--map-by", ":OVERSUBSCRIBE", "--bind-to", "none"}));
    folder.script("mpirun", "echo 'HYDRA build details:'");
    const auto mpich = launchFor(smallRequest(), {.engine = engine}, "file");
    ASSERT_TRUE(mpich);
    EXPECT_EQ(Words(mpich->arguments.begin() + 1, mpich->arguments.end() - 3), (Words{"-np", "2"}));
}

TEST(Launch, TakesALauncherAsItIsGiven) {
    const Folder folder;
    const std::string engine = folder.engine("", true);
    const std::string mpirun = folder.script("mpirun", "");
    const auto completed =
        launchFor(smallRequest(), {.engine = engine, .launcher = mpirun + " --hostfile 'my hosts'"}, "f");
    ASSERT_TRUE(completed);
    EXPECT_EQ(completed->kind, "mpirun");
    EXPECT_EQ(completed->arguments, (Words{mpirun, "--hostfile", "my hosts", "-n", "2", engine, "--request", "f"}));
    const auto custom = launchFor(smallRequest(), {.engine = engine, .launcher = mpirun + " -np 2"}, "f");
    ASSERT_TRUE(custom);
    EXPECT_EQ(custom->arguments, (Words{mpirun, "-np", "2", engine, "--request", "f"}));
}

TEST(Launch, TellsSlurmThatOnlyRankZeroReads) {
    const Folder folder;
    const std::string engine = folder.engine("", true);
    const std::string srun = folder.script("srun", "");
    const auto launch = launchFor(smallRequest(), {.engine = engine, .launcher = srun + " --mpi=pmix"}, "f");
    ASSERT_TRUE(launch);
    EXPECT_EQ(launch->kind, "srun");
    EXPECT_EQ(launch->arguments, (Words{srun, "--mpi=pmix", "-n", "2", "--input=0", engine, "--request", "f"}));
    const auto custom = launchFor(smallRequest(), {.engine = engine, .launcher = srun + " -n 2 -i 0"}, "f");
    ASSERT_TRUE(custom);
    EXPECT_EQ(custom->arguments, (Words{srun, "-n", "2", "-i", "0", engine, "--request", "f"}));
}

TEST(Launch, RefusesLaunchersThatCantWork) {
    const Folder folder;
    const std::string engine = folder.engine("", true);
    const std::string mpirun = folder.script("mpirun", "");
    for (const std::string& launcher :
         {std::string{"no-such-launcher"}, std::string{"/no/such/launcher"}, std::string{" "}, mpirun + " 'x"})
        EXPECT_FALSE(launchFor(smallRequest(), {.engine = engine, .launcher = launcher}, "f")) << launcher;
    const std::string without = folder.engine("", false);
    const auto refused = launchFor(smallRequest(), {.engine = without, .launcher = mpirun}, "f");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message, "this lanewright-engine was built without MPI, so mpirun can't start its ranks");
}

/// An engine that finds so many GPUs.
std::string engineWithGpus(const Folder& folder, int gpus, bool nccl = true, bool mpi = true) {
    std::string list;
    for (int gpu = 0; gpu < gpus; ++gpu)
        list += std::string{gpu == 0 ? "" : ", "} + R"({"name": "a GPU"})";
    return folder.script("gpu-engine", "echo '{\"mpi\": " + std::string{mpi ? "true" : "false"} +
                                           R"(, "backends": ["cpu", "cuda"], "gpus": [)" + list + "]" +
                                           (nccl ? R"(, "nccl": "2.28.9"})" : R"(, "missing": {"nccl": "no NCCL"}})") +
                                           "'");
}

RunRequest gpuRequest() {
    RunRequest request = smallRequest();
    request.backend = "cuda";
    return request;
}

TEST(Launch, GivesEachGpuAProcess) {
    const Folder folder;
    folder.script("mpirun", "echo 'mpirun (Open MPI) 4.1.4'");
    const Variable path("PATH", pathWith(folder));
    const auto processes = [&](const RunRequest& request, int gpus) {
        const auto launch = launchFor(request, {.engine = engineWithGpus(folder, gpus)}, "f");
        EXPECT_TRUE(launch) << launch.error().message;
        return !launch || launch->kind == "in-process" ? std::string{"in-process"} : launch->arguments[2];
    };
    RunRequest request = gpuRequest();
    EXPECT_EQ(processes(request, 1), "in-process");
    EXPECT_EQ(processes(request, 2), "2");
    EXPECT_EQ(processes(request, 8), "2") << "no more than there are ranks";
    request.gpus = {3};
    EXPECT_EQ(processes(request, 8), "in-process");
    request.gpus = {3, 1};
    EXPECT_EQ(processes(request, 8), "2");
    request.gpus = {};
    request.processOfRank = {0, 0};
    EXPECT_EQ(processes(request, 8), "in-process");
    request.processOfRank = {1, 0};
    EXPECT_EQ(processes(request, 8), "2");
}

TEST(Launch, LeavesItToTheHostsOfALauncherWhichGpusTheyHave) {
    const Folder folder;
    const std::string mpirun = folder.script("mpirun", "");
    RunRequest request = gpuRequest();
    request.processOfRank = {0, 1};
    const std::string engine =
        folder.script("bare-engine", R"(echo '{"mpi": true, "backends": ["cpu"], "missing": {"cuda": "no GPU"}}')");
    EXPECT_FALSE(launchFor(request, {.engine = engine}, "f"));
    const auto launch = launchFor(request, {.engine = engine, .launcher = mpirun + " --hostfile h"}, "f");
    ASSERT_TRUE(launch) << launch.error().message;
    EXPECT_EQ(launch->arguments, (Words{mpirun, "--hostfile", "h", "-n", "2", engine, "--request", "f"}));
    // NCCL may be missing here as well.
    const auto many = launchFor(
        request, {.engine = engineWithGpus(folder, 4, /*nccl=*/false), .launcher = mpirun + " --hostfile h"}, "f");
    EXPECT_TRUE(many) << many.error().message;
}

TEST(Launch, TakesOneGpuWhereSeveralCantBeLinked) {
    const Folder folder;
    const Variable path("PATH", pathWith(folder));
    folder.script("mpirun", "echo 'mpirun (Open MPI) 4.1.4'");
    const std::string alone = engineWithGpus(folder, 4, /*nccl=*/false);
    const auto launch = launchFor(gpuRequest(), {.engine = alone}, "f");
    ASSERT_TRUE(launch);
    EXPECT_EQ(launch->kind, "in-process");
    const auto here = launchFor(gpuRequest(), {.engine = engineWithGpus(folder, 4), .inProcess = true}, "f");
    ASSERT_TRUE(here);
    EXPECT_EQ(here->kind, "in-process");
}

TEST(Launch, SaysWhatSeveralGpusLack) {
    const Folder folder;
    folder.script("mpirun", "echo 'mpirun (Open MPI) 4.1.4'");
    const Variable path("PATH", pathWith(folder));
    RunRequest request = gpuRequest();
    const auto refusal = [&](const std::string& engine, bool inProcess = false) {
        const auto launch = launchFor(request, {.engine = engine, .inProcess = inProcess}, "f");
        return launch ? std::string{} : launch.error().message.text();
    };
    request.gpus = {0, 1};
    EXPECT_EQ(refusal(engineWithGpus(folder, 4, false)), "no NCCL");
    EXPECT_EQ(refusal(engineWithGpus(folder, 4, true, false)),
              "several GPUs take a process each, and this engine was built without MPI");
    EXPECT_EQ(refusal(engineWithGpus(folder, 4), true),
              "several GPUs take a process each, and all ranks were to run in one");
    request.gpus = {0, 4};
    EXPECT_EQ(refusal(engineWithGpus(folder, 4)), "there is no GPU 4; they are counted from 0 to 3");
    request.gpus = {0, 1, 2};
    EXPECT_EQ(refusal(engineWithGpus(folder, 4)), "the list has 3 GPUs for 2 ranks");
    request.gpus = {};
    request.processOfRank = {0, 1};
    EXPECT_EQ(refusal(engineWithGpus(folder, 1)), "the ranks are to sit on 2 GPUs, and there are 1");
}

TEST(Launch, SaysWhichRanksSitWhere) {
    const DevicePlace first{.number = 0, .name = "H200"};
    const DevicePlace other{.number = 3, .name = "A100"};
    const ReadyEvent ready{
        .ranks = 5, .hosts = {"a", "a", "a", "b", "a"}, .devices = {first, first, other, other, first}};
    std::vector<std::string> places;
    for (const Message& place : rankPlaces(ready))
        places.push_back(place.text());
    EXPECT_EQ(places, (Words{"ranks 0–1, 4 on GPU 0 of a (H200)", "rank 2 on GPU 3 of a (A100)",
                             "rank 3 on GPU 3 of b (A100)"}));
    EXPECT_TRUE(rankPlaces(ReadyEvent{.ranks = 1, .hosts = {"a"}}).empty());
}

TEST(Launch, RefusesAProgramThatIsNoEngine) {
    const auto refused = launchFor(smallRequest(), {.engine = "/bin/echo"}, "f");
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.text().find("no lanewright-engine"), std::string::npos);
}

TEST(Launch, FindsProgramsBesideTheRunningOneAndInItsBuildTree) {
    namespace fs = std::filesystem;
    const fs::path here = fs::read_symlink("/proc/self/exe");
    EXPECT_TRUE(fs::equivalent(programNear(here.filename().string(), "nowhere"), here));
    const fs::path folder = here.parent_path().parent_path() / "near_probe";
    fs::create_directories(folder);
    fs::copy_file("/bin/true", folder / "near-probe", fs::copy_options::overwrite_existing);
    EXPECT_TRUE(fs::equivalent(programNear("near-probe", "near_probe"), folder / "near-probe"));
    EXPECT_EQ(programNear("near-probe", "elsewhere"), "");
    fs::remove_all(folder);
}

TEST(Launch, FindsTheEngineThatTheEnvironmentNames) {
    const Variable variable("LANEWRIGHT_ENGINE", "/somewhere/engine");
    EXPECT_EQ(findEngine(), "/somewhere/engine");
}

TEST(Request, TakesASmallModelWithALayerForEveryStage) {
    const auto small = requestFor(test::linearPlan(2, 1, "F0.0 BW0.0\nF1.0 BW1.0"));
    ASSERT_TRUE(small);
    EXPECT_EQ(small->model.layers, 4);
    Plan wide{.schedule = {.placement = looped(2, 6), .microbatches = 1},
              .costs = uniform(6),
              .memory = uniformMemory(6, 2, {})};
    wide.schedule.order = test::rows("F0.0 F2.0 F4.0 BW4.0 BW2.0 BW0.0\nF1.0 F3.0 F5.0 BW5.0 BW3.0 BW1.0");
    const auto six = requestFor(wide);
    ASSERT_TRUE(six) << six.error().message;
    EXPECT_EQ(six->model.layers, 6);
}

TEST(Request, RefusesModelsThatCantBeCut) {
    Plan plan = test::linearPlan(2, 1, "F0.0 BW0.0\nF1.0 BW1.0");
    plan.model = ModelSpec{.layers = 1};
    ASSERT_FALSE(requestFor(plan));
    EXPECT_EQ(requestFor(plan).error().message, "the model's 1 layers are too few for 2 stages");
    plan.model = ModelSpec{.layers = 4, .layersPerStage = {1, 2, 1}};
    EXPECT_EQ(requestFor(plan).error().message, "layers_per_stage has 3 entries for 2 stages");
    plan.model = ModelSpec{.layers = 4, .layersPerStage = {1, 2}};
    EXPECT_EQ(requestFor(plan).error().message, "layers_per_stage adds up to 3, but the model has 4 layers");
    plan.model = ModelSpec{.layers = 4, .layersPerStage = {5, -1}};
    EXPECT_FALSE(requestFor(plan));
    plan.model = ModelSpec{.layers = 4, .layersPerStage = {1, 3}};
    EXPECT_TRUE(requestFor(plan));
}

TEST(Request, CarriesLengthsAndRefusesOneOfNoToken) {
    Plan plan = test::linearPlan(2, 2, "F0.0 F0.1 BW0.0 BW0.1\nF1.0 BW1.0 F1.1 BW1.1");
    setMicrobatches(plan, MicrobatchCosts::ofLengths({6400, 50}, {MicrobatchCosts::kOne / 3}));
    const Result<RunRequest> request = requestFor(plan);
    ASSERT_TRUE(request) << request.error().message;
    const Result<RunRequest> again = requestFromJson(requestToJson(*request));
    ASSERT_TRUE(again) << again.error().where << ": " << again.error().message;
    EXPECT_EQ(again->plan, request->plan);
    // Each op of the program has its own length, which a paced run holds it for.
    for (const Program& program : again->programs)
        for (const Instruction& instruction : program.code)
            if (instruction.act == Act::Run) {
                EXPECT_EQ(instruction.length, durationOf(plan.schedule, plan.costs, instruction.block));
            }
    setMicrobatches(plan, MicrobatchCosts::ofLengths({6400, 49}, {}));
    const Result<RunRequest> none = requestFor(plan);
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().message.text(),
              "microbatch 1 has 49 tokens where the longest has 6400, which is less than half a token of the model's "
              "context of 64; take a longer context");
}

TEST(Request, RefusesAPlanThatIsNotValid) {
    EXPECT_FALSE(requestFor(test::linearPlan(2, 1, "F0.0 BW0.0\nBW1.0 F1.0")));
}

RunRequest torchRequest() {
    RunRequest request = smallRequest();
    request.backend = "torch";
    return request;
}

TEST(TorchLaunch, StartsAProcessForEachRankByTheGivenPython) {
    const Folder folder;
    const std::string engine = folder.engine("", true);
    const std::string python = folder.script("python", "exit 0");
    const auto launch = launchFor(torchRequest(), {.engine = engine, .python = python}, "-");
    ASSERT_TRUE(launch) << launch.error().message;
    EXPECT_EQ(launch->kind, "python");
    const Words& words = launch->arguments;
    EXPECT_EQ(words.front(), python);
    EXPECT_TRUE(words[1].ends_with("engine.py") || words[1] == "-m") << words[1];
    const std::string ranks = std::to_string(torchRequest().plan.schedule.ranks());
    EXPECT_EQ(Words(words.end() - 6, words.end()), (Words{"--ranks", ranks, "--engine", engine, "--request", "-"}));
}

TEST(TorchLaunch, CompletesTorchrunByTheRanksOfThisMachine) {
    const Folder folder;
    const std::string engine = folder.engine("", true);
    const std::string torchrun = folder.script("torchrun", "exit 0");
    const auto plain = launchFor(torchRequest(), {.engine = engine, .launcher = torchrun}, "-");
    ASSERT_TRUE(plain) << plain.error().message;
    EXPECT_EQ(plain->kind, "torchrun");
    const std::string ranks = std::to_string(torchRequest().plan.schedule.ranks());
    EXPECT_EQ(Words(plain->arguments.begin(), plain->arguments.begin() + 4),
              (Words{torchrun, "--nproc-per-node", ranks, "--standalone"}));
    const auto nodes = launchFor(torchRequest(), {.engine = engine, .launcher = torchrun + " --nnodes 2"}, "-");
    ASSERT_TRUE(nodes);
    EXPECT_EQ(Words(nodes->arguments.begin(), nodes->arguments.begin() + 3), (Words{torchrun, "--nnodes", "2"}));
    EXPECT_TRUE(nodes->arguments[3].ends_with("engine.py") || nodes->arguments[3] == "-m") << "nothing is added";
}

TEST(TorchLaunch, RefusesWhatTheBackendDoesNotDo) {
    const auto reasonOf = [](RunRequest request) {
        const Result<Done> checked = checkForTorch(request);
        return checked ? std::string{} : checked.error().message.text();
    };
    EXPECT_EQ(reasonOf(torchRequest()), "");
    RunRequest paced = torchRequest();
    paced.paced = true;
    EXPECT_EQ(reasonOf(paced), "the backend torch runs at full speed only; a paced run needs the backend cpu");
    RunRequest saves = torchRequest();
    saves.save = "state";
    EXPECT_EQ(reasonOf(saves), "the backend torch saves no training state; save one with the backend cpu or cuda, and "
                               "torch goes on from it");
    RunRequest parts = torchRequest();
    parts.plan.costs.weightParts = 3;
    EXPECT_EQ(reasonOf(parts), "PyTorch has no parts of W; this schedule cuts W into 3, so fuse B and W first");
}

TEST(TorchLaunch, AsksAPythonForItsPytorch) {
    const Folder folder;
    const auto with = askTorch(folder.script("with", R"(echo '{"torch": "2.15.0", "pairs": true, "gpus": 2}')"));
    ASSERT_TRUE(with) << with.error().message;
    EXPECT_EQ(with->version, "2.15.0");
    EXPECT_EQ(with->gpus, 2);
    const auto without = askTorch(folder.script("without", R"(echo '{"torch": null, "reason": "it has none"}')"));
    ASSERT_TRUE(without);
    EXPECT_EQ(without->version, "");
    EXPECT_EQ(without->reason, "it has none");
    EXPECT_FALSE(askTorch(folder.script("rubbish", "echo hello")));
    EXPECT_EQ(askTorch("/no/such/python").error().message, "the Python /no/such/python is not there");
}

// A folder of a Python's name where the user stands may have come with somebody's files.
TEST(TorchLaunch, TakesAFolderForAnEnvironmentOnlyByItsPath) {
    const Folder folder;
    std::filesystem::create_directories(folder.path("venv/bin"));
    std::filesystem::rename(folder.script("python", R"(echo '{"torch": "2.15.0", "gpus": 0}')"),
                            folder.path("venv/bin/python"));
    EXPECT_TRUE(askTorch(folder.path("venv")));
    const std::filesystem::path before = std::filesystem::current_path();
    std::filesystem::current_path(folder.path(""));
    const auto bare = askTorch("venv");
    const auto named = askTorch("./venv");
    std::filesystem::current_path(before);
    EXPECT_FALSE(bare);
    EXPECT_TRUE(named);
}

} // namespace
} // namespace lanewright
