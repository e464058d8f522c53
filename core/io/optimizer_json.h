// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/forms.h"
#include "core/model/model_spec.h"
#include "core/model/optimizer.h"

#include <array>

/// How a run computes and trains, in requests, runs and checkpoints.
namespace lanewright {

Form<OptimizerSettings> optimizerForm();

/// The mode as schedules spell it, `"sync"`.
Form<OptimizerMode> optimizerModeForm(form::Refused how);

/// The precision of the factors of products.
Form<Precision> precisionForm();
/// With how many threads a rank computes.
Form<int> threadsForm();

/// The three members by which an object says what came of a step; `update` is its member.
template <typename T>
std::array<FileField<T>, 3> updateFields(Update T::*update) {
    using enum UpdateKind;
    return {FileField<T>{"norm", memberOf(update, &Update::norm), form::real()},
            FileField<T>{"update", memberOf(update, &Update::kind),
                         form::choiceOf(std::array{Whole, Clipped, Skipped}, form::Refused::Not)},
            FileField<T>{"rolled_back", memberOf(update, &Update::rolledBack), form::boolean()}};
}

} // namespace lanewright
