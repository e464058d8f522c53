// SPDX-License-Identifier: Apache-2.0
#include "core/base/own_folder.h"

#include <dlfcn.h>

namespace lanewright {

namespace fs = std::filesystem;

fs::path ownFolder() {
    std::error_code unknown;
    Dl_info info = {};
    if (dladdr(reinterpret_cast<void*>(&ownFolder), &info) == 0 || info.dli_fname == nullptr)
        return {};
    // A program's name here is what it was called by.
    const fs::path self = info.dli_fname;
    return (self.extension() == ".so" ? self : fs::read_symlink("/proc/self/exe", unknown)).parent_path();
}

std::vector<fs::path> packageFolders() {
    const fs::path here = ownFolder();
    if (here.empty())
        return {};
    std::vector<fs::path> folders = {here / ".."};
    std::error_code none;
    for (const fs::directory_entry& python : fs::directory_iterator(here / "../lib", none))
        if (python.path().filename().string().starts_with("python3"))
            for (const char* name : {"site-packages", "dist-packages"})
                folders.push_back(python.path() / name);
    fs::path above = here;
    for (int level = 1; level <= 4; ++level) {
        above /= "..";
        if (fs::exists(above / "CMakeCache.txt", none))
            folders.push_back(above / "python");
    }
    return folders;
}

} // namespace lanewright
