// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <memory>
#include <string>

namespace lanewright::engine {

/// Keeps a folder for the states of one run while it lives: another run that wants to save there is refused.
///
/// The system holds the lock on the folder itself (`flock`) and lets go of it when the process ends, however it ends;
/// nothing is left in the folder. A file system without such locks keeps nobody out.
using FolderLock = std::shared_ptr<const void>;

/// Fails when another run has the folder, or when there is none.
Result<FolderLock> lockFolder(const std::string& folder);

} // namespace lanewright::engine
