// SPDX-License-Identifier: Apache-2.0
#include "engine/run/workload.h"

#include "core/io/files.h"
#include "core/io/json_writer.h"
#include "core/model/sample_tokens.h"
#include "core/protocol/checkpoint.h"

#include "engine/gpt/optimizer_state.h"
#include "engine/gpt/parameters.h"
#include "engine/run/request_check.h"
#include "engine/run/state_file.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>

namespace lanewright::engine {

namespace {

std::string placeIn(const std::string& folder, const char* name) {
    return (std::filesystem::path{folder} / name).string();
}

/// The first weights of the whole model, as a state that nothing has been trained for.
Result<Done> writeFirstState(const RunRequest& request, const Corpus& corpus, const std::string& folder) {
    const ParameterLayout layout = wholeModel(request.model);
    OptimizerState state(layout, request.model, 1);
    const auto numbers = [&](const Parameter& parameter, std::int64_t from, std::int64_t count) {
        const float* const first = state.weights() + parameter.offset + from;
        const std::vector<float> zeros(count);
        return Numbers{std::vector(first, first + count), zeros, zeros};
    };
    return writeState(folder, checkpointOf(request, corpus, {}), numbers);
}

/// Where the samples of the run begin.
std::string sampleStarts(const RunRequest& request, const Corpus& corpus, std::uint64_t firstSample) {
    const std::uint64_t count = static_cast<std::uint64_t>(request.steps) * samplesPerStep(request.model, request.plan);
    std::string bytes;
    bytes.reserve(4 * count);
    for (std::uint64_t sample = 0; sample < count; ++sample) {
        const std::size_t start = corpus.startOf(TextPart::Training, firstSample + sample);
        for (int byte = 0; byte < 4; ++byte)
            bytes += static_cast<char>(start >> (8 * byte) & 0xFFU);
    }
    return bytes;
}

/// What each microbatch of a step is made of, as JSON.
std::string shapesText(const RunRequest& request) {
    json::Writer writer;
    writer.list(json::Layout::Line, microbatchShapes(request.model, request.plan), [&](const MicrobatchShape& shape) {
        writer.list(json::Layout::Line, std::array{shape.samples, shape.context},
                    [&](int number) { writer.number(std::int64_t{number}); });
    });
    return writer.take();
}

} // namespace

Result<Done> writeWorkload(const RunRequest& request, const Corpus& corpus, const std::string& folder) {
    if (Result<Done> checked = checkFolders(request, corpus); !checked)
        return checked;
    if (Result<Done> made = prepareFolder(folder); !made)
        return made;
    std::uint64_t firstSample = 0;
    if (request.resume.empty()) {
        if (Result<Done> written = writeFirstState(request, corpus, folder); !written)
            return written;
    } else {
        const Result<Checkpoint> page = openCheckpoint(request.resume);
        if (!page)
            return page.error();
        firstSample = page->progress.samples;
    }
    if (Result<Done> written = writeFile(placeIn(folder, "text.bin"), corpus.text()); !written)
        return written;
    if (Result<Done> written = writeFile(placeIn(folder, "microbatches.json"), shapesText(request)); !written)
        return written;
    return writeFile(placeIn(folder, "samples.bin"), sampleStarts(request, corpus, firstSample));
}

} // namespace lanewright::engine
