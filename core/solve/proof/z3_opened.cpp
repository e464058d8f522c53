// SPDX-License-Identifier: Apache-2.0
#include "core/solve/proof/z3_opened.h"

#include "core/base/own_folder.h"

#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <string>
#include <vector>

namespace lanewright::z3 {

namespace {

std::vector<std::string> places() {
    if (const char* named = std::getenv("LANEWRIGHT_Z3"); named && *named)
        return {named};
    std::vector<std::string> places;
    std::error_code none;
    for (const std::filesystem::path& folder : packageFolders())
        if (const auto library = folder / "z3/lib/libz3.so"; std::filesystem::exists(library, none))
            places.push_back(library.string());
    places.insert(places.end(), {"libz3.so", "libz3.so.4"});
    return places;
}

template <typename Call>
bool find(void* library, Call& call, const char* name) {
    call = reinterpret_cast<Call>(dlsym(library, name));
    return call != nullptr;
}

bool open() {
    for (const std::string& place : places()) {
        void* library = dlopen(place.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (library == nullptr)
            continue;
        bool isWhole = true;
#define LANEWRIGHT_Z3_CALL(name) isWhole = find(library, name, "Z3_" #name) && isWhole;
        LANEWRIGHT_Z3_CALLS(LANEWRIGHT_Z3_CALL)
#undef LANEWRIGHT_Z3_CALL
        if (isWhole)
            return true;
        dlclose(library);
    }
    return false;
}

} // namespace

bool isThere() {
    static const bool kIs = open();
    return kIs;
}

} // namespace lanewright::z3
