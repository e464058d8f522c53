// SPDX-License-Identifier: Apache-2.0
#include "engine/main/gpu_process.h"

#include "core/protocol/obstacles.h"

#include "engine/ranks/peers.h"

#include <cstdlib>

namespace lanewright::engine {

namespace {

/// The number of the GPU that a process takes.
Result<int> numberFor(const RunRequest& request, const HostPlace& place, std::size_t there) {
    const auto at = static_cast<std::size_t>(place.number);
    const bool isListed = !request.gpus.empty();
    const std::size_t enough = isListed ? request.gpus.size() : there;
    if (at >= enough)
        return Error{say(isListed ? obstacle::kTooFewNamed : obstacle::kTooFewGpus, place.count, enough)};
    const int number = isListed ? request.gpus[at] : place.number;
    if (static_cast<std::size_t>(number) >= there)
        return Error{say(obstacle::kNoSuchGpu, number, there - 1)};
    return number;
}

/// "NVIDIA H200", or with several lanes what each has of it.
std::string nameOf(const DeviceFacts& facts) {
    if (facts.lanes < 2)
        return facts.name;
    const std::string lanes = facts.name + ", " + std::to_string(facts.lanes) + " lanes ";
    if (facts.processorsPerLane > 0)
        return lanes + "of " + std::to_string(facts.processorsPerLane) + " multiprocessors";
    const std::string why = facts.whyShared.empty() ? "" : ": " + facts.whyShared.text();
    return lanes + "that share its multiprocessors" + why;
}

Result<OwnGpu> openHere(const RunRequest& request, const HostPlace& place, int lanes, bool isLinked) {
    const Result<DeviceModule*> module = cudaModule();
    if (!module)
        return module.error();
    const auto all = (*module)->listDevices();
    if (!all)
        return all.error();
    const Result<int> number = numberFor(request, place, all->size());
    if (!number)
        return number.error();
    if (isLinked)
        if (const Result<std::string> links = (*module)->linkVersion(); !links)
            return links.error();
    auto device = (*module)->open({.device = *number, .lanes = lanes});
    if (!device)
        return device.error();
    OwnGpu gpu{*module, *std::move(device), {}};
    gpu.place = {*number, nameOf(gpu.device->facts())};
    if (request.traceKernels) {
        auto trace = gpu.device->traceKernels(kMostKernels);
        if (!trace)
            return trace.error();
        gpu.trace = *std::move(trace);
    }
    return gpu;
}

} // namespace

ProcessDevice OwnGpu::forProcess() {
    return {.device = device.get(),
            .trace = trace.get(),
            .place = place,
            .timesProducts = std::getenv("LANEWRIGHT_TIME_PRODUCTS") != nullptr,
            .link = [this](const LinkWish& wish) { return module->link(*device, wish); }};
}

Result<OwnGpu> openGpu(const RunRequest& request, const HostPlace& place, int lanes, bool isLinked) {
    Result<OwnGpu> gpu = openHere(request, place, lanes, isLinked);
    if (!gpu && isLinked)
        return Error{say(obstacle::kOnHost, self().host, gpu.error().message)};
    return gpu;
}

} // namespace lanewright::engine
