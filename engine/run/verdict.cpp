// SPDX-License-Identifier: Apache-2.0
#include "engine/run/verdict.h"

#include <algorithm>
#include <cmath>

namespace lanewright::engine {

void merge(std::vector<TensorSquares>& known, std::vector<TensorSquares> more) {
    known.insert(known.end(), more.begin(), more.end());
    std::ranges::stable_sort(known, {}, &TensorSquares::number);
    const auto twins = std::ranges::unique(known, {}, &TensorSquares::number);
    known.erase(twins.begin(), twins.end());
}

Verdict judge(const NormReport& report, double clip) {
    double sum = 0;
    for (const TensorSquares& tensor : report.squares)
        sum += tensor.sum;
    Verdict verdict{.step = report.step, .arrival = report.arrival, .hasty = report.hasty, .norm = std::sqrt(sum)};
    if (!std::isfinite(verdict.norm)) {
        verdict.kind = UpdateKind::Skipped;
    } else if (clip > 0 && verdict.norm > clip) {
        verdict.kind = UpdateKind::Clipped;
        verdict.factor = static_cast<float>(clip / verdict.norm);
    }
    return verdict;
}

Packer packed(const NormReport& report) {
    return std::move(Packer()
                         .put(report.step)
                         .put(report.arrival)
                         .put(report.pauses)
                         .put(report.hasty)
                         .put(report.lateness)
                         .put(report.squares));
}

NormReport normReportFrom(const std::vector<std::byte>& body) {
    Unpacker unpacker(body);
    NormReport report;
    report.step = unpacker.get<int>();
    report.arrival = unpacker.get<Time>();
    report.pauses = unpacker.get<bool>();
    report.hasty = unpacker.get<bool>();
    report.lateness = unpacker.get<Lateness>();
    report.squares = unpacker.list<TensorSquares>();
    return report;
}

} // namespace lanewright::engine
