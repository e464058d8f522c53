// SPDX-License-Identifier: Apache-2.0
#include "tests/core/trace/trace_files.h"

#include "core/model/text.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <zlib.h>

namespace lanewright::test {

TraceFolder::TraceFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "lanewright-trace-XXXXXX").string();
    m_path = mkdtemp(name.data());
}

TraceFolder::~TraceFolder() {
    std::error_code none;
    std::filesystem::remove_all(m_path, none);
}

std::string TraceFolder::writeBytes(const std::string& name, std::string_view bytes) const {
    const std::string path = m_path + "/" + name;
    std::ofstream{path, std::ios::binary} << bytes;
    return path;
}

std::string TraceFolder::write(const std::string& name, std::string_view text) const {
    if (!name.ends_with(".gz"))
        return writeBytes(name, text);
    const std::string path = m_path + "/" + name;
    gzFile file = gzopen(path.c_str(), "wb");
    gzwrite(file, text.data(), static_cast<unsigned>(text.size()));
    gzclose(file);
    return path;
}

std::string TraceFolder::bytesOf(const std::string& name) const {
    std::ifstream file{m_path + "/" + name, std::ios::binary};
    return {std::istreambuf_iterator<char>{file}, {}};
}

ImportedRun imported(const std::vector<std::string>& paths, const ImportOptions& options) {
    Result<ImportedRun> run = importTraces(paths, options, {});
    if (run)
        return *std::move(run);
    ADD_FAILURE() << run.error().where << ": " << run.error().message.text();
    return {};
}

std::string refusal(const std::vector<std::string>& paths, const ImportOptions& options) {
    const Result<ImportedRun> run = importTraces(paths, options, {});
    return run ? "" : run.error().where.text() + ": " + run.error().message.text();
}

std::string notesOf(const ImportedRun& imported) {
    std::string text;
    for (const Message& note : imported.report.notes)
        text += note.text() + "\n";
    return text;
}

std::string laneText(const Run& run, int rank) {
    std::string text;
    if (run.steps.empty() || rank >= static_cast<int>(run.steps[0].wall.lanes.size()))
        return "none";
    for (const Span& span : run.steps[0].wall.lanes[rank])
        text += toText(Block{.op = span.op, .paired = span.paired}) + " [" + std::to_string(span.start) + ", " +
                std::to_string(span.end) + "]\n";
    return text;
}

} // namespace lanewright::test
