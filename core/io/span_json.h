// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/json_writer.h"
#include "core/io/reading.h"
#include "core/model/run.h"

#include <vector>

/// Measured spans as run files and the protocol write them: short lists, because there are very many.
namespace lanewright {

/// What the ops of spans are held against; without a schedule only their form is checked.
struct SpanShape {
    const Schedule* schedule = nullptr;
    int weightParts = 1;
    int ranks = 0; ///< 0: any
};

/// Bounds of a point in time, in ns; a clock's uncertainty may put a start a little before the step's.
constexpr Time kMaxPoint = kMaxTotalTime;

/// `[["F0.0", 0, 1000], …]`, by start and without overlap.
std::vector<Span> spansFrom(const json::Node& node, const SpanShape& shape, Trouble& trouble);
void writeSpans(json::Writer& writer, const std::vector<Span>& spans);

/// `["wait", rank, start, end, "F0.0" or null, peer or null]`
Activity activityFrom(const json::Node& node, const SpanShape& shape, Trouble& trouble);
void writeActivity(json::Writer& writer, const Activity& activity);

/// `["send", rank, start, end, "F0.0" or null, peer or null, stage or null, name or null]`. A kind that is unknown
/// becomes Other, under its own name where it brings none.
SideSpan sideSpanFrom(const json::Node& node, const SpanShape& shape, Trouble& trouble);
void writeSideSpan(json::Writer& writer, const SideSpan& span);

/// @name The members of an object: `"rank": 0, "names": ["product", …], "spans": [[0, "F0.0" or null, 0, 1000], …]`, of
/// which the first number of a span is its name's place, and `"left_out"` where kernels were
/// @{
KernelLane kernelLaneFrom(const json::Node& node, const SpanShape& shape, Trouble& trouble);
void writeKernelLane(json::Writer& writer, const KernelLane& lane);
/// @}

/// `[[step, loss], …]`
void writeValidation(json::Writer& writer, const std::vector<ValidationLoss>& losses);

/// @name Lists of numbers and texts on one line
/// @{
void writeNumbers(json::Writer& writer, const std::vector<std::int64_t>& numbers);
void writeNumbers(json::Writer& writer, const std::vector<int>& numbers);
void writeTexts(json::Writer& writer, const std::vector<std::string>& texts);
std::vector<std::int64_t> numbersFrom(const json::Node& node, const Range& range, Trouble& trouble);
/// From `least` on, each one that an int holds.
std::vector<int> integersFrom(const json::Node& node, int least, Trouble& trouble);
std::vector<std::string> textsFrom(const json::Node& node, Trouble& trouble);
/// @}

} // namespace lanewright
