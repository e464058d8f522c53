// SPDX-License-Identifier: Apache-2.0
#include "engine/ranks/timeout.h"

#include "core/base/decimal.h"

#include "engine/device/clock.h"

#include <algorithm>

namespace lanewright::engine {

Time timeoutFor(const RunRequest& request) {
    if (request.timeout > 0)
        return request.timeout;
    Time planned = 0;
    for (const Program& program : request.programs)
        for (const Instruction& instruction : program.code)
            planned = std::max(planned, instruction.start + instruction.length);
    Time timeout = std::max(10 * kSecond, 20 * std::min(planned, 1'000'000 * kSecond));
    if (!request.paced) {
        const ModelSpec& model = request.model;
        const double weights = 12.0 * model.layers * model.width * model.width + 2.0 * model.width * model.vocabulary;
        const double tokens = static_cast<double>(model.batch) * model.context * request.plan.schedule.microbatches;
        const double attention = 12.0 * model.layers * model.width * model.context;
        constexpr double kSlowest = 5; // operations per nanosecond: a tenth of what any processor of today does
        const double slowest = tokens * (6 * weights + attention) / kSlowest;
        timeout = std::max(timeout, static_cast<Time>(std::min(slowest, 1e15)));
    }
    return timeout;
}

Message tooLong(const Message& what, Time timeout) {
    return say(phrase("engine", "%1 for more than %2 s"), what, decimalFromTicks(timeout, kSecond));
}

} // namespace lanewright::engine
