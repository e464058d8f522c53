// SPDX-License-Identifier: Apache-2.0
#include "core/client/torch.h"

#include "core/base/own_folder.h"
#include "core/client/process.h"
#include "core/client/programs.h"
#include "core/io/json.h"
#include "core/io/reading.h"
#include "core/pytorch/csv.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>
#include <string_view>
#include <vector>

namespace lanewright {

namespace {

constexpr std::chrono::seconds kTorchTimeout{60}; ///< PyTorch takes seconds to import, more on a busy machine

/// The words that start the package's engine in a Python: by its path where it lies beside this program, so that both
/// are of one release, else by its name.
std::vector<std::string> packageArguments() {
    std::error_code none;
    for (const std::filesystem::path& folder : packageFolders())
        if (const auto engine = folder / "lanewright/engine.py"; std::filesystem::exists(engine, none))
            return {engine.string()};
    return {"-m", "lanewright.engine"};
}

/// Nothing is written beside the sources that run.
std::vector<std::string> pythonEnvironment() { return {"PYTHONDONTWRITEBYTECODE=1"}; }

Error noPython(const std::string& python) {
    if (python.empty())
        return Error{say(phrase("torch", "there is no python3 on PATH; name one that has PyTorch with --python or "
                                         "LANEWRIGHT_PYTHON"))};
    return Error{say(phrase("torch", "the Python %1 is not there"), python)};
}

/// The program that was named, or the one on PATH, or that of a virtual environment; empty where there is none.
std::string programOf(const std::string& named) {
    // A bare name is never taken for a folder: the one where the user stands may be anybody's.
    if (named.find('/') == std::string::npos)
        return programOnPath(named);
    if (std::string inside = named + "/bin/python"; isProgram(inside))
        return inside;
    return isProgram(named) ? named : "";
}

bool saysAny(const std::vector<std::string>& words, std::initializer_list<std::string_view> heads) {
    return std::ranges::any_of(words, [&](const std::string& word) {
        return std::ranges::any_of(heads, [&](std::string_view head) { return word.starts_with(head); });
    });
}

/// torchrun, completed by the number of ranks, all on this machine, where it says neither.
void completeTorchrun(std::vector<std::string>& words, int ranks) {
    if (!words.front().ends_with("torchrun") || saysAny(words, {"--nnodes", "--rdzv"}))
        return;
    if (!saysAny(words, {"--nproc"}))
        words.insert(words.end(), {"--nproc-per-node", std::to_string(ranks)});
    if (!saysAny(words, {"--standalone", "--master"}))
        words.emplace_back("--standalone");
}

} // namespace

std::string findPython() {
    if (const char* named = std::getenv("LANEWRIGHT_PYTHON"); named && *named)
        return named;
    // In a virtual environment its own, even where that is not active.
    std::error_code none;
    const std::filesystem::path here = ownFolder();
    if (std::filesystem::exists(here / "../pyvenv.cfg", none))
        return (here / "python3").string();
    return programOnPath("python3");
}

Result<TorchReport> askTorch(const std::string& named, const std::stop_token& stop) {
    const std::string wanted = named.empty() ? findPython() : named;
    const std::string python = programOf(wanted);
    if (python.empty())
        return noPython(wanted);
    std::vector<std::string> question{python};
    std::ranges::copy(packageArguments(), std::back_inserter(question));
    question.emplace_back("--capabilities");
    const Result<std::string> answer = outputOf(question, kTorchTimeout, pythonEnvironment(), stop);
    if (!answer)
        return answer.error();
    const Result<json::Document> document = json::parse(*answer);
    if (!document)
        return Error{say(phrase("torch", "%1 has no package lanewright; install python3-lanewright, or its wheel "
                                         "with pip"),
                         python)};
    Trouble trouble;
    const json::Node root = document->root();
    TorchReport report{.python = python};
    if (const auto version = root.find("torch"); version && !version->isNull())
        report.version = stringFrom(*version, trouble);
    report.gpus = integerIn(root, "gpus", 0, 0, std::numeric_limits<int>::max(), trouble);
    report.reason = stringIn(root, "reason", "", trouble);
    return trouble ? trouble.first() : Result{report};
}

Result<Done> checkForTorch(const RunRequest& request) {
    const std::pair<bool, Phrase> refusals[] = {
        {request.paced, phrase("torch", "the backend torch runs at full speed only; a paced run needs the backend "
                                        "cpu")},
        {!request.save.empty(),
         phrase("torch", "the backend torch saves no training state; save one with the backend cpu or "
                         "cuda, and torch goes on from it")},
        {request.precision != Precision::Fp32,
         phrase("torch", "the backend torch computes in fp32; bf16 needs the backend cpu or cuda")},
        {request.optimizer.mode != OptimizerMode::Synchronous,
         phrase("torch", "the backend torch steps its weights when the norm of all gradients is known; "
                         "take the synchronous optimizer")},
        {request.sample.characters > 0,
         phrase("torch", "the backend torch writes no sample; the backends cpu and cuda do")},
        {request.validation.every > 0,
         phrase("torch", "the backend torch does not measure the loss of text that was held back; the "
                         "backends cpu and cuda do")},
        {request.probe, phrase("torch", "the backend torch measures no links beforehand; run it, and take the costs "
                                        "from the run")}};
    for (const auto& [applies, why] : refusals)
        if (applies)
            return Error{say(why)};
    if (Result<Done> runs = checkForPytorch(request.plan); !runs)
        return runs;
    const std::vector<int> layers = layersOf(request.model, request.plan.schedule.stages());
    for (std::size_t stage = 1; stage + 1 < layers.size(); ++stage)
        if (layers[stage] == 0)
            return Error{say(phrase("torch", "stage %1 has no layers, and PyTorch wants weights on each; cut the model "
                                             "otherwise"),
                             stage)};
    return Done{};
}

Result<Launch> torchLaunchFor(const RunRequest& request, const LaunchOptions& options) {
    const std::string engine = options.engine.empty() ? findEngine() : options.engine;
    if (engine.empty() || programOf(engine).empty())
        return Error{say(phrase("torch", "lanewright-engine is not there, which makes the first weights and the "
                                         "samples of the backend torch"))};
    const int ranks = request.plan.schedule.ranks();
    Launch launch{.environment = pythonEnvironment()};
    const std::vector<std::string> package = packageArguments();
    if (options.launcher.empty()) {
        const std::string wanted = options.python.empty() ? findPython() : options.python;
        const std::string python = programOf(wanted);
        if (python.empty())
            return noPython(wanted);
        launch.kind = "python";
        launch.arguments = {python};
        std::ranges::copy(package, std::back_inserter(launch.arguments));
        launch.arguments.insert(launch.arguments.end(), {"--ranks", std::to_string(ranks)});
    } else {
        Result<std::vector<std::string>> words = launcherArguments(options.launcher);
        if (!words)
            return words.error();
        launch.kind = words->front().substr(words->front().rfind('/') + 1);
        completeTorchrun(*words, ranks);
        launch.arguments = *std::move(words);
        std::ranges::copy(package, std::back_inserter(launch.arguments));
    }
    launch.arguments.insert(launch.arguments.end(), {"--engine", engine, "--request", std::string{kRequestOnInput}});
    if (request.timeout > 0)
        launch.arguments.insert(launch.arguments.end(),
                                {"--patience", std::to_string(std::max<Time>(1, request.timeout / 1'000'000'000))});
    return launch;
}

} // namespace lanewright
