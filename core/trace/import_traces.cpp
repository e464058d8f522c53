// SPDX-License-Identifier: Apache-2.0
#include "core/trace/import_traces.h"

#include "core/base/mapped.h"
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
        const bool isBeside = !format.beside.empty() && file.ends_with(format.beside);
        (isBeside || format.recognises(file, headOf(file)) ? own : left).push_back(file);
    }
    if (own.empty())
        return files;
    if (!left.empty())
        notes.push_back(sayCounted(
            countedPhrase("trace", "%1 other files were left out, such as %2", "%1 other file was left out: %2"),
            static_cast<std::int64_t>(left.size()), left.size(), left.front()));
    return own;
}

/// Which format the files have: as asked, as they are mapped, or as they look.
Result<const TraceFormat*> formatFor(const ImportOptions& options, const std::vector<std::string>& files) {
    if (options.format.empty() && !options.mapping) {
        if (const auto pipe = std::ranges::find_if(files, isPipe); pipe != files.end())
            return Error{say(phrase("trace", "is a pipe, from which nothing is read twice; say which format it has")),
                         *pipe};
        return formatOfTraces(files);
    }
    const TraceFormat* const format = traceFormatOf(options.format.empty() ? "chrome" : options.format);
    if (!format)
        return Error{say(phrase("trace", "there is no format %1"), options.format)};
    if (!format->read && !options.mapping)
        return Error{say(phrase("trace", "a Chrome trace needs a mapping, which says what its events stand for"))};
    if (format->read && options.mapping)
        return Error{say(phrase("trace", "the format %1 needs no mapping"), options.format)};
    return format;
}

/// The progress of a file as that of all: what is done of those before, and of this one.
std::function<void(std::int64_t, std::int64_t)> overAll(const std::vector<std::string>& files,
                                                        const TraceControl& control) {
    if (!control.progress)
        return {};
    const std::int64_t total = summed(files, [](const std::string& file) { return sizeOfFile(file); });
    return [&control, total, done = std::int64_t{0}, last = std::int64_t{0}](std::int64_t read,
                                                                             std::int64_t /*ofFile*/) mutable {
        if (read < last)
            done += last;
        last = read;
        control.progress(std::min(done + read, total), total);
    };
}

} // namespace

Result<TracesRead> readTraces(const std::vector<std::string>& paths, const ImportOptions& options,
                              const TraceControl& control) {
    const Result<std::vector<std::string>> files = traceFilesIn(paths);
    if (!files)
        return files.error();
    const Result<const TraceFormat*> found = formatFor(options, *files);
    if (!found)
        return found.error();
    const TraceFormat& format = **found;
    const bool hasPipe = std::ranges::any_of(*files, isPipe);
    std::vector<Message> notes;
    const bool chooses = format.read && !hasPipe && (options.format.empty() || files->size() > 1);
    const std::vector<std::string> own = chooses ? ownFiles(format, *files, notes) : *files;
    TraceControl whole{.stop = control.stop, .progress = overAll(own, control)};
    if (!hasPipe) { // a reader that found none of the steps reads once more, to say which there are
        whole.firstStep = options.firstStep;
        whole.endStep = options.endStep;
    }
    Result<TracedJob> job = format.read ? format.read(own, whole) : readMapped(own, *options.mapping, whole);
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
