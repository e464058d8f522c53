// SPDX-License-Identifier: Apache-2.0
#include "core/trace/trace_formats.h"

#include "core/base/system_reason.h"
#include "core/trace/trace_document.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <system_error>

namespace lanewright {

namespace {

bool holds(std::string_view text, std::string_view word) { return text.find(word) != std::string_view::npos; }

std::string_view nameIn(std::string_view path) { return path.substr(path.find_last_of('/') + 1); }

/// Its events say their microbatch, or its threads, which may come first and be very many, their place in the job.
bool isNdtimeline(std::string_view /*path*/, std::string_view head) {
    const bool hasOps =
        holds(head, "\"mb_id\"") && (holds(head, "-compute\"") || holds(head, "-recv\"") || holds(head, "-send\""));
    return hasOps || (holds(head, "PP rank ") && holds(head, ", TP rank "));
}

/// An object with `traceEvents`, or the bare list of them.
bool isKineto(std::string_view /*path*/, std::string_view head) {
    const std::size_t first = head.find_first_not_of(" \t\r\n");
    const bool isList = first != std::string_view::npos && head[first] == '[';
    return holds(head, "\"traceEvents\"") || (isList && holds(head, "\"ph\""));
}

bool isPrimus(std::string_view path, std::string_view head) {
    return nameIn(path).starts_with("pp_rank_") && (head.empty() || holds(head, "{"));
}

bool isPipelineTimer(std::string_view path, std::string_view /*head*/) {
    return nameIn(path).starts_with("event_times_PP");
}

/// Only who has a mapping knows.
bool isNeverTold(std::string_view /*path*/, std::string_view /*head*/) { return false; }

constexpr std::array kFormats = std::to_array<TraceFormat>({
    {"chrome", phrase("trace", "Chrome trace"), isNeverTold},
    {"primus", phrase("trace", "AMD Primus"), isPrimus, readPrimus, "config.json"},
    {"megatron", phrase("trace", "Megatron-LM's pipeline timer"), isPipelineTimer, readPipelineTimer},
    {"ndtimeline", phrase("trace", "NDTimeline"), isNdtimeline, readNdtimeline},
    {"kineto", phrase("trace", "PyTorch profiler"), isKineto, readKineto},
});

bool maybeTrace(const std::filesystem::path& file) {
    const std::string name = file.filename().string();
    return !name.starts_with('.') && (name.ends_with(".json") || name.ends_with(".json.gz"));
}

} // namespace

std::span<const TraceFormat> traceFormats() { return kFormats; }

const TraceFormat* traceFormatOf(std::string_view name) {
    const auto found = std::ranges::find(kFormats, name, &TraceFormat::name);
    return found == kFormats.end() ? nullptr : &*found;
}

Result<std::vector<std::string>> traceFilesIn(const std::vector<std::string>& paths) {
    std::set<std::string> files;
    for (const std::string& path : paths) {
        std::error_code error;
        if (!std::filesystem::is_directory(path, error)) {
            if (!std::filesystem::exists(path, error))
                return Error{systemReason(ENOENT), path};
            files.insert(path);
            continue;
        }
        std::filesystem::recursive_directory_iterator folder{path, error};
        for (; !error && folder != std::filesystem::recursive_directory_iterator{}; folder.increment(error))
            if (std::error_code none; folder->is_regular_file(none) && maybeTrace(folder->path()))
                files.insert(folder->path().string());
        if (error)
            return Error{systemReason(error.value()), path};
    }
    if (files.empty())
        return Error{say(phrase("trace", "there is no trace here; their names end in .json or .json.gz")),
                     paths.empty() ? std::string{} : paths.front()};
    return std::vector<std::string>{files.begin(), files.end()};
}

Result<const TraceFormat*> formatOfTraces(const std::vector<std::string>& files) {
    const TraceFormat* format = nullptr;
    std::string first;
    for (const std::string& file : files) {
        const std::string head = headOf(file);
        const auto own =
            std::ranges::find_if(kFormats, [&](const TraceFormat& each) { return each.recognises(file, head); });
        if (own == kFormats.end())
            continue;
        // Many programs write what the profiler does: beside traces of a format of their own these are foreign.
        const bool isSure = own->read != readKineto;
        if (!format || (isSure && format->read == readKineto)) {
            format = &*own;
            first = file;
        } else if (isSure && format != &*own) {
            return Error{say(phrase("trace", "this is a trace of %1, but %2 is one of %3; give the files of one job"),
                             say(own->title), first, say(format->title)),
                         file};
        }
    }
    if (!format)
        return Error{
            say(phrase("trace", "this is no trace that is known; `lanewright-cli import --mapping FILE` reads a Chrome "
                                "trace by a file that says what its events stand for, `python -m lanewright.run` "
                                "records a job of PyTorch, `lanewright.megatron` one of Megatron-LM")),
            files.empty() ? std::string{} : files.front()};
    return format;
}

Error inFile(const std::string& path, const Error& error) {
    return {error.message, error.where.empty() ? path : path + ":" + error.where.text()};
}

} // namespace lanewright
