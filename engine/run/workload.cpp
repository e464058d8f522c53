// SPDX-License-Identifier: Apache-2.0
#include "engine/run/workload.h"

#include "core/io/files.h"
#include "core/protocol/checkpoint.h"

#include "engine/gpt/optimizer_state.h"
#include "engine/gpt/parameters.h"
#include "engine/run/request_check.h"
#include "engine/run/state_file.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>

namespace lanewright::engine {

namespace {

std::string placeIn(const std::string& folder, const char* name) {
    return (std::filesystem::path{folder} / name).string();
}

/// The first weights of the whole model, as a state that nothing has been trained for.
Result<Done> writeFirstState(const RunRequest& request, const Corpus& corpus, const std::string& folder) {
    const ParameterLayout layout(request.model, shapeOf({.layers = request.model.layers}, 1, 0));
    OptimizerState state(layout, request.model, 1);
    StateWriter writer(folder, layout);
    if (Result<Done> opened = writer.open(0); !opened)
        return opened;
    for (const Parameter& parameter : layout.parameters())
        for (std::int64_t from = 0; from < parameter.size(); from += kPiece) {
            const std::int64_t count = std::min(kPiece, parameter.size() - from);
            const float* const first = state.weights() + parameter.offset + from;
            const std::vector<float> zeros(count);
            if (Result<Done> written = writer.write(parameter, from, {std::vector(first, first + count), zeros, zeros});
                !written)
                return written;
        }
    return writer.finish({.model = request.model,
                          .optimizer = request.optimizer,
                          .precision = request.precision,
                          .seed = request.seed,
                          .data = request.data,
                          .textHash = corpus.hash(),
                          .validationShare = request.validation.share});
}

/// Where the samples of the run begin.
std::string sampleStarts(const RunRequest& request, const Corpus& corpus, std::uint64_t firstSample) {
    const std::uint64_t count = static_cast<std::uint64_t>(request.steps) *
                                static_cast<std::uint64_t>(request.plan.schedule.microbatches) *
                                static_cast<std::uint64_t>(request.model.batch);
    std::string bytes;
    bytes.reserve(4 * count);
    for (std::uint64_t sample = 0; sample < count; ++sample) {
        const std::size_t start = corpus.startOf(TextPart::Training, firstSample + sample);
        for (int byte = 0; byte < 4; ++byte)
            bytes += static_cast<char>(start >> (8 * byte) & 0xFFU);
    }
    return bytes;
}

} // namespace

Result<Done> writeWorkload(const RunRequest& request, const Corpus& corpus, const std::string& text,
                           const std::string& folder) {
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
    if (Result<Done> written = writeFile(placeIn(folder, "text.bin"), text); !written)
        return written;
    return writeFile(placeIn(folder, "samples.bin"), sampleStarts(request, corpus, firstSample));
}

} // namespace lanewright::engine
