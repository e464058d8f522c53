// SPDX-License-Identifier: Apache-2.0
#include "core/generate/catalogue.h"
#include "core/generate/problem.h"
#include "tests/core/pytorch/pytorch_files.h"

#include <algorithm>

using namespace lanewright;
using namespace lanewright::test;

namespace {

PytorchLaunch launchOf(const char* file, std::string_view csv = "a.csv") {
    return pytorchLaunch(read(pytorchFile(file)).plan, PytorchFlavour::ComputeOnly, csv);
}

} // namespace

TEST(PytorchLaunch, TheScheduleIsNamedByTheOrderOrElseByThePlacement) {
    EXPECT_EQ(launchOf("zb_h1_p4_m8.csv").torchTitan,
              "--parallelism.pipeline_parallel_degree 4 --parallelism.pipeline_parallel_schedule 1F1B "
              "--parallelism.pipeline_parallel_schedule_csv a.csv --training.local_batch_size 8 "
              "--parallelism.pipeline_parallel_microbatch_size 1 --training.disable_cuda_graphs "
              "activation-checkpoint:none");
    EXPECT_EQ(launchOf("looped_bfs_p2_v2_m4.csv").torchTitan,
              "--parallelism.pipeline_parallel_degree 2 --parallelism.pipeline_parallel_schedule LoopedBFS "
              "--parallelism.pipeline_parallel_schedule_csv a.csv --training.local_batch_size 4 "
              "--parallelism.pipeline_parallel_microbatch_size 1 --training.disable_cuda_graphs")
        << "a whole backward may be recomputed";
    EXPECT_EQ(launchOf("zbv_p4_m8.csv").torchTitanNewer,
              "--parallelism.pipeline_parallel_degree 4 --parallelism.pipeline_parallel_schedule ZBVZeroBubble "
              "--parallelism.pipeline_parallel_schedule_csv a.csv --parallelism.num_pp_microbatches 8 "
              "--training.disable_cuda_graphs activation-checkpoint:none");
    EXPECT_EQ(launchOf("zbv_p4_m8.csv").nemo,
              "pipeline: {pp_schedule: ZBVZeroBubble, pp_schedule_csv: \"a.csv\", pp_microbatch_size: 1, "
              "pp_batch_size: 8}");
}

TEST(PytorchLaunch, TheClassIsThatOfTheOrderOrItIsSaidThatItIsNot) {
    const auto launchOfMade = [](std::string_view generator, const UniformProblem& numbers) {
        return pytorchLaunch(*generate(generator, *problemOf(numbers)), PytorchFlavour::ComputeOnly, "a.csv");
    };
    // Of 8 ranks and 2 microbatches Schedule1F1B would make nothing; the file is GPipe's.
    const PytorchLaunch gpipe = launchOfMade("gpipe", {.ranks = 8, .microbatches = 2});
    EXPECT_TRUE(gpipe.torchTitan.starts_with("--parallelism.pipeline_parallel_degree 8 "
                                             "--parallelism.pipeline_parallel_schedule GPipe "))
        << gpipe.torchTitan;
    EXPECT_TRUE(gpipe.cautions.empty());
    const PytorchLaunch dualPipe = launchOfMade("dualpipev", {.ranks = 2, .microbatches = 4});
    EXPECT_NE(dualPipe.nemo.find("pp_schedule: DualPipeV"), std::string::npos) << dualPipe.nemo;
    const PytorchLaunch zeroBubble = launchOfMade("zb-h2", {.ranks = 4, .microbatches = 8});
    EXPECT_NE(zeroBubble.torchTitan.find("schedule 1F1B "), std::string::npos);
    const Message said = "1F1B tells TorchTitan and NeMo how stages lie on ranks, no more: they run the order of the "
                         "CSV, which 1F1B would not make.";
    EXPECT_NE(std::ranges::find(zeroBubble.cautions, said), zeroBubble.cautions.end());
}

TEST(PytorchLaunch, APathIsOneWordOfTheShell) {
    const std::string flags = launchOf("zbv_p4_m8.csv", "my plan's.csv").torchTitan;
    EXPECT_NE(flags.find("_csv 'my plan'\\''s.csv' --"), std::string::npos) << flags;
}

TEST(PytorchLaunch, ACustomPlacementHasNoFlagsButAReason) {
    const Plan plan = read("0F0,1F0,,,1B0,0B0\n,,2F0,2B0\n").plan;
    const PytorchLaunch launch = pytorchLaunch(plan, PytorchFlavour::ComputeOnly, "a.csv");
    EXPECT_EQ(launch.torchTitan, "");
    EXPECT_EQ(launch.nemo, "");
    ASSERT_EQ(launch.cautions.size(), 1u);
    EXPECT_EQ(launch.cautions[0],
              "TorchTitan and NeMo can't run this placement: they build a loop (stage i on rank i mod 2) or a V of two "
              "stages per rank, never what the CSV says.");
}

TEST(PytorchLaunch, WarnsOfMicrobatchesThatDiffer) {
    Plan plan = read(pytorchFile("1f1b_p4_m8.csv")).plan;
    EXPECT_TRUE(pytorchLaunch(plan, PytorchFlavour::ComputeOnly, "a.csv").cautions.empty());
    setMicrobatches(plan, MicrobatchCosts::ofLengths({9, 9, 9, 9, 9, 9, 9, 8}, {}));
    const PytorchLaunch launch = pytorchLaunch(plan, PytorchFlavour::ComputeOnly, "a.csv");
    ASSERT_EQ(launch.cautions.size(), 1u);
    EXPECT_EQ(
        launch.cautions[0],
        "Microbatches differ here, and PyTorch knows of none that do: its stages take all in the shape of the "
        "first, so pad them, and it divides gradients by their number, so sum the losses, divide by the tokens of "
        "the whole step, and say scale_grads=False.");
}

