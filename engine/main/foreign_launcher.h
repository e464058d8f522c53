// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"

#include <optional>
#include <string>

namespace lanewright::engine {

/// A launcher that speaks another MPI than this engine: each of its processes believes to be alone.
struct ForeignLauncher {
    int process = 0;    ///< which of the launcher's processes this is
    Message words = {}; ///< what started them, which MPI they speak, and what would help
};

/// Whether the environment says that a launcher started this process as one of several, while its own MPI, `library`
/// (what MPI_Get_library_version says), counts `processes`. Where both agree, or nothing started it, none.
std::optional<ForeignLauncher> foreignLauncher(int processes, const std::string& library);

} // namespace lanewright::engine
