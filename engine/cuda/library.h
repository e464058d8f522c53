// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <dlfcn.h>

namespace lanewright::engine::cuda {

/// Looks a call up in a library that was opened at run time; false where it has none of that name.
template <typename Call>
bool fetch(Call& call, void* library, const char* name) {
    call = reinterpret_cast<Call>(dlsym(library, name));
    return call != nullptr;
}

} // namespace lanewright::engine::cuda
