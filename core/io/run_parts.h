// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/file_fields.h"
#include "core/model/run.h"

namespace lanewright {

/// The top level of a run.
const FileFields<Run>& runFields();
/// A whole run from its object; notes what is wrong.
Run runFromNode(const json::Node& root, Trouble& trouble);

} // namespace lanewright
