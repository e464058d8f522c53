// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/client/process.h"
#include "core/protocol/protocol.h"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace lanewright::test {

/// What the program said and returned.
struct Answer {
    int code = -1; ///< negative: the signal that killed it
    std::string output = {};
    std::string errors = {};
};

using Words = std::vector<std::string>;

/// A line of shell that says the event as an engine does.
std::string say(const Event& event);

/// Starts the real program.
Process startCli(const Words& arguments, const Words& environment = {});
/// Starts it in the shell that has run these commands.
Process startCliBy(const std::string& shell, const Words& arguments, const Words& environment = {});
/// Waits for its end.
Answer answerOf(Process& process);
Answer cli(const Words& arguments, const Words& environment = {});
/// With a pipe as its standard input, to which the file is written.
Answer cliWithPipe(const std::string& file, const Words& arguments);

/// With a pipe that nobody reads as its output and errors: its first word ends it.
Answer cliUnheard(const Words& arguments, const Words& environment = {});

/// The keys that stand twice in one of the objects of the text.
Words doubledKeys(const std::string& text);

/// The one object it printed; the test fails when that is not all of the output, a key stands twice in an object, or it
/// did not return `code`.
nlohmann::json jsonOf(const Answer& answer, int code = 0);

/// A folder of the test's own, removed with all it holds.
class Folder {
public:
    Folder();
    ~Folder();
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    std::string path(const std::string& name) const { return m_path + "/" + name; }
    std::string write(const std::string& name, const std::string& text) const;
    std::string read(const std::string& name) const;
    /// A shell script that may be executed.
    std::string script(const std::string& name, const std::string& body) const;
    /// A schedule made by the program: `generate` with the words.
    std::string schedule(const std::string& name, const Words& words) const;

private:
    std::string m_path;
};

} // namespace lanewright::test
