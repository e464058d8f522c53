// SPDX-License-Identifier: Apache-2.0
#include "core/client/engine_client.h"

#include "core/client/programs.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace lanewright {

bool isProgram(const std::string& path) {
    struct stat status = {};
    return stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) && access(path.c_str(), X_OK) == 0;
}

std::string programOnPath(std::string_view name) {
    const char* variable = std::getenv("PATH");
    std::string_view rest = variable ? variable : "";
    while (!rest.empty()) {
        const std::size_t colon = std::min(rest.find(':'), rest.size());
        std::string path = std::string{rest.substr(0, colon)} + "/" + std::string{name};
        // An empty entry means the current folder, where we don't look for programs.
        if (colon > 0 && isProgram(path))
            return path;
        rest.remove_prefix(std::min(colon + 1, rest.size()));
    }
    return {};
}

std::string programNear(std::string_view name, std::string_view folder) {
    std::array<char, 4096> buffer;
    const ssize_t length = readlink("/proc/self/exe", buffer.data(), buffer.size());
    if (length <= 0)
        return {};
    const std::string self{buffer.data(), static_cast<std::size_t>(length)};
    const std::string here = self.substr(0, self.rfind('/'));
    const std::string file = "/" + std::string{name};
    const std::string inTree = "/" + std::string{folder} + file;
    std::vector<std::string> places = {here + file, here + "/../libexec/lanewright" + file};
    std::string above = here;
    for (int level = 1; level <= 3; ++level) {
        above.append("/..");
        places.push_back(above + "/bin");
        places.back().append(file);
        places.push_back(above + inTree);
    }
    const auto found = std::ranges::find_if(places, isProgram);
    return found == places.end() ? "" : *found;
}

std::string findEngine() {
    if (const char* named = std::getenv("LANEWRIGHT_ENGINE"); named && *named)
        return named;
    const std::string near = programNear("lanewright-engine", "engine/main");
    return near.empty() ? programOnPath("lanewright-engine") : near;
}

} // namespace lanewright
