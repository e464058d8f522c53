// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/model/op.h"
#include "core/model/schedule.h"

#include <string>
#include <vector>

/// What blocks are called on lanes, in figures and in legends.
namespace lanewright {

/// `weight gradient`.
Phrase nameOf(OpKind kind);

/// The kinds of ops that the order holds, as a legend lists them.
std::vector<OpKind> kindsIn(const Schedule& schedule);

/// What a label says; −1 where it says nothing of that.
struct LabelText {
    int kind = -1; ///< an OpKind
    int stage = -1;
    int microbatch = -1;
    int part = -1;
    int length = -1; ///< a microbatch's length; stands alone
    bool inPercent = false;

    std::string text() const;
    /// About how wide it is, in parts of the font's height.
    double width() const;
    friend auto operator<=>(const LabelText&, const LabelText&) = default;
};

} // namespace lanewright
