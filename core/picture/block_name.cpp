// SPDX-License-Identifier: Apache-2.0
#include "core/picture/block_name.h"

#include "core/model/block_ops.h"
#include "core/model/text.h"

#include <array>

namespace lanewright {

Phrase nameOf(OpKind kind) {
    switch (kind) {
    case OpKind::F: return phrase("Numbers", "forward");
    case OpKind::B: return phrase("Numbers", "input gradient");
    case OpKind::W: return phrase("Numbers", "weight gradient");
    case OpKind::BW: return phrase("Numbers", "full backward");
    case OpKind::R: return phrase("Numbers", "recomputed forward");
    }
    return {};
}

std::vector<OpKind> kindsIn(const Schedule& schedule) {
    std::array<bool, kOpKinds> used = {};
    forEachOp(schedule.order, [&](const Op& op) { used[static_cast<std::size_t>(op.kind)] = true; });
    std::vector<OpKind> kinds;
    for (const OpKind kind : {OpKind::F, OpKind::B, OpKind::W, OpKind::BW, OpKind::R})
        if (used[static_cast<std::size_t>(kind)])
            kinds.push_back(kind);
    return kinds;
}

std::string LabelText::text() const {
    std::string result;
    if (kind >= 0)
        result += toText(static_cast<OpKind>(kind));
    if (stage >= 0)
        result += std::to_string(stage);
    if (stage >= 0 && microbatch >= 0)
        result += '.';
    if (microbatch >= 0)
        result += std::to_string(microbatch);
    if (part >= 0)
        result += '/' + std::to_string(part);
    if (length >= 0)
        result += std::to_string(length) + (inPercent ? "%" : "");
    return result;
}

double LabelText::width() const {
    const auto digits = [](int number) {
        double count = 1;
        for (; number >= 10; number /= 10)
            ++count;
        return count;
    };
    double width = 0;
    if (kind >= 0)
        width += kind == static_cast<int>(OpKind::W) ? 0.95 : kind == static_cast<int>(OpKind::BW) ? 1.75 : 0.64;
    if (stage >= 0)
        width += 0.6 * digits(stage);
    if (stage >= 0 && microbatch >= 0)
        width += 0.3;
    if (microbatch >= 0)
        width += 0.6 * digits(microbatch);
    if (part >= 0)
        width += 0.4 + 0.6 * digits(part);
    if (length >= 0)
        width += 0.6 * digits(length) + (inPercent ? 0.9 : 0);
    return width;
}

} // namespace lanewright
