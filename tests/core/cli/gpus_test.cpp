// SPDX-License-Identifier: Apache-2.0
#include "core/io/capabilities.h"
#include "core/io/obstacles.h"
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
    EXPECT_EQ(jsonOf(cli({"list", "--gpus", "--json"}, {engine}))["missing"]["cuda"], reason);

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

} // namespace
} // namespace lanewright::test
