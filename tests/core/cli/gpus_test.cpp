// SPDX-License-Identifier: Apache-2.0
#include "core/protocol/capabilities.h"
#include "core/protocol/obstacles.h"
#include "tests/core/cli/driver.h"

#include <gtest/gtest.h>

namespace lanewright::test {
namespace {

/// An engine that knows nothing but its capabilities.
std::string engineWith(const Folder& folder, const CapabilityReport& report) {
    folder.write("capabilities.json", capabilitiesToJson(report));
    return "LANEWRIGHT_ENGINE=" + folder.script("lanewright-engine", "cat '" + folder.path("capabilities.json") + "'");
}

CapabilityReport twoGpus() {
    const GpuReport gpu{
        .name = "Fine GPU", .driver = "CUDA 13.0", .capability = "9.0", .processors = 132, .memory = 80LL << 30U};
    return {.backends = {"cpu", "cuda"}, .gpus = {gpu, gpu}, .nccl = "2.28.9"};
}

TEST(Gpus, AreListedWithWhatRunsOnSeveralOfThemLack) {
    const Folder folder;
    CapabilityReport report = twoGpus();
    report.gpus[0].peers = {1};
    const Answer whole = cli({"list", "--gpus"}, {engineWith(folder, report)});
    EXPECT_EQ(whole.code, 0);
    EXPECT_NE(whole.output.find("1  Fine GPU  80.0 GiB"), std::string::npos) << whole.output;
    EXPECT_NE(whole.output.find("NCCL 2.28.9"), std::string::npos) << whole.output;
    EXPECT_EQ(whole.output.find("detour"), std::string::npos) << whole.output;

    report.gpus[0].peers = {};
    report.nccl = "";
    report.missing = {{"nccl", say(obstacle::kNoNccl)}};
    const Answer poor = cli({"list", "--gpus"}, {engineWith(folder, report)});
    EXPECT_EQ(poor.code, 0);
    EXPECT_NE(poor.output.find("detour by the host's, which takes longer: 0–1"), std::string::npos) << poor.output;
    EXPECT_NE(poor.output.find("the package libnccl2 holds it"), std::string::npos) << poor.output;
}

TEST(Gpus, ThatAreNotThereAreExplained) {
    const Folder folder;
    const CapabilityReport none{.missing = {{"cuda", say(obstacle::kOldDriver, "12.4", "13.0")}}};
    const std::string engine = engineWith(folder, none);
    const std::string reason = say(obstacle::kOldDriver, "12.4", "13.0").text();
    const Answer list = cli({"list", "--gpus"}, {engine});
    EXPECT_EQ(list.code, 4);
    EXPECT_EQ(list.errors, "lanewright-cli: " + reason + "\n");
    EXPECT_EQ(jsonOf(cli({"list", "--gpus", "--json"}, {engine}), 4)["missing"]["cuda"], reason);

    const std::string file = folder.schedule("a.lwsched", {"1f1b", "-p", "2", "-m", "2"});
    for (const char* const command : {"run", "profile"}) {
        const Answer run = cli({command, file, "--backend", "cuda"}, {engine});
        EXPECT_EQ(run.code, 4) << command;
        EXPECT_NE(run.errors.find(reason), std::string::npos) << run.errors;
    }
}

TEST(Gpus, AreChosenByTheirNumber) {
    const Folder folder;
    const std::string engine = engineWith(folder, twoGpus());
    const std::string file = folder.schedule("a.lwsched", {"1f1b", "-p", "2", "-m", "2"});
    const Answer third = cli({"run", file, "--backend", "cuda", "--gpus", "2"}, {engine});
    EXPECT_EQ(third.code, 4);
    EXPECT_NE(third.errors.find("there is no GPU 2; they are counted from 0 to 1"), std::string::npos) << third.errors;
    const Answer cpu = cli({"run", file, "--gpus", "0"}, {engine});
    EXPECT_EQ(cpu.code, 2);
    EXPECT_NE(cpu.errors.find("add --backend cuda"), std::string::npos) << cpu.errors;
    EXPECT_EQ(cli({"run", file, "--backend", "cuda", "--gpus", "-1"}, {engine}).code, 2);
}

TEST(Gpus, AloneHaveKernelsToTrace) {
    const Folder folder;
    const std::string engine = engineWith(folder, twoGpus());
    const std::string file = folder.schedule("a.lwsched", {"1f1b", "-p", "2", "-m", "2"});
    const Answer cpu = cli({"run", file, "--trace-kernels"}, {engine});
    EXPECT_EQ(cpu.code, 2);
    EXPECT_EQ(cpu.errors, "lanewright-cli: --trace-kernels: only a GPU has kernels to trace; add --backend cuda\n");
}

/// A run of one rank: 10 ms of F with 8 ms of kernels in it, then 20 ms of BW with 19.
constexpr const char* kTraced = R"({
  "format": "lanewright-run", "version": 1, "backend": "cuda",
  "schedule": {"format": "lanewright-schedule", "version": 1, "time_unit": "ms", "microbatches": 1,
               "placement": {"ranks": 1}, "order": [["F0.0", "BW0.0"]]},
  "steps": [{"step": 0, "wall": [[["F0.0", 0, 10000000], ["BW0.0", 10000000, 30000000]]],
    "kernels": [{"rank": 0, "names": ["product", "attention"], "left_out": 7, "spans": [
      [0, "F0.0", 0, 5000000], [1, "F0.0", 6000000, 9000000], [0, "BW0.0", 10000000, 29000000]]}]}]
})";

TEST(Gpus, ShowTheirKernelsByName) {
    const Folder folder;
    const std::string file = folder.write("a.lwrun", kTraced);
    const Answer text = cli({"compare", file, file});
    EXPECT_EQ(text.code, 0) << text.errors;
    EXPECT_NE(text.output.find("Kernels of step 0, longest first (2 of 2):\n"), std::string::npos) << text.output;
    EXPECT_NE(text.output.find("product        2  24 ms  88.9%  12 ms    19 ms"), std::string::npos) << text.output;
    EXPECT_NE(text.output.find("In its blocks the GPUs ran no kernel for 3 ms of 30 ms (10.0%)."), std::string::npos)
        << text.output;
    EXPECT_NE(text.output.find("7 more kernels ran than could be kept"), std::string::npos) << text.output;

    const nlohmann::json kernels = jsonOf(cli({"compare", file, file, "--json"}))["kernels"];
    EXPECT_EQ(kernels["step"], 0);
    EXPECT_EQ(kernels["count"], 3);
    EXPECT_EQ(kernels["total"], 27);
    EXPECT_EQ(kernels["blocks"], 30);
    EXPECT_EQ(kernels["idle_in_blocks"], 3);
    EXPECT_EQ(kernels["left_out"], 7);
    EXPECT_EQ(kernels["by_name"][1],
              nlohmann::json({{"name", "attention"}, {"count", 1}, {"total", 3}, {"longest", 3}}));

    const std::string trace = folder.path("a.json");
    EXPECT_EQ(cli({"convert", file, trace, "--to", "chrome-trace"}).code, 0);
    EXPECT_NE(folder.read("a.json").find(R"("name": "attention", "cat": "kernel")"), std::string::npos);

    const std::string plan = folder.schedule("b.lwsched", {"1f1b", "-p", "2", "-m", "2"});
    EXPECT_EQ(jsonOf(cli({"compare", plan, plan, "--json"}))["kernels"], nullptr);
}

} // namespace
} // namespace lanewright::test
