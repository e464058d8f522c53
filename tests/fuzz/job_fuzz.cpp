// SPDX-License-Identifier: Apache-2.0
// What the ranks of somebody's job say to `listen` (engine/PROTOCOL.md, section 5): lines, each behind a digit that is
// its rank.
#include "core/client/job_record.h"
#include "core/io/run_json.h"
#include "tests/fuzz/fuzz.h"

using namespace lanewright;
using fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view text = fuzz::textOf(data, size);
    JobRecord record(4);
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.empty())
            continue;
        // A rank that is refused is turned away; the others go on.
        static_cast<void>(record.add(line.front() & 7, line.substr(1)));
    }
    static_cast<void>(record.isOver());
    if (const auto latest = record.latestStep())
        static_cast<void>(record.stepAt(*latest));
    const Result<Run> run = record.run();
    if (!run)
        return 0;
    const std::string written = runToJson(*run);
    const Result<Run> again = runFromJson(written);
    require(again.ok(), "the run of a job is read", again ? "" : again.error().message.text() + "\n" + written);
    require(runToJson(*again) == written, "and is the same", written);
    return 0;
}
