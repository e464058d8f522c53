// SPDX-License-Identifier: Apache-2.0
#include "tests/core/cli/driver.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

namespace lanewright::test {

std::string say(const Event& event) { return "printf '%s\\n' '" + eventToLine(event) + "'\n"; }

namespace {

Process startOrAbort(const Words& words, const Words& environment) {
    Result<Process> process = Process::start(words, environment);
    if (!process) {
        std::fprintf(stderr, "%s\n", process.error().message.text().c_str());
        std::abort();
    }
    return *std::move(process);
}

} // namespace

Process startCli(const Words& arguments, const Words& environment) {
    Words all = {LANEWRIGHT_CLI};
    all.insert(all.end(), arguments.begin(), arguments.end());
    return startOrAbort(all, environment);
}

Process startCliBy(const std::string& shell, const Words& arguments, const Words& environment) {
    Words all = {"/bin/sh", "-c", shell + R"(; exec "$0" "$@")", LANEWRIGHT_CLI};
    all.insert(all.end(), arguments.begin(), arguments.end());
    return startOrAbort(all, environment);
}

Answer answerOf(Process& process) {
    Answer answer;
    std::optional<Ending> ending;
    while (!ending || process.speaks()) {
        process.listen(std::chrono::milliseconds{10}, answer.output, answer.errors);
        ending = process.ended();
    }
    answer.code = ending->signal != 0 ? -ending->signal : ending->code;
    return answer;
}

Answer cli(const Words& arguments, const Words& environment) {
    Process process = startCli(arguments, environment);
    return answerOf(process);
}

Answer cliUnheard(const Words& arguments, const Words& environment) {
    const Folder folder;
    const std::string pipe = "'" + folder.path("pipe") + "'";
    // Who reads has opened the pipe and is gone before the program starts.
    Process process =
        startCliBy("mkfifo " + pipe + "; (: <" + pipe + ") & exec >" + pipe + " 2>&1; wait", arguments, environment);
    return answerOf(process);
}

Answer cliWithPipe(const std::string& file, const Words& arguments) {
    Words all = {"/bin/sh", "-c", R"(file=$1; shift; cat "$file" | "$0" "$@")", LANEWRIGHT_CLI, file};
    all.insert(all.end(), arguments.begin(), arguments.end());
    Result<Process> process = Process::start(all);
    return process ? answerOf(*process) : Answer{};
}

nlohmann::json jsonOf(const Answer& answer, int code) {
    EXPECT_EQ(answer.code, code) << answer.errors;
    EXPECT_EQ(doubledKeys(answer.output), Words{}) << "a key may stand once in an object";
    nlohmann::json parsed = nlohmann::json::parse(answer.output, nullptr, false);
    EXPECT_TRUE(parsed.is_object()) << answer.output;
    return parsed;
}

Words doubledKeys(const std::string& text) {
    std::vector<std::set<std::string>> open;
    Words doubled;
    const auto look = [&](int, nlohmann::json::parse_event_t event, nlohmann::json& parsed) {
        using enum nlohmann::json::parse_event_t;
        if (event == object_start)
            open.emplace_back();
        else if (event == object_end)
            open.pop_back();
        else if (event == key && !open.back().insert(parsed.get<std::string>()).second)
            doubled.push_back(parsed.get<std::string>());
        return true;
    };
    const nlohmann::json parsed = nlohmann::json::parse(text, look, false);
    EXPECT_FALSE(parsed.is_discarded()) << text;
    return doubled;
}

Folder::Folder() {
    std::string path = (std::filesystem::temp_directory_path() / "lanewright-cli-XXXXXX").string();
    m_path = mkdtemp(path.data());
}

Folder::~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(m_path, ignored);
}

std::string Folder::write(const std::string& name, const std::string& text) const {
    std::ofstream{path(name)} << text;
    return path(name);
}

std::string Folder::read(const std::string& name) const {
    std::ostringstream text;
    text << std::ifstream{path(name)}.rdbuf();
    return text.str();
}

std::string Folder::script(const std::string& name, const std::string& body) const {
    write(name, "#!/bin/sh\ncd " + m_path + "\n" + body + "\n");
    std::filesystem::permissions(path(name), std::filesystem::perms::owner_all);
    return path(name);
}

std::string Folder::schedule(const std::string& name, const Words& words) const {
    Words all = {"generate"};
    all.insert(all.end(), words.begin(), words.end());
    all.insert(all.end(), {"-o", path(name)});
    const Answer answer = cli(all);
    EXPECT_EQ(answer.code, 0) << answer.errors;
    return path(name);
}

} // namespace lanewright::test
