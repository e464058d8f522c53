// SPDX-License-Identifier: Apache-2.0
#include "core/pytorch/csv_check.h"

#include <algorithm>

namespace lanewright {

namespace {

/// As one word of a shell.
std::string quotedForShell(std::string_view text) {
    const auto isPlain = [](char letter) {
        return std::string_view{"/._-+,:@%="}.find(letter) != std::string_view::npos ||
               (letter >= '0' && letter <= '9') || (letter >= 'A' && letter <= 'Z') || (letter >= 'a' && letter <= 'z');
    };
    if (!text.empty() && std::ranges::all_of(text, isPlain))
        return std::string{text};
    std::string word = "'";
    for (const char letter : text)
        word += letter == '\'' ? std::string{"'\\''"} : std::string{letter};
    return word + "'";
}

/// As a string of Python and of YAML.
std::string quoted(std::string_view text) {
    std::string word = "\"";
    for (const char letter : text) {
        if (letter == '"' || letter == '\\')
            word += '\\';
        word += letter;
    }
    return word + "\"";
}

/// Whether any B stands apart from its W.
bool splitsBackward(const Schedule& schedule) {
    const auto splits = [](const Block& block) { return block.last().kind == OpKind::B; };
    return std::ranges::any_of(schedule.order, [&](const Row& row) { return std::ranges::any_of(row, splits); });
}

} // namespace

PytorchLaunch pytorchLaunch(const Plan& plan, PytorchFlavour flavour, std::string_view csv) {
    const Schedule& schedule = plan.schedule;
    const std::string ranks = std::to_string(schedule.ranks());
    const std::string microbatches = std::to_string(schedule.microbatches);
    const bool comms = flavour == PytorchFlavour::ComputeComms;
    PytorchLaunch launch;
    launch.pytorch = "schedule = _PipelineScheduleRuntime(stages, n_microbatches=" + microbatches +
                     ", loss_fn=loss_fn); schedule._load_csv(" + quoted(csv) +
                     (comms ? ", format=\"compute_comms\")" : ")");
    const std::string recorder =
        "LANEWRIGHT_RECORD=run.lwrun torchrun --nproc-per-node " + ranks + " -m lanewright.run ";
    launch.recorded = recorder + "train.py";
    for (Finding& difference : pytorch::differencesOf(plan))
        launch.cautions.push_back(std::move(difference.message));
    if (!plan.costs.microbatches.areEqual())
        launch.cautions.push_back(say(
            phrase("launch",
                   "Microbatches differ here, and PyTorch knows of none that do: its stages take all in the shape of "
                   "the first, so pad them, and its gradients weigh the mean loss of each alike, not by its tokens.")));
    if (comms) {
        launch.cautions.push_back(say(phrase(
            "launch",
            "TorchTitan and NeMo load compute_only files alone; a compute_comms file is for a script of your own.")));
        return launch;
    }
    const pytorch::StageMap map = pytorch::stageMapOf(schedule.placement.directions.front(), schedule.ranks());
    if (map == pytorch::StageMap::Other) {
        launch.cautions.push_back(
            say(phrase("launch", "TorchTitan and NeMo can't run this placement: they build a loop (stage i on rank i "
                                 "mod %1) or a V of two stages per rank, never what the CSV says."),
                ranks));
        return launch;
    }
    const int chunks = schedule.stages() / schedule.ranks();
    const bool v = map == pytorch::StageMap::V;
    const std::string name = v ? "ZBVZeroBubble" : chunks == 1 ? "1F1B" : "Interleaved1F1B";
    const std::string titan = "--parallelism.pipeline_parallel_degree " + ranks +
                              " --parallelism.pipeline_parallel_schedule " + name +
                              " --parallelism.pipeline_parallel_schedule_csv " + quotedForShell(csv);
    // It captures CUDA graphs unless told not to, which pipelines can't be. Its own kind of checkpointing refuses to go
    // through a stage backwards twice; what chooses the kind stands last.
    const bool split = splitsBackward(schedule);
    const std::string rest =
        std::string{" --training.disable_cuda_graphs"} + (split ? " activation-checkpoint:none" : "");
    launch.torchTitan = titan + " --training.local_batch_size " + microbatches +
                        " --parallelism.pipeline_parallel_microbatch_size 1" + rest;
    launch.torchTitanNewer = titan + " --parallelism.num_pp_microbatches " + microbatches + rest;
    if (split)
        launch.cautions.push_back(say(phrase("launch", "TorchTitan can't recompute activations where B and W are "
                                                       "apart, so these flags turn its checkpointing off.")));
    launch.nemo = "pipeline: {pp_schedule: " + name + ", pp_schedule_csv: " + quoted(csv) +
                  ", pp_microbatch_size: 1, pp_batch_size: " + microbatches + "}";
    launch.recordedTitan =
        recorder + "-m torchtitan.train --module llama3 --config llama3_debugmodel " + launch.torchTitan;
    launch.recordedNemo = recorder + "examples/llm_finetune/finetune.py -c config.yaml";
    if (chunks > 2)
        launch.cautions.push_back(say(
            phrase("launch", "Cut the model into %1 stages, %2 on each rank, with pipeline_parallel_layers_per_stage "
                             "or module_fqns_per_model_part (NeMo: layers_per_stage); without, TorchTitan makes 2."),
            schedule.stages(), chunks));
    return launch;
}

std::string commandsOf(const PytorchLaunch& launch) {
    std::string text;
    const auto line = [&](const char* head, const std::string& words) {
        if (!words.empty())
            text += head + words + "\n";
    };
    line("TorchTitan: ", launch.torchTitan);
    line("  after 0.3: ", launch.torchTitanNewer);
    line("NeMo:       ", launch.nemo);
    line("PyTorch:    ", launch.pytorch);
    line("Recorded:   ", launch.recorded);
    line("            ", launch.recordedTitan);
    line("            ", launch.recordedNemo);
    return text;
}

std::string toText(const PytorchLaunch& launch) {
    std::string text = commandsOf(launch);
    for (const Message& caution : launch.cautions)
        text += caution.text() + "\n";
    return text;
}

} // namespace lanewright
