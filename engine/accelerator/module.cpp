// SPDX-License-Identifier: Apache-2.0
#include "engine/accelerator/module.h"

#include "core/protocol/obstacles.h"

#include <cstdlib>
#include <filesystem>
#include <string_view>

#include <dlfcn.h>

namespace lanewright::engine {

namespace {

constexpr const char* kName = "lanewright-cuda.so";

/// Where the running program lies.
std::filesystem::path folder() {
    std::error_code ignored;
    return std::filesystem::read_symlink("/proc/self/exe", ignored).parent_path();
}

Error missing() {
#if defined(LANEWRIGHT_WITH_CUDA)
    return Error{say(obstacle::kNotInstalled, kName)};
#else
    return Error{say(obstacle::kNotBuilt)};
#endif
}

/// The library that is missing, when the loader says "libcublasLt.so.13: cannot open shared object file: No such file
/// or directory"; else nothing.
std::string missingIn(std::string_view words) {
    const std::size_t end = words.find(": cannot open shared object file");
    return end == std::string_view::npos ? "" : std::string{words.substr(0, end)};
}

Error unloadable(const Message& words) {
    if (const std::string library = missingIn(words.text()); !library.empty())
        return Error{say(obstacle::kNoLibrary, library)};
    return Error{say(phrase("engine", "the backend cuda can't be loaded: %1"), words)};
}

struct Opened {
    void* library = nullptr;
    Message words = {}; ///< why there is none
};

Opened tryOpen(const std::string& file) {
    dlerror();
    if (void* const library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL))
        return {library};
    const char* const words = dlerror();
    return {nullptr, words == nullptr ? say(phrase("engine", "no reason is given")) : Message{words}};
}

/// Opens one of CUDA's libraries where its installer puts them: it does not always tell the loader.
bool openInstalled(const std::string& library) {
    const char* const home = std::getenv("CUDA_HOME");
    return (home != nullptr && tryOpen(std::string{home} + "/lib64/" + library).library != nullptr) ||
           tryOpen("/usr/local/cuda/lib64/" + library).library != nullptr;
}

Opened openWithLibraries(const std::string& file) {
    std::string last;
    while (true) {
        Opened opened = tryOpen(file);
        const std::string library = opened.library == nullptr ? missingIn(opened.words.text()) : "";
        if (library.empty() || library == last || !openInstalled(library))
            return opened;
        last = library;
    }
}

template <typename Call>
Call find(void* library, const char* name) {
    return reinterpret_cast<Call>(dlsym(library, name));
}

} // namespace

Result<DeviceModule*> openModule(const std::string& file) {
    if (!std::filesystem::exists(file))
        return missing();
    const auto [library, words] = openWithLibraries(file);
    if (library == nullptr)
        return unloadable(words);
    const auto version = find<const char* (*)()>(library, "lanewrightModuleVersion");
    const auto module = find<DeviceModule* (*)()>(library, "lanewrightModule");
    if (version == nullptr || module == nullptr)
        return Error{say(phrase("engine", "%1 is no module of Lanewright"), file)};
    if (std::string_view{version()} != LANEWRIGHT_VERSION)
        return Error{say(obstacle::kOtherVersion, version(), LANEWRIGHT_VERSION)};
    return module();
}

Result<DeviceModule*> cudaModule() {
    static const Result<DeviceModule*> module = openModule((folder() / kName).string());
    return module;
}

} // namespace lanewright::engine
