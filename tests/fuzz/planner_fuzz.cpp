// SPDX-License-Identifier: Apache-2.0
// What the planner reads: a model, a cluster and a question, each behind a byte 1.
#include "core/model/layout/layout_text.h"
#include "core/planner/input/model_json.h"
#include "core/planner/input/planner_file.h"
#include "core/planner/what_if.h"
#include "tests/fuzz/fuzz.h"

using namespace lanewright;
using fuzz::require;

namespace {

/// The part up to the next byte 1, which is taken off.
std::string_view cutPart(std::string_view& text) {
    const std::size_t end = std::min(text.find('\x01'), text.size());
    const std::string_view part = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return part;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view text = fuzz::textOf(data, size);
    const std::string_view first = cutPart(text);
    const std::string_view second = cutPart(text);
    static_cast<void>(plannerFileFromJson(first));
    if (const auto stages = stagesFromLayout(first)) {
        const std::string written = layoutOf(*stages);
        const auto again = stagesFromLayout(written);
        require(again && *again == *stages, "a layout that was written has the same stages", written);
    }
    Result<LayeredModel> model = modelFromJson(first);
    Result<Cluster> cluster = clusterFromJson(second.empty() ? first : second);
    if (cluster) {
        const std::string written = clusterToJson(*cluster);
        const Result<Cluster> again = clusterFromJson(written);
        require(again.ok(), "a cluster that was written is read", written);
        require(clusterToJson(*again) == written, "and is the same", written);
    }
    if (model)
        static_cast<void>(LayerSums(*model));
    const Result<WhatIf> question = whatIfFromText(text);
    if (model && cluster && question)
        static_cast<void>(applyWhatIf(*question, *model, *cluster));
    return 0;
}
