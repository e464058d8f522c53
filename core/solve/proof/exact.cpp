// SPDX-License-Identifier: Apache-2.0
#include "core/solve/proof/exact.h"

#include "core/solve/proof/order_model.h"
#include "core/solve/proof/solver_link.h"

#include <algorithm>

namespace lanewright {

namespace {

using Clock = std::chrono::steady_clock;

/// True when an F and a backward op could run as a pair in less time than one after the other.
bool pairsMayPay(const Instance& instance) {
    return std::ranges::any_of(instance.chunks, [&](const Chunk& forward) {
        return forward.overlapped && std::ranges::any_of(instance.onRank[forward.rank], [&](int chunk) {
                   const Chunk& backward = instance.chunks[chunk];
                   return *forward.overlapped < forward.forward + backward.backward + backward.weight;
               });
    });
}

} // namespace

Exact searchBelow(const Instance& instance, Objective objective, const Fraction& below,
                  const std::function<bool(const Sequences&)>& take, const std::stop_token& stop, double seconds) {
    const auto until = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                          std::chrono::duration<double>(std::clamp(seconds, 0.0, 1e6)));
    const std::optional<OrderModel> model = orderModel(instance, objective, nextBelow(instance, objective, below));
    if (!model)
        return Exact::Unknown;
    const Switches found = findSwitches(*model, stop, until);
    if (found.answer == Switches::Answer::None && !pairsMayPay(instance))
        return Exact::None;
    const bool isTaken = found.answer == Switches::Answer::Fit && take(sequencesOf(instance, *model, found.isOn));
    return isTaken ? Exact::Better : Exact::Unknown;
}

} // namespace lanewright
