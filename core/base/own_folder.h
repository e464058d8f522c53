// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <vector>

namespace lanewright {

/// The folder of the running program, or of the shared library that this was linked into. Empty: nobody knows.
std::filesystem::path ownFolder();

/// Where packages for Python lie that were installed with this program or library, or built with it: beside the
/// library, below `lib` beside the program's `bin`, or in `python` of the build tree. None of them needs to be there.
std::vector<std::filesystem::path> packageFolders();

} // namespace lanewright
