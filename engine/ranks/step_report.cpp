// SPDX-License-Identifier: Apache-2.0
#include "engine/ranks/step_report.h"

#include "core/base/printed.h"
#include "engine/device/failure.h"
#include "engine/gpt/counter_random.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <tuple>

namespace lanewright::engine {

double meanLoss(const std::vector<StepReport>& reports, const std::vector<std::int64_t>& tokens) {
    std::vector<double> losses(tokens.size(), std::numeric_limits<double>::quiet_NaN());
    for (const StepReport& report : reports)
        for (const auto& [microbatch, loss] : report.losses)
            losses[microbatch] = loss;
    // Shares of the mean number of tokens: exactly 1 where all have equally many.
    const auto count = static_cast<double>(tokens.size());
    const auto all = static_cast<double>(std::accumulate(tokens.begin(), tokens.end(), std::int64_t{0}));
    double total = 0;
    for (std::size_t microbatch = 0; microbatch < losses.size(); ++microbatch)
        total += losses[microbatch] * (static_cast<double>(tokens[microbatch]) * count / all);
    return total / count;
}

std::string hashOfModel(std::vector<TensorHash> hashes, std::uint64_t TensorHash::*of) {
    std::ranges::sort(hashes, {}, [](const TensorHash& tensor) { return std::tuple(tensor.number, tensor.direction); });
    std::uint64_t whole = 0;
    for (std::size_t i = 0; i < hashes.size(); ++i) {
        if (i > 0 && hashes[i].number == hashes[i - 1].number) {
            if (hashes[i].*of != hashes[i - 1].*of)
                return {};
            continue;
        }
        whole = stir(whole ^ hashes[i].*of);
    }
    return printed("%016llx", static_cast<unsigned long long>(whole));
}

} // namespace lanewright::engine
