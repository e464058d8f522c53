// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/json.h"
#include "core/io/reading.h"
#include "core/model/run.h"

namespace lanewright {

/// A whole run from its object; notes what is wrong.
Run runFromNode(const json::Node& root, Trouble& trouble);

} // namespace lanewright
