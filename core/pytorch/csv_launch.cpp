// SPDX-License-Identifier: Apache-2.0
#include "core/io/quoted_text.h"
#include "core/pytorch/csv_check.h"
#include "core/pytorch/torch_classes.h"

#include <algorithm>

namespace lanewright {

namespace {

/// As one word of a shell.
std::string quotedForShell(std::string_view text) {
    const auto isPlain = [](char letter) {
        return std::string_view{"/._-+,:@%="}.find(letter) != std::string_view::npos ||
               (letter >= '0' && letter <= '9') || (letter >= 'A' && letter <= 'Z') || (letter >= 'a' && letter <= 'z');
    };
    return !text.empty() && std::ranges::all_of(text, isPlain) ? std::string{text} : shellQuoted(text);
}

/// As a string of Python and of YAML.
std::string quoted(std::string_view text) { return "\"" + escaped(text, "\"\\") + "\""; }

/// Whether any B stands apart from its W.
bool splitsBackward(const Schedule& schedule) {
    const auto splits = [](const Block& block) { return block.last().kind == OpKind::B; };
    return std::ranges::any_of(schedule.order, [&](const Row& row) { return std::ranges::any_of(row, splits); });
}

std::vector<Message> launchCautionsOf(const Plan& plan, PytorchFlavour flavour,
                                      const std::optional<NamedClass>& named) {
    const Schedule& schedule = plan.schedule;
    std::vector<Message> cautions;
    for (Finding& difference : pytorch::differencesOf(plan))
        cautions.push_back(std::move(difference.message));
    if (!plan.costs.microbatches.areEqual())
        cautions.push_back(say(
            phrase("launch",
                   "Microbatches differ here, and PyTorch knows of none that do: its stages take all in the shape of "
                   "the first, so pad them, and it divides gradients by their number, so sum the losses, divide by the "
                   "tokens of the whole step, and say scale_grads=False.")));
    if (flavour == PytorchFlavour::ComputeComms) {
        cautions.push_back(say(phrase(
            "launch",
            "TorchTitan and NeMo load compute_only files alone; a compute_comms file is for a script of your own.")));
        return cautions;
    }
    if (!named) {
        cautions.push_back(
            say(phrase("launch", "TorchTitan and NeMo can't run this placement: they build a loop (stage i on rank i "
                                 "mod %1) or a V of two stages per rank, never what the CSV says."),
                std::to_string(schedule.ranks())));
        return cautions;
    }
    if (const std::string name{named->torchClass->flag()}; !named->isItsOrder)
        cautions.push_back(say(
            phrase("launch", "%1 tells TorchTitan and NeMo how stages lie on ranks, no more: they run the order of the "
                             "CSV, which %1 would not make."),
            name));
    if (splitsBackward(schedule))
        cautions.push_back(say(phrase("launch", "TorchTitan can't recompute activations where B and W are "
                                                "apart, so these flags turn its checkpointing off.")));
    if (const int chunks = schedule.stages() / schedule.ranks(); chunks > 2)
        cautions.push_back(say(
            phrase("launch", "Cut the model into %1 stages, %2 on each rank, with pipeline_parallel_layers_per_stage "
                             "or module_fqns_per_model_part (NeMo: layers_per_stage); without, TorchTitan makes 2."),
            schedule.stages(), chunks));
    return cautions;
}

void addTitan(PytorchLaunch& launch, const Schedule& schedule, const std::string& name, std::string_view csv) {
    const std::string microbatches = std::to_string(schedule.microbatches);
    const std::string titan = "--parallelism.pipeline_parallel_degree " + std::to_string(schedule.ranks()) +
                              " --parallelism.pipeline_parallel_schedule " + name +
                              " --parallelism.pipeline_parallel_schedule_csv " + quotedForShell(csv);
    // It captures CUDA graphs unless told not to, which pipelines can't be. Its own kind of checkpointing refuses to go
    // through a stage backwards twice; what chooses the kind stands last.
    const std::string rest = std::string{" --training.disable_cuda_graphs"} +
                             (splitsBackward(schedule) ? " activation-checkpoint:none" : "");
    launch.torchTitan = titan + " --training.local_batch_size " + microbatches +
                        " --parallelism.pipeline_parallel_microbatch_size 1" + rest;
    launch.torchTitanNewer = titan + " --parallelism.num_pp_microbatches " + microbatches + rest;
}

} // namespace

PytorchLaunch pytorchLaunch(const Plan& plan, PytorchFlavour flavour, std::string_view csv) {
    return pytorchLaunch(plan, flavour, csv,
                         flavour == PytorchFlavour::ComputeOnly ? classFor(plan) : std::optional<NamedClass>{});
}

// A script of one's own loads both flavours. Trainers load compute_only alone, and of that what they can place.
PytorchLaunch pytorchLaunch(const Plan& plan, PytorchFlavour flavour, std::string_view csv,
                            const std::optional<NamedClass>& named) {
    const Schedule& schedule = plan.schedule;
    const bool comms = flavour == PytorchFlavour::ComputeComms;
    const std::string microbatches = std::to_string(schedule.microbatches);
    const std::string recorder = "LANEWRIGHT_RECORD=run.lwrun torchrun --nproc-per-node " +
                                 std::to_string(schedule.ranks()) + " -m lanewright.run ";
    PytorchLaunch launch{.pytorch = "schedule = _PipelineScheduleRuntime(stages, n_microbatches=" + microbatches +
                                    ", loss_fn=loss_fn); schedule._load_csv(" + quoted(csv) +
                                    (comms ? ", format=\"compute_comms\")" : ")"),
                         .recorded = recorder + "train.py",
                         .cautions = launchCautionsOf(plan, flavour, named)};
    if (comms || !named)
        return launch;
    const std::string name{named->torchClass->flag()};
    addTitan(launch, schedule, name, csv);
    launch.nemo = "pipeline: {pp_schedule: " + name + ", pp_schedule_csv: " + quoted(csv) +
                  ", pp_microbatch_size: 1, pp_batch_size: " + microbatches + "}";
    launch.recordedTitan =
        recorder + "-m torchtitan.train --module llama3 --config llama3_debugmodel " + launch.torchTitan;
    launch.recordedNemo = recorder + "examples/llm_finetune/finetune.py -c config.yaml";
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
