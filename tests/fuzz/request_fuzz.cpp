// SPDX-License-Identifier: Apache-2.0
// What the engine reads: the header of a request, the request, and the page of a training state.
#include "core/program/program.h"
#include "core/protocol/checkpoint.h"
#include "core/protocol/protocol.h"
#include "tests/fuzz/fuzz.h"

using namespace lanewright;
using fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = fuzz::textOf(data, size);
    if (const Result<RequestHeader> header = requestHeaderFrom(text))
        require(requestHeaderFrom(requestHeader(header->request, header->data)).ok(), "a header is read again");
    if (const Result<Checkpoint> page = checkpointFromJson(text)) {
        const Result<Checkpoint> again = checkpointFromJson(checkpointToJson(*page));
        require(again.ok(), "a page that was written is read");
        require(checkpointToJson(*again) == checkpointToJson(*page), "and is the same");
    }
    const Result<RunRequest> request = requestFromJson(text);
    if (!request)
        return 0;
    const std::string written = requestToJson(*request);
    const Result<RunRequest> again = requestFromJson(written);
    require(again.ok(), "a request that was written is read", written);
    const Plan& plan = request->plan;
    const auto cells = static_cast<std::int64_t>(plan.schedule.stages()) * plan.schedule.microbatches;
    if (cells * (plan.costs.weightParts + 3) > 20'000)
        return 0;
    static_cast<void>(proveDeadlockFree(request->programs, plan));
    for (const Program& program : request->programs)
        fewestRooms(program, plan);
    return 0;
}