TEST(PytorchLaunch, SaysThatPytorchSplitsNothingOnStageZero) {
    // F0.0 B0.0 W0.0 on one rank, 1 each: PyTorch takes 0 for B and 2 for W.
    const Plan plan = read("0F0,0I0,0W0\n").plan;
    ASSERT_TRUE(splitsFirstStage(plan));
    const PytorchLaunch launch = pytorchLaunch(plan, PytorchFlavour::ComputeOnly, "a.csv");
    ASSERT_EQ(launch.cautions.size(), 3u);
    EXPECT_TRUE(launch.cautions[0].text().starts_with("On stage 0 PyTorch does nothing at B")) << launch.cautions[0];
    EXPECT_TRUE(launch.cautions[1].text().starts_with("1F1B tells TorchTitan and NeMo how stages lie"))
        << launch.cautions[1];
    EXPECT_TRUE(launch.cautions[2].text().starts_with("TorchTitan can't recompute")) << launch.cautions[2];
    const Result<Plan> changed = withCostsOfPytorch(plan);
    ASSERT_TRUE(changed);
    const Op input{.kind = OpKind::B};
    const Op weight{.kind = OpKind::W};
    EXPECT_EQ(changed->costs.compute(input, 0), 0);
    EXPECT_EQ(changed->costs.compute(weight, 0), plan.costs.compute(input, 0) + plan.costs.compute(weight, 0));
    const StageMemory& memory = changed->memory.of(0, 0);
    EXPECT_EQ(memory.backwardInput, 0);
    EXPECT_EQ(memory.forward + memory.recompute + memory.backwardWeight, 0);
    EXPECT_EQ(changed->schedule, plan.schedule);
    EXPECT_EQ(pytorchLaunch(*changed, PytorchFlavour::ComputeOnly, "a.csv").cautions.size(), 2u);
    EXPECT_FALSE(splitsFirstStage(read("0F0,0B0\n").plan)) << "a whole backward is what it is";
}

TEST(PytorchLaunch, RecordsEachTrainerAsItIsStarted) {
    const PytorchLaunch launch = launchOf("zb_h1_p4_m8.csv");
    const std::string recorder = "LANEWRIGHT_RECORD=run.lwrun torchrun --nproc-per-node 4 -m lanewright.run ";
    EXPECT_EQ(launch.recorded, recorder + "train.py");
    EXPECT_EQ(launch.recordedTitan,
              recorder + "-m torchtitan.train --module llama3 --config llama3_debugmodel " + launch.torchTitan);
    EXPECT_NE(commandsOf(launch).find(launch.recordedNemo), std::string::npos);
    const PytorchLaunch own =
        pytorchLaunch(read("0F0,1F0,,,1B0,0B0\n,,2F0,2B0\n").plan, PytorchFlavour::ComputeOnly, "a.csv");
    EXPECT_EQ(own.recordedTitan, "") << "a placement that TorchTitan can't build";
}

TEST(PytorchFindings, SayWhatPytorchCantRunAndWhatItTakesOtherwise) {
    const auto codesOf = [](const Plan& plan) {
        std::vector<std::string> codes;
        for (const Finding& finding : findingsOfPytorch(plan))
            codes.push_back(finding.code);
        return codes;
    };
    const Plan split = read("0F0,0I0,0W0\n").plan;
    EXPECT_EQ(codesOf(split), std::vector<std::string>{"pytorch-costs"});
    EXPECT_TRUE(codesOf(*withCostsOfPytorch(split)).empty());
    Plan crossing = read(pytorchFile("1f1b_p4_m8.csv")).plan;
    EXPECT_EQ(codesOf(crossing), std::vector<std::string>{"pytorch-host"});
    crossing.costs.host.receive = 1;
    EXPECT_TRUE(codesOf(crossing).empty());
    Plan parts = split;
    parts.costs.weightParts = 2;
    ASSERT_FALSE(codesOf(parts).empty());
    EXPECT_EQ(codesOf(parts).front(), "pytorch");
}

TEST(PytorchLaunch, CommsAreForAScriptOfOnesOwn) {
    const PytorchLaunch launch =
        pytorchLaunch(read(pytorchFile("1f1b_p4_m8.csv")).plan, PytorchFlavour::ComputeComms, "a.csv");
    EXPECT_EQ(launch.torchTitan, "");
    EXPECT_EQ(launch.pytorch, "schedule = _PipelineScheduleRuntime(stages, n_microbatches=8, loss_fn=loss_fn); "
                              "schedule._load_csv(\"a.csv\", format=\"compute_comms\")");
    EXPECT_EQ(launch.recorded, "LANEWRIGHT_RECORD=run.lwrun torchrun --nproc-per-node 4 -m lanewright.run train.py");
    EXPECT_TRUE(commandsOf(launch).ends_with("Recorded:   " + launch.recorded + "\n"));
}

TEST(PytorchLaunch, ThreeStagesOnARankMustBeAskedFor) {
    const PytorchLaunch launch =
        pytorchLaunch(read("0F0,1F0,2F0,2B0,1B0,0B0\n").plan, PytorchFlavour::ComputeOnly, "a.csv");
    EXPECT_NE(launch.torchTitan.find("Interleaved1F1B"), std::string::npos);
    ASSERT_EQ(launch.cautions.size(), 1u);
    EXPECT_TRUE(launch.cautions[0].text().starts_with("Cut the model into 3 stages, 3 on each rank"));
}
