// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/solve/proof/order_model.h"

#include <chrono>
#include <stop_token>

/// What a solver of models must do. Inside core/solve only.
namespace lanewright {

/// How the switches of a model can stand, if at all.
struct Switches {
    enum class Answer { Fit, None, Unknown };
    Answer answer = Answer::Unknown;
    std::vector<bool> isOn = {}; ///< per variable, where they fit
};

/// Looks for times and switches that fit all of the model. `Unknown` when stopped, out of time or memory, or built
/// without a solver.
Switches findSwitches(const OrderModel& model, const std::stop_token& stop,
                      std::chrono::steady_clock::time_point until);

} // namespace lanewright
