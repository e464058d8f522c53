// SPDX-License-Identifier: Apache-2.0
#include "core/client/engine_client.h"

#include "core/base/own_folder.h"
#include "core/client/programs.h"

#include <algorithm>
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
    const std::string here = ownFolder().string();
    const std::string file = "/" + std::string{name};
    const std::string inTree = "/" + std::string{folder} + file;
    std::vector<std::string> places = {here + file};
    std::string above = here;
    for (int level = 1; level <= 4; ++level) {
        above += "/..";
        for (const std::string& below : {"/libexec/lanewright" + file, "/bin" + file, inTree})
            places.push_back(above + below);
    }
    const auto found = std::ranges::find_if(places, isProgram);
    return here.empty() || found == places.end() ? "" : *found;
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
