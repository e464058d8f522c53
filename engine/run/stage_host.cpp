// SPDX-License-Identifier: Apache-2.0
#include "engine/run/stage_host.h"

#include "engine/gpt/device_memory.h"

#include <algorithm>

namespace lanewright::engine {

namespace {

/// Calls `visit(copy, where the tensor begins in it)` for each copy that has the tensor; true when there is one.
template <typename Visit>
bool forEachWith(int tensor, const std::vector<HostedCopy>& copies, Visit visit) {
    bool any = false;
    for (const HostedCopy& copy : copies)
        for (const Parameter& parameter : copy.layout->parameters())
            if (parameter.number == tensor) {
                any = true;
                visit(copy, parameter.offset);
            }
    return any;
}

} // namespace

bool StageHost::hosts(int tensor) {
    return forEachWith(tensor, hostedCopies(), [](const HostedCopy&, std::int64_t) {});
}

Numbers StageHost::numbersOf(int tensor, std::int64_t from, std::int64_t count) {
    Numbers numbers;
    forEachWith(tensor, hostedCopies(), [&](const HostedCopy& copy, std::int64_t offset) {
        for (std::size_t kind = 0; kind < numbers.size() && numbers[kind].empty(); ++kind) {
            const float* const begin = copy.numbers[kind] + offset + from;
            numbers[kind] = copy.lane ? readFloats(*copy.lane, begin, count) : std::vector<float>(begin, begin + count);
        }
    });
    return numbers;
}

void StageHost::put(int tensor, std::int64_t from, const Numbers& numbers) {
    forEachWith(tensor, hostedCopies(), [&](const HostedCopy& copy, std::int64_t offset) {
        for (std::size_t kind = 0; kind < numbers.size(); ++kind) {
            float* const begin = copy.numbers[kind] + offset + from;
            if (copy.lane)
                writeFloats(*copy.lane, begin, numbers[kind]);
            else
                std::ranges::copy(numbers[kind], begin);
        }
    });
}

bool poisons(const RunRequest& request, int step) {
    return std::ranges::any_of(request.poison, [step](const Poison& poison) { return poison.step == step; });
}

void poisonGradients(const RunRequest& request, int step, StageHost& stages) {
    for (const Poison& poison : request.poison)
        if (poison.step == step)
            stages.scaleGradient(poison.tensor, static_cast<float>(poison.factor));
}

} // namespace lanewright::engine
