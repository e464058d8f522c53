// SPDX-License-Identifier: Apache-2.0
#include "engine/run/device_state_io.h"

#include "engine/run/prober.h"
#include "engine/run/state_file.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace lanewright::engine {

namespace {

constexpr std::array kKinds{DeviceState::What::Weights, DeviceState::What::Moment1, DeviceState::What::Moment2};

/// The whole model as one stage, however it is cut in this run.
ParameterLayout wholeModel(const ModelSpec& model) { return {model, shapeOf({.layers = model.layers}, 1, 0)}; }

[[noreturn]] void giveUp(const Error& error) {
    throw Failure{error.message.text() + (error.where.empty() ? "" : " (" + error.where + ")")};
}

/// Calls `visit(lane, stage, where the tensor lies in its memory)` for each copy that has the tensor.
template <typename Visit>
void forEachCopy(DeviceLanes& lanes, int tensor, Visit visit) {
    for (const auto& lane : lanes)
        for (const auto& stage : lane->stages)
            for (const Parameter& parameter : stage->layout().parameters())
                if (parameter.number == tensor)
                    visit(lane->memory, *stage, parameter.offset);
}

template <typename Visit>
void forEachPiece(const Parameter& parameter, Visit visit) {
    for (std::int64_t from = 0; from < parameter.size(); from += kPiece)
        visit(from, std::min(kPiece, parameter.size() - from));
}

/// Twins are equal, so any copy will do.
Numbers numbersOf(DeviceLanes& lanes, const Parameter& parameter, std::int64_t from, std::int64_t count) {
    Numbers numbers;
    forEachCopy(lanes, parameter.number, [&](LaneMemory& memory, DeviceStage& stage, std::int64_t offset) {
        for (std::size_t kind = 0; kind < kKinds.size() && numbers[kind].empty(); ++kind)
            numbers[kind] = readFloats(memory, stage.state().numbers(kKinds[kind]) + offset + from, count);
    });
    return numbers;
}

} // namespace

void saveDeviceState(const RunRequest& request, const Corpus& corpus, DeviceLanes& lanes, const Progress& progress) {
    const ParameterLayout layout = wholeModel(request.model);
    StateWriter writer(request.save, layout);
    Result<Done> good = writer.open(progress.steps);
    for (const Parameter& parameter : layout.parameters())
        forEachPiece(parameter, [&](std::int64_t from, std::int64_t count) {
            if (good)
                good = writer.write(parameter, from, numbersOf(lanes, parameter, from, count));
        });
    if (good)
        good = writer.finish({.model = request.model,
                              .optimizer = request.optimizer,
                              .precision = request.precision,
                              .seed = request.seed,
                              .data = request.data,
                              .textHash = corpus.hash(),
                              .validationShare = request.validation.share,
                              .progress = progress});
    if (!good)
        giveUp(good.error());
}

Progress restoreDeviceState(const RunRequest& request, DeviceLanes& lanes) {
    const Result<Checkpoint> page = openCheckpoint(request.resume);
    if (!page)
        giveUp(page.error());
    StateReader reader;
    if (const Result<Done> opened = reader.open(request.resume, *page); !opened)
        giveUp(opened.error());
    const ParameterLayout layout = wholeModel(request.model);
    for (const Parameter& parameter : layout.parameters())
        forEachPiece(parameter, [&](std::int64_t from, std::int64_t count) {
            const Result<Numbers> numbers = reader.read(parameter, from, count);
            if (!numbers)
                giveUp(numbers.error());
            forEachCopy(lanes, parameter.number, [&](LaneMemory& memory, DeviceStage& stage, std::int64_t offset) {
                for (std::size_t kind = 0; kind < kKinds.size(); ++kind)
                    writeFloats(memory, stage.state().numbers(kKinds[kind]) + offset + from, (*numbers)[kind]);
            });
        });
    for (const auto& lane : lanes)
        for (const auto& stage : lane->stages)
            stage->state().refresh();
    return page->progress;
}

DeviceProber::DeviceProber(const RunRequest& request, const Corpus& corpus, DeviceLanes& lanes)
    : m_request(&request), m_corpus(&corpus), m_lanes(&lanes), m_sizes(request.model) {}

Sight DeviceProber::look(const Samples& samples, std::int64_t token) {
    const Placement& placement = m_request->plan.schedule.placement;
    DeviceLane& front = *(*m_lanes)[static_cast<std::size_t>(placement.rankOf(0, 0))];
    DeviceLane& back = *(*m_lanes)[static_cast<std::size_t>(placement.rankOf(0, placement.stages() - 1))];
    Device& device = *front.memory.device;
    const HostPiece text(device, 2 * m_sizes.tokens);
    std::ranges::copy(samples.tokens, text.as<std::uint8_t>());
    std::ranges::copy(samples.targets, text.as<std::uint8_t>() + m_sizes.tokens);
    device.copy(front.memory.compute, front.memory.tokens, text.as<std::uint8_t>(), m_sizes.tokens);
    device.copy(back.memory.compute, back.memory.targets, text.as<std::uint8_t>() + m_sizes.tokens, m_sizes.tokens);
    Buffer input(m_sizes.boundary(), &front.memory.source);
    Buffer output(m_sizes.boundary(), &front.memory.source);
    const auto matrix = [&](Buffer& buffer) { return matrixOf(Tensor{buffer.data(), m_sizes.tokens, m_sizes.width}); };
    Sight sight;
    for (int stage = 0; stage < placement.stages(); ++stage) {
        DeviceLane& lane = *(*m_lanes)[static_cast<std::size_t>(placement.rankOf(0, stage))];
        lane.of(0, stage).look(matrix(input), matrix(output), token, sight.probabilities);
        std::swap(input, output);
    }
    const std::vector<float> losses = readFloats(back.memory, back.memory.losses, m_sizes.tokens);
    sight.loss = std::accumulate(losses.begin(), losses.end(), 0.0) / static_cast<double>(losses.size());
    return sight;
}

double DeviceProber::validationLoss() {
    const std::uint64_t count = validationMicrobatches(*m_request, *m_corpus);
    Samples samples;
    double sum = 0;
    for (std::uint64_t microbatch = 0; microbatch < count; ++microbatch) {
        m_corpus->fill(samples, TextPart::Validation, microbatch * static_cast<std::uint64_t>(m_request->model.batch));
        sum += look(samples, -1).loss;
    }
    return sum / static_cast<double>(count);
}

std::string DeviceProber::write() {
    return textFrom(*m_request,
                    [this](const Samples& samples, std::int64_t token) { return look(samples, token).probabilities; });
}

} // namespace lanewright::engine
