// SPDX-License-Identifier: Apache-2.0
// What the client reads: the lines of an engine, put together to a run as if they came from one, and what it says that
// it can do.
#include "core/client/engine_client.h"
#include "core/client/run_builder.h"
#include "core/generate/catalogue.h"
#include "core/generate/problem.h"
#include "core/io/run_json.h"
#include "core/protocol/capabilities.h"
#include "tests/fuzz/fuzz.h"

using namespace lanewright;
using fuzz::require;

namespace {

/// The run that the events are taken for, with two ranks and two microbatches.
const RunRequest& smallRequest() {
    static const RunRequest request = *requestFor(*generate("zb-h1", *problemOf({.ranks = 2,
                                                                                 .microbatches = 2,
                                                                                 .forward = 1'000'000,
                                                                                 .backwardInput = 1'000'000,
                                                                                 .backwardWeight = 1'000'000})));
    return request;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view text = fuzz::textOf(data, size);
    if (const Result<CapabilityReport> report = capabilitiesFromJson(text)) {
        remarksOn(*report);
        require(capabilitiesFromJson(capabilitiesToJson(*report)).ok(), "a report that was written is read");
    }
    RunBuilder builder(smallRequest(), "fuzz", 4);
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const Result<Event> event = eventFromLine(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        if (!event)
            continue;
        const std::string line = eventToLine(*event);
        const Result<Event> again = eventFromLine(line);
        require(again.ok(), "an event that was written is read", line);
        require(eventToLine(*again) == line, "and is the same", line);
        if (!builder.add(*event))
            return 0;
    }
    const Run run = builder.take(true);
    if (!run.steps.empty())
        static_cast<void>(runFromJson(runToJson(run)));
    return 0;
}
