// SPDX-License-Identifier: Apache-2.0
#include "engine/run/stage_host.h"

#include "engine/device/failure.h"
#include "engine/device/whereabouts.h"
#include "engine/gpt/device_memory.h"

#include <algorithm>
#include <cmath>

namespace lanewright::engine {

namespace {

/// Calls `visit(copy, the tensor in it)` for each copy that has the tensor; true when there is one.
bool forEachWith(int tensor, const std::vector<HostedCopy>& copies, auto visit) {
    bool any = false;
    for (const HostedCopy& copy : copies)
        for (const Parameter& parameter : copy.layout->parameters())
            if (parameter.number == tensor) {
                any = true;
                visit(copy, parameter);
            }
    return any;
}

std::vector<float> read(const HostedCopy& copy, const float* from, std::int64_t count) {
    return copy.lane ? readFloats(*copy.lane, from, count) : std::vector<float>(from, from + count);
}

void write(const HostedCopy& copy, float* to, const std::vector<float>& numbers) {
    if (copy.lane)
        writeFloats(*copy.lane, to, numbers);
    else
        std::ranges::copy(numbers, to);
}

/// The copy's numbers that begin there as the host can read them: where they lie, or in `room`.
const float* onHost(const HostedCopy& copy, const float* from, std::vector<float>& room) {
    if (copy.lane == nullptr)
        return from;
    room = readFloats(*copy.lane, from, copy.layout->count());
    return room.data();
}

} // namespace

bool StageHost::hosts(int tensor) {
    return forEachWith(tensor, hostedCopies(), [](const HostedCopy&, const Parameter&) {});
}

Numbers StageHost::numbersOf(int tensor, std::int64_t from, std::int64_t count) {
    Numbers numbers;
    forEachWith(tensor, hostedCopies(), [&](const HostedCopy& copy, const Parameter& parameter) {
        for (std::size_t kind = 0; kind < numbers.size() && numbers[kind].empty(); ++kind)
            numbers[kind] = read(copy, copy.numbers[kind] + parameter.offset + from, count);
    });
    return numbers;
}

void StageHost::put(int tensor, std::int64_t from, const Numbers& numbers) {
    forEachWith(tensor, hostedCopies(), [&](const HostedCopy& copy, const Parameter& parameter) {
        for (std::size_t kind = 0; kind < numbers.size(); ++kind)
            write(copy, copy.numbers[kind] + parameter.offset + from, numbers[kind]);
    });
}

void StageHost::scaleGradient(int tensor, float factor) {
    forEachWith(tensor, hostedCopies(), [&](const HostedCopy& copy, const Parameter& parameter) {
        float* const gradient = copy.gradient + parameter.offset;
        std::vector<float> numbers = read(copy, gradient, parameter.size());
        for (float& number : numbers)
            number *= factor;
        write(copy, gradient, numbers);
    });
}

std::vector<TensorHash> StageHost::hashes() {
    std::vector<TensorHash> hashes;
    for (const HostedCopy& copy : hostedCopies()) {
        std::vector<float> room;
        std::vector<float> otherRoom;
        const float* const weights = onHost(copy, copy.numbers.front(), room);
        const float* const gradients = onHost(copy, copy.gradient, otherRoom);
        whereabouts() = {.rank = copy.rank, .op = {}};
        if (!std::all_of(weights, weights + copy.layout->count(), [](float weight) { return std::isfinite(weight); }))
            throw Failure(say(
                phrase("engine", "the trained weights of stage %1 are no numbers; a smaller learning rate may help"),
                copy.copy.stage));
        for (const Parameter& parameter : copy.layout->parameters())
            hashes.push_back({.direction = copy.copy.direction,
                              .number = parameter.number,
                              .weights = hashOf(weights, parameter),
                              .gradients = hashOf(gradients, parameter)});
    }
    return hashes;
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
