// SPDX-License-Identifier: Apache-2.0
// Traces of other people's jobs: a letter that says the format, then the files, each behind a byte 1. What a reader
// makes of them must be a run that can be written and read.
#include "core/io/run_json.h"
#include "core/trace/import_traces.h"
#include "core/trace/trace_formats.h"
#include "tests/fuzz/fuzz.h"

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string_view>

using namespace lanewright;
using fuzz::require;

namespace {

/// A folder of this program's own, in memory where the system has files in memory, removed at its end.
class Scratch {
public:
    Scratch() {
        const bool inMemory = std::filesystem::is_directory("/dev/shm");
        m_path = (inMemory ? std::filesystem::path{"/dev/shm"} : std::filesystem::temp_directory_path()) /
                 "lanewright-fuzz-XXXXXX";
        std::string name = m_path.string();
        require(mkdtemp(name.data()) != nullptr, "there is room for a folder");
        m_path = name;
    }
    ~Scratch() {
        std::error_code ignored;
        std::filesystem::remove_all(m_path, ignored);
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;

    std::string write(const std::string& name, std::string_view text) const {
        const std::string path = (m_path / name).string();
        std::ofstream{path, std::ios::binary} << text;
        return path;
    }

private:
    std::filesystem::path m_path;
};

/// What the files of a format are called, the rank in it.
std::string nameOf(const TraceFormat& format, int rank) {
    if (format.name == "primus")
        return rank == 0 ? "config.json" : "pp_rank_" + std::to_string(rank - 1) + ".json";
    if (format.name == "megatron")
        return "event_times_PP2_VPP1_TPxCPxDP_rank_0_pp_rank_" + std::to_string(rank) + "_rank_" +
               std::to_string(rank) + ".json";
    return "rank" + std::to_string(rank) + "_trace.json";
}

constexpr int kMostFiles = 4;

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0)
        return 0;
    static const Scratch scratch;
    constexpr std::array<std::string_view, 4> kFormats = {"primus", "megatron", "ndtimeline", "kineto"};
    const TraceFormat& format = *traceFormatOf(kFormats[data[0] % kFormats.size()]);
    std::string_view text = fuzz::textOf(data + 1, size - 1);
    std::vector<std::string> files;
    while (!text.empty() && static_cast<int>(files.size()) < kMostFiles) {
        const std::size_t end = std::min(text.find('\x01'), text.size());
        files.push_back(scratch.write(nameOf(format, static_cast<int>(files.size())), text.substr(0, end)));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    for (const std::string& file : files)
        static_cast<void>(formatOfTraces({file}));
    Result<TracedJob> job = format.read(files, {});
    if (!job)
        return 0;
    const Result<ImportedRun> imported = runOf(*std::move(job), {});
    if (!imported)
        return 0;
    const std::string written = runToJson(imported->run);
    const Result<Run> again = runFromJson(written);
    require(again.ok(), "the run of a trace is read", again ? "" : again.error().message.text() + "\n" + written);
    require(runToJson(*again) == written, "and is the same", written);
    return 0;
}
