// SPDX-License-Identifier: Apache-2.0
#include "core/trace/kineto_file.h"

#include "core/base/whole_number.h"
#include "core/trace/pytorch_action.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace lanewright {

namespace {

int placeIn(std::vector<std::string>& names, std::string_view name) {
    const auto found = std::ranges::find(names, name);
    if (found != names.end())
        return static_cast<int>(found - names.begin());
    names.emplace_back(name);
    return static_cast<int>(names.size()) - 1;
}

bool startsLike(std::string_view text, std::string_view word) {
    return text.size() > word.size() && text.starts_with(word) && text[word.size()] >= '0' && text[word.size()] <= '9';
}

/// A range of the user: an action, a step of the profiler, or one of those that name no stage.
void takeRange(const ChromeEvent& event, KinetoFile& file) {
    const auto rangeCalled = [&](std::string_view name) {
        return KinetoRange{.name = std::string{name},
                           .thread = placeIn(file.threads, event.thread),
                           .start = event.start,
                           .end = event.start + event.duration};
    };
    const std::string_view name = event.name;
    if (name.starts_with("PP:") && file.actions.empty())
        file.process = event.process;
    if (name.starts_with("PP:"))
        file.actions.push_back(rangeCalled(name.substr(std::min(name.find_first_not_of(':', 2), name.size()))));
    else if (name.starts_with("ProfilerStep#"))
        file.profilerSteps.push_back(rangeCalled(name.substr(13)));
    else if (startsLike(name, "Forward ") || startsLike(name, "Backward "))
        ++file.plainRanges;
}

/// Operators that move values about, as those do that gather parameters and cast them to another precision.
OperatorKind kindOfOperator(std::string_view name) {
    if (name.starts_with("autograd::engine"))
        return OperatorKind::Autograd;
    for (const std::string_view library : {"c10d::", "fsdp::", "nccl:", "gloo:", "record_param_comms"})
        if (name.starts_with(library))
            return OperatorKind::Moves;
    constexpr std::string_view kLibrary = "aten::";
    if (!name.starts_with(kLibrary))
        return OperatorKind::Computes;
    name.remove_prefix(kLibrary.size());
    name = name.substr(std::min(name.find_first_not_of('_'), name.size()));
    constexpr std::string_view kMoving[] = {
        "t",         "to",         "set",        "cat",          "new",           "copy",
        "view",      "zero",       "lift",       "item",         "fill",          "empty",
        "split",     "chunk",      "slice",      "alias",        "clone",         "zeros",
        "resize",    "narrow",     "detach",     "select",       "unbind",        "expand",
        "to_copy",   "reshape",    "flatten",    "permute",      "squeeze",       "transpose",
        "unsqueeze", "as_strided", "contiguous", "foreach_copy", "record_stream", "local_scalar_dense"};
    // `copy_`, `split_with_sizes`, `empty_strided` are of the same kinds.
    const auto isOf = [&](std::string_view word) {
        return name.starts_with(word) && (name.size() == word.size() || name[word.size()] == '_');
    };
    return std::ranges::any_of(kMoving, isOf) ? OperatorKind::Moves : OperatorKind::Computes;
}

using NamePlaces = std::unordered_map<std::string, int>;

void takeKernel(const ChromeEvent& event, KinetoFile& file, NamePlaces& names) {
    const auto correlation = event.number("correlation");
    if (!correlation || *correlation == 0) { // 0 is that of none
        if (++file.strayKernels == 1)
            file.strayKernel = event.name;
        return;
    }
    if (file.kernels.empty())
        file.operators.clear();
    const bool isMessage = event.name.starts_with("nccl") || event.name.starts_with("rccl");
    const auto [name, isNew] = names.try_emplace(event.name, static_cast<int>(file.kernelNames.size()));
    if (isNew)
        file.kernelNames.push_back(event.name);
    const KinetoKernel kernel{.correlation = *correlation,
                              .start = event.start,
                              .end = event.start + event.duration,
                              .stream = placeIn(file.streams, event.process + "/" + event.thread),
                              .isMessage = isMessage,
                              .name = name->second};
    file.kernels.add(kernel.record());
}

/// Whose job an event is of, by its name.
TraceOrigin originOf(const ChromeEvent& event) {
    struct Sign {
        std::string_view word;
        bool atStart;
        TraceOrigin origin;
    };
    using enum TraceOrigin;
    static constexpr std::array<Sign, 13> kSigns = {{{"deepspeed", false, DeepSpeed},
                                                     {"DeepSpeed", false, DeepSpeed},
                                                     {"megatron", false, Megatron},
                                                     {"DistributedDataParallel", false, DataParallel},
                                                     {"PjitFunction", true, Jax},
                                                     {"PjRt", true, Jax},
                                                     {"jit_", true, Jax},
                                                     {"jit(", true, Jax},
                                                     {"pjit", true, Jax},
                                                     {"Xla", true, Jax},
                                                     {"xla", true, Jax},
                                                     {"TfrtCpu", true, Jax},
                                                     {"jax", false, Jax}}};
    for (const Sign& sign : kSigns)
        if (const std::size_t at = event.name.find(sign.word); at == 0 || (at != std::string::npos && !sign.atStart))
            return sign.origin;
    const bool isDrawn = event.category == "computation" || event.category == "communication";
    return isDrawn && pytorchActionFrom(event.name) ? ScheduleDump : Unknown;
}

void takeOrigin(const ChromeEvent& event, KinetoFile& file) {
    if (file.origin != TraceOrigin::Unknown || !file.actions.empty())
        return;
    file.origin = originOf(event);
    if (file.origin != TraceOrigin::Unknown)
        file.originName = event.name;
}

void takeHost(const ChromeEvent& event, KinetoFile& file) {
    if (event.category != "user_annotation" && event.category != "cpu_op" && !event.category.starts_with("cuda_"))
        return;
    const Time end = event.start + event.duration;
    file.host.start = file.host.start == kUnknownTime ? event.start : std::min(file.host.start, event.start);
    file.host.end = file.host.end == kUnknownTime ? end : std::max(file.host.end, end);
    file.anyGraph |= event.name.find("GraphLaunch") != std::string::npos;
    file.anyGpu |= event.name.find("LaunchKernel") != std::string::npos || event.name.starts_with("nccl:");
}

void takeEvent(const ChromeEvent& event, KinetoFile& file, NamePlaces& names) {
    takeOrigin(event, file);
    const std::string& category = event.category;
    const bool isKernel = category == "kernel" || category == "gpu_memcpy" || category == "gpu_memset";
    const bool hasTimes = event.timed && event.duration >= 0 && (event.lasts || !isKernel);
    if (event.phase == 'X' && isKernel && !hasTimes && ++file.timelessKernels == 1)
        file.timelessKernel = event.name;
    if (event.phase != 'X' || !hasTimes)
        return;
    if (!isKernel)
        takeHost(event, file);
    if (category == "user_annotation") {
        takeRange(event, file);
    } else if (category == "cpu_op") {
        if (file.kernels.empty())
            file.operators.add({placeIn(file.threads, event.thread), event.start, event.start + event.duration,
                                static_cast<std::int64_t>(kindOfOperator(event.name))});
    } else if (category == "cuda_runtime" || category == "cuda_driver") {
        if (const auto correlation = event.number("correlation"); correlation && *correlation != 0)
            file.launches.add({*correlation, event.start, placeIn(file.threads, event.thread)});
    } else if (isKernel) {
        takeKernel(event, file, names);
    }
}

/// The 3 of `rank3_trace.json` and `rank-3.json.gz`; -1 where the name has none. The last one counts.
int rankInName(std::string_view path) {
    const std::string_view name = path.substr(path.find_last_of('/') + 1);
    for (std::size_t at = name.rfind("rank"); at != std::string_view::npos && at < name.size();
         at = at == 0 ? std::string_view::npos : name.rfind("rank", at - 1)) {
        std::string_view rest = name.substr(at + 4);
        if (!rest.empty() && (rest.front() == '-' || rest.front() == '_'))
            rest.remove_prefix(1);
        if (const auto rank = takeWhole<int>(rest))
            return *rank;
    }
    return -1;
}

} // namespace

Result<KinetoFile> readKinetoFile(const std::string& path, const TraceControl& control) {
    KinetoFile file{.path = path};
    NamePlaces kernelNames;
    const auto take = [&](const ChromeEvent& event) {
        takeEvent(event, file, kernelNames);
        return true;
    };
    Result<ChromeHeader> header = readChromeEvents(path, take, control);
    if (!header)
        return header.error();
    file.header = *std::move(header);
    file.rank = file.header.rank.value_or(rankInName(path));
    return file;
}

} // namespace lanewright
