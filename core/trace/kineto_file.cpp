// SPDX-License-Identifier: Apache-2.0
#include "core/trace/kineto_file.h"

#include <algorithm>
#include <charconv>
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
    if (name.starts_with("PP:"))
        file.actions.push_back(rangeCalled(name.substr(std::min(name.find_first_not_of(':', 2), name.size()))));
    else if (name.starts_with("ProfilerStep#"))
        file.profilerSteps.push_back(rangeCalled(name.substr(13)));
    else if (startsLike(name, "Forward ") || startsLike(name, "Backward "))
        ++file.plainRanges;
}

void takeKernel(const ChromeEvent& event, std::int64_t correlation, KinetoFile& file) {
    if (file.kernels.empty())
        file.operators.clear();
    const bool isMessage = event.name.starts_with("nccl") || event.name.starts_with("rccl");
    file.kernels.add({correlation, event.start, event.start + event.duration,
                      placeIn(file.streams, event.process + "/" + event.thread), isMessage ? 1 : 0});
}

void takeEvent(const ChromeEvent& event, KinetoFile& file) {
    if (event.phase != 'X' || !event.timed || event.duration < 0)
        return;
    const std::string& category = event.category;
    if (category == "user_annotation") {
        takeRange(event, file);
    } else if (category == "cpu_op") {
        const bool isAutograd = event.name.starts_with("autograd::engine");
        if (file.kernels.empty())
            file.operators.add(
                {placeIn(file.threads, event.thread), event.start, event.start + event.duration, isAutograd ? 1 : 0});
    } else if (category == "cuda_runtime" || category == "cuda_driver") {
        if (const auto correlation = event.number("correlation"))
            file.launches.add({*correlation, event.start, placeIn(file.threads, event.thread)});
    } else if (category == "kernel" || category == "gpu_memcpy" || category == "gpu_memset") {
        if (const auto correlation = event.number("correlation"))
            takeKernel(event, *correlation, file);
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
        int rank = -1;
        if (std::from_chars(rest.data(), rest.data() + rest.size(), rank).ec == std::errc{} && rank >= 0)
            return rank;
    }
    return -1;
}

} // namespace

Result<KinetoFile> readKinetoFile(const std::string& path, const TraceControl& control) {
    KinetoFile file{.path = path};
    const auto take = [&](const ChromeEvent& event) {
        takeEvent(event, file);
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
