// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>

namespace lanewright {

/// The bytes of a file of at most 1 GiB. The error says why not, as the system words it.
Result<std::string> readFile(const std::string& path);

/// Replaces the file in one go (a temporary beside it, synced, renamed), so that a crash never leaves half of it.
Result<Done> writeFile(const std::string& path, std::string_view bytes);

/// Whether `writeFile` could put a file there: found out before long work, not after it. Leaves nothing behind.
Result<Done> checkWritable(const std::string& path);

} // namespace lanewright
