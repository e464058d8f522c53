// SPDX-License-Identifier: Apache-2.0
#include "core/trace/import_traces.h"

#include "core/trace/mapped_trace.h"
#include "core/trace/trace_bytes.h"
#include "core/trace/trace_document.h"
#include "core/trace/trace_formats.h"

#include <algorithm>

namespace lanewright {

namespace {

/// The files that the format is to read: those it recognises, and what lies beside them that it asks for itself.
std::vector<std::string> ownFiles(const TraceFormat& format, const std::vector<std::string>& files,
                                  std::vector<Message>& notes) {
    std::vector<std::string> own;
    std::vector<std::string> left;
    for (const std::string& file : files) {
        const bool isConfig = format.name == "primus" && file.ends_with("config.json");
        (isConfig || format.recognises(file, headOf(file)) ? own : left).push_back(file);
    }
    if (own.empty())
        return files;
    if (!left.empty())
        notes.push_back(sayCounted(
            countedPhrase("trace", "%1 other files were left out, such as %2", "%1 other file was left out: %2"),
            static_cast<std::int64_t>(left.size()), left.size(), left.front()));
    return own;
}

/// Which format the files have, as asked or as they look; null for one that a mapping explains.
Result<const TraceFormat*> formatFor(const ImportOptions& options, const std::vector<std::string>& files) {
    if (options.mapping)
        return nullptr;
    if (!options.format.empty())
        return traceFormatOf(options.format);
    if (const auto pipe = std::ranges::find_if(files, isPipe); pipe != files.end())
        return Error{say(phrase("trace", "is a pipe, from which nothing is read twice; say which format it has")),
                     *pipe};
    return formatOfTraces(files);
}

} // namespace

Result<TracesRead> readTraces(const std::vector<std::string>& paths, const ImportOptions& options,
                              const TraceControl& control) {
    const Result<std::vector<std::string>> files = traceFilesIn(paths);
    if (!files)
        return files.error();
    if (options.format == "chrome" && !options.mapping)
        return Error{say(phrase("trace", "a Chrome trace needs a mapping, which says what its events stand for"))};
    if (options.mapping && !options.format.empty() && options.format != "chrome")
        return Error{say(phrase("trace", "the format %1 needs no mapping"), options.format)};
    const bool hasPipe = std::ranges::any_of(*files, isPipe);
    const Result<const TraceFormat*> format = formatFor(options, *files);
    if (!format)
        return format.error();
    if (!*format && !options.mapping)
        return Error{say(phrase("trace", "there is no format %1"), options.format)};
    std::vector<Message> notes;
    const bool chooses = *format && !hasPipe && (options.format.empty() || files->size() > 1);
    const std::vector<std::string> own = chooses ? ownFiles(**format, *files, notes) : *files;
    // Progress over all files: what is done of those before, and of this one.
    std::int64_t total = 0;
    for (const std::string& file : own)
        total += sizeOfFile(file);
    std::int64_t done = 0;
    std::int64_t last = 0;
    TraceControl whole{.stop = control.stop};
    if (!hasPipe) { // a reader that found none of the steps reads once more, to say which there are
        whole.firstStep = options.firstStep;
        whole.endStep = options.endStep;
    }
    if (control.progress)
        whole.progress = [&](std::int64_t read, std::int64_t /*ofFile*/) {
            if (read < last)
                done += last;
            last = read;
            control.progress(std::min(done + read, total), total);
        };
    Result<TracedJob> job = options.mapping ? readMapped(own, *options.mapping, whole) : (*format)->read(own, whole);
    if (!job)
        return job.error();
    job->notes.insert(job->notes.begin(), notes.begin(), notes.end());
    return TracesRead{*std::move(job), static_cast<int>(own.size())};
}

Result<ImportedRun> importTraces(const std::vector<std::string>& paths, const ImportOptions& options,
                                 const TraceControl& control) {
    Result<TracesRead> read = readTraces(paths, options, control);
    if (!read)
        return read.error();
    Result<ImportedRun> imported = runOf(std::move(read->job), options);
    if (imported)
        imported->report.files = read->files;
    return imported;
}

} // namespace lanewright
