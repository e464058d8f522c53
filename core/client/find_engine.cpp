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

namespace {

/// Takes a command apart at blanks; quotes, single or double, keep blanks together.
Result<std::vector<std::string>> splitCommand(std::string_view command) {
    std::vector<std::string> words;
    bool inArgument = false;
    char quote = 0;
    for (const char letter : command) {
        if (quote == 0 && (letter == ' ' || letter == '\t')) {
            inArgument = false;
            continue;
        }
        if (!inArgument)
            words.emplace_back();
        inArgument = true;
        if (quote == letter)
            quote = 0;
        else if (quote == 0 && (letter == '"' || letter == '\''))
            quote = letter;
        else
            words.back() += letter;
    }
    if (quote != 0)
        return Error{say(phrase("engine", "the launcher's command has a quote that never ends"))};
    if (words.empty())
        return Error{say(phrase("engine", "the launcher's command is empty"))};
    return words;
}

/// Where this program lies; empty: nobody knows.
std::string ownFolder() {
    std::array<char, 4096> buffer;
    const ssize_t length = readlink("/proc/self/exe", buffer.data(), buffer.size());
    const std::string self{buffer.data(), static_cast<std::size_t>(std::max<ssize_t>(0, length))};
    return self.substr(0, self.rfind('/') == std::string::npos ? 0 : self.rfind('/'));
}

} // namespace

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
    const std::string here = ownFolder();
    const std::string file = "/" + std::string{name};
    const std::string inTree = "/" + std::string{folder} + file;
    std::vector<std::string> places = {here + file, here + "/../libexec/lanewright" + file};
    std::string above = here;
    for (int level = 1; level <= 3; ++level) {
        above += "/..";
        places.push_back(std::string{above}.append("/bin").append(file));
        places.push_back(std::string{above}.append(inTree));
    }
    const auto found = std::ranges::find_if(places, isProgram);
    return here.empty() || found == places.end() ? "" : *found;
}

std::string fileNear(std::string_view name, std::string_view folder, std::string_view installed) {
    std::string above = ownFolder();
    const bool isKnown = !above.empty();
    const std::string file = "/" + std::string{name};
    std::vector<std::string> places = {above + "/../" + std::string{installed} + file};
    for (int level = 1; level <= 4; ++level) {
        above += "/..";
        places.push_back(std::string{above}.append("/").append(folder).append(file));
    }
    const auto found =
        std::ranges::find_if(places, [](const std::string& path) { return access(path.c_str(), R_OK) == 0; });
    return !isKnown || found == places.end() ? "" : *found;
}

Result<std::vector<std::string>> launcherArguments(std::string_view command) {
    Result<std::vector<std::string>> words = splitCommand(command);
    if (!words)
        return words;
    const std::string& program = words->front();
    if (program.find('/') == std::string::npos ? programOnPath(program).empty() : !isProgram(program))
        return Error{say(phrase("engine", "the launcher %1 is not there"), program)};
    return words;
}

std::string findEngine() {
    if (const char* named = std::getenv("LANEWRIGHT_ENGINE"); named && *named)
        return named;
    const std::string near = programNear("lanewright-engine", "engine/main");
    return near.empty() ? programOnPath("lanewright-engine") : near;
}

} // namespace lanewright
