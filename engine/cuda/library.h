// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>
#include <string>
#include <vector>

#include <dlfcn.h>

namespace lanewright::engine::cuda {

/// Where a library of CUDA's may lie: where the loader looks, and where CUDA's installer puts it, which does not always
/// tell the loader.
inline std::vector<std::string> usualPlaces(const std::string& name) {
    std::vector<std::string> files{name};
    if (const char* const home = std::getenv("CUDA_HOME"); home != nullptr)
        files.push_back(std::string{home} + "/lib64/" + name);
    files.push_back("/usr/local/cuda/lib64/" + name);
    return files;
}

/// The first of the files that is a library; null where none is.
inline void* openFirst(const std::vector<std::string>& files) {
    void* library = nullptr;
    for (const std::string& file : files)
        if (library == nullptr)
            library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    return library;
}

/// Looks a call up in a library that was opened at run time; false where it has none of that name.
template <typename Call>
bool fetch(Call& call, void* library, const char* name) {
    call = reinterpret_cast<Call>(dlsym(library, name));
    return call != nullptr;
}

} // namespace lanewright::engine::cuda
