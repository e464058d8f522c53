// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/frameworks/verdict.h"
#include "core/generate/catalogue.h"

#include <stop_token>
#include <vector>

namespace lanewright {

/// What there is to say of a method for a problem.
struct MethodFit {
    const Generator* generator = nullptr;
    Message refusal = {};               ///< why it makes no order of the problem; empty where it does
    std::vector<Verdict> verdicts = {}; ///< those of all frameworks on the order that it makes

    bool fits() const { return refusal.empty(); }
    /// `PyTorch, Megatron-Core`: who runs it; empty where none does.
    Message runners() const;
};

/// What each generator makes of the problem, with the choices that it takes, and who runs that. Methods that would take
/// long are left out: automatic ones beyond 3000 ops, the others beyond 60 000; after a stop, what is left is too.
std::vector<MethodFit> methodFits(const Plan& problem, const Choices& choices, const std::stop_token& stop);

} // namespace lanewright
