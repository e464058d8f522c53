// SPDX-License-Identifier: Apache-2.0
#include "tests/core/client/fake_engine.h"

#include "tests/support/rows.h"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

namespace lanewright::test {

Folder::Folder() {
    std::string path = (std::filesystem::temp_directory_path() / "lanewright-client-XXXXXX").string();
    m_path = mkdtemp(path.data());
}

Folder::~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(m_path, ignored);
}

namespace {

/// The request comes on standard input, behind a line that says how long it is.
constexpr const char* kTakeRequest =
    "read header; head -c \"$(echo \"$header\" | sed 's/.*request_bytes\": \\([0-9]*\\).*/\\1/')\" > request\n";

} // namespace

void Folder::write(const std::string& name, const std::string& text) const { std::ofstream{path(name)} << text; }

std::string Folder::script(const std::string& name, const std::string& body) const {
    write(name, "#!/bin/sh\ncd " + m_path + "\n" + body + "\n");
    std::filesystem::permissions(path(name), std::filesystem::perms::owner_all);
    return path(name);
}

std::string Folder::engine(const std::string& body, bool mpi) const {
    const std::string answer = std::string{R"({"mpi":)"} + (mpi ? "true" : "false") + R"(,"backends":["cpu"]})";
    return script("lanewright-engine",
                  "if [ \"$1\" = --capabilities ]; then echo '" + answer + "'; exit; fi\n" + kTakeRequest + body);
}

std::string Folder::read(const std::string& name) const {
    for (int i = 0; i < 6000 && !std::filesystem::exists(path(name)); ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds{20});
    std::ostringstream text;
    text << std::ifstream{path(name)}.rdbuf();
    std::string all = text.str();
    while (!all.empty() && all.back() == '\n')
        all.pop_back();
    return all;
}

std::string say(const std::vector<Event>& events) {
    std::string commands;
    for (const Event& event : events)
        commands += "printf '%s\\n' '" + eventToLine(event) + "'\n";
    return commands;
}

RunRequest smallRequest(int steps) {
    RunRequest request = *requestFor(linearPlan(2, 1, "F0.0 BW0.0\nF1.0 BW1.0"));
    request.steps = steps;
    return request;
}

std::vector<Event> smallStep(int step, double loss) {
    const auto span = [](const char* word, Time start) {
        return Span{.op = op(word), .start = start, .end = start + 5};
    };
    return {SpansEvent{.step = step, .rank = 1, .wall = {span("BW1.0", 20)}},
            SpansEvent{.step = step, .rank = 1, .wall = {span("F1.0", 10)}},
            SpansEvent{.step = step, .rank = 0, .wall = {span("F0.0", 0), span("BW0.0", 30)}},
            StepEvent{.step = step, .loss = loss, .length = 35, .peakActivations = {1, 2}}};
}

RunOutcome runQuietly(const RunRequest& request, const LaunchOptions& options, const std::stop_token& stop) {
    return runEngine(request, options, stop, [](const Event&) {});
}

} // namespace lanewright::test
