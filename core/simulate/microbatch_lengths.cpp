// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/microbatch_lengths.h"

#include "core/base/mapped.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace lanewright {

namespace {

/// How much each microbatch is, in any unit.
std::vector<double> workOf(const Schedule& schedule, const Costs& costs) {
    const MicrobatchCosts& microbatches = costs.microbatches;
    const std::vector<std::int64_t>& shares = microbatches.work().empty() ? microbatches.size() : microbatches.work();
    std::vector<double> work;
    for (int microbatch = 0; microbatch < microbatches.count(); ++microbatch) {
        if (microbatches.form() != MicrobatchCosts::Form::Table) {
            const auto at = static_cast<std::size_t>(microbatch);
            work.push_back(at < shares.size() ? static_cast<double>(shares[at]) : 0);
            continue;
        }
        double sum = 0;
        for (int stage = 0; stage < schedule.stages(); ++stage)
            for (const OpKind kind : {OpKind::F, OpKind::BW, OpKind::R})
                sum += static_cast<double>(costs.compute({.kind = kind, .stage = stage, .microbatch = microbatch},
                                                         schedule.direction(microbatch)));
        work.push_back(sum);
    }
    return work;
}

} // namespace

MicrobatchLengths::MicrobatchLengths(const Schedule& schedule, const Costs& costs) {
    const MicrobatchCosts& microbatches = costs.microbatches;
    if (microbatches.areEqual() || microbatches.count() != schedule.microbatches)
        return;
    m_tokens = microbatches.form() == MicrobatchCosts::Form::Lengths;
    if (m_tokens) {
        m_numbers = microbatches.length();
        return;
    }
    const std::vector<double> work = workOf(schedule, costs);
    const double sum = summed(work, std::identity{});
    if (sum <= 0)
        return;
    for (const double each : work) {
        const double percent = 100 * each * static_cast<double>(work.size()) / sum;
        m_numbers.push_back(static_cast<int>(std::min<double>(std::round(percent), std::numeric_limits<int>::max())));
    }
}

int MicrobatchLengths::of(int microbatch) const {
    const bool isKnown = microbatch >= 0 && microbatch < static_cast<int>(m_numbers.size());
    return isKnown ? m_numbers[microbatch] : -1;
}

std::string MicrobatchLengths::label(int microbatch) const {
    const int number = of(microbatch);
    return number < 0 ? std::string{} : std::to_string(number) + (m_tokens ? "" : "%");
}

Message MicrobatchLengths::text(int microbatch) const {
    const int number = of(microbatch);
    if (number < 0)
        return {};
    if (m_tokens)
        return sayCounted(countedPhrase("amount", "%1 tokens", "%1 token"), number, number);
    return say(phrase("amount", "%1 % of the mean"), number);
}

} // namespace lanewright
