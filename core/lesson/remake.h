// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/base/result.h"
#include "core/lesson/lesson.h"

#include <optional>
#include <string>
#include <vector>

namespace lanewright {

/// What a student chose where a lesson lets the whole order be made anew.
struct OrderChoice {
    std::string generator = {}; ///< empty: the start's
    int microbatches = 0;

    friend bool operator==(const OrderChoice&, const OrderChoice&) = default;
};

/// Whether a lesson lets a student choose the generator, or the number of microbatches.
bool mayRemake(const Lesson& lesson);

/// All that a student may choose, fewer microbatches first; nothing where the lesson leaves nothing to choose.
std::vector<OrderChoice> choicesOf(const Lesson& lesson);

/// The lesson's start, made by that generator for so many microbatches. Fails in words where the lesson does not offer
/// that, or the generator can't make it.
Result<Plan> remade(const Lesson& lesson, const OrderChoice& choice);

/// The choice that makes exactly this plan; none where there is none, as when the order was edited since.
std::optional<OrderChoice> choiceOf(const Lesson& lesson, const Plan& plan);

/// Whether a choice gives a plan of this one's shape, costs and limits, whatever its order.
bool isOfChoice(const Lesson& lesson, const Plan& plan);

/// "Make the order of 1F1B", "Take 18 microbatches": what leads from the plan to the choice.
Message remakeSentence(const OrderChoice& choice, const Plan& plan);

} // namespace lanewright
