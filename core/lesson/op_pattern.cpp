// SPDX-License-Identifier: Apache-2.0
#include "core/lesson/op_pattern.h"

#include "core/base/whole_number.h"
#include "core/io/quoted_text.h"
#include "core/model/block_ops.h"
#include "core/model/text.h"

#include <algorithm>

namespace lanewright {

namespace {

/// `*`, `3` or `2-5`; says whether it is one.
bool rangeFrom(std::string_view text, int& first, int& last) {
    if (text == "*")
        return true;
    const std::size_t dash = text.find('-');
    const std::optional<int> from = wholeFrom<int>(text.substr(0, dash));
    const std::optional<int> to = dash == std::string_view::npos ? from : wholeFrom<int>(text.substr(dash + 1));
    if (!from || !to || *from > *to)
        return false;
    first = *from;
    last = *to;
    return true;
}

/// The length of the kind at the front; `*` is any.
std::size_t kindFrom(std::string_view text, std::optional<OpKind>& kind) {
    using enum OpKind;
    if (text.starts_with('*'))
        return 1;
    // The longer name first: one is the start of the other.
    for (const OpKind each : {BW, F, B, W, R})
        if (text.starts_with(toText(each))) {
            kind = each;
            return toText(each).size();
        }
    return 0;
}

} // namespace

Result<OpPattern> opPatternFromText(std::string_view text) {
    OpPattern pattern{.text = std::string{text}};
    if (text.starts_with("rank ")) {
        if (const std::optional<int> rank = wholeFrom<int>(text.substr(5))) {
            pattern.rank = *rank;
            return pattern;
        }
    }
    const std::size_t length = kindFrom(text, pattern.kind);
    const std::size_t dot = text.find('.');
    if (length > 0 && dot != std::string_view::npos && dot > length &&
        rangeFrom(text.substr(length, dot - length), pattern.firstStage, pattern.lastStage) &&
        rangeFrom(text.substr(dot + 1), pattern.firstMicrobatch, pattern.lastMicrobatch))
        return pattern;
    return Error{
        say(phrase("file", "%1 names no ops; write an op such as B2.5, with * for any number (W*.*), with a range "
                           "(F0.2-5), or a whole lane (rank 2)"),
            inQuotes(text))};
}

bool matches(const OpPattern& pattern, const Schedule& schedule, const Op& op) {
    if (pattern.rank >= 0)
        return schedule.rankOf(op) == pattern.rank;
    return (!pattern.kind || *pattern.kind == op.kind) && op.stage >= pattern.firstStage &&
           op.stage <= pattern.lastStage && op.microbatch >= pattern.firstMicrobatch &&
           op.microbatch <= pattern.lastMicrobatch;
}

bool matchesAny(const OpPattern& pattern, const Schedule& schedule) {
    return anyOp(schedule.order, [&](const Op& op) { return matches(pattern, schedule, op); });
}

} // namespace lanewright
