// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/reading.h"

namespace lanewright {

/// The last part of a text, which is held back from training: 0 to 0.5.
inline double heldBackFrom(const json::Node& node, Trouble& trouble) {
    const double share = realFrom(node, trouble);
    if (!(share >= 0 && share <= 0.5))
        trouble.add(say(phrase("file", "must be a number from 0 to 0.5")), node);
    return share;
}

} // namespace lanewright
