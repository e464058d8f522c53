// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/question.h"
#include "core/cli/commands.h"

#include <string>
#include <string_view>

/// What is written to a terminal, fit to be shown (`shownText`): no file's title moves a cursor.
namespace lanewright::cli {

/// Writes `lanewright-cli: file:place: sentence` to the standard error, leaving out what is empty.
void complain(std::string_view file, const Error& error);

/// Writes to the standard output. Fails when it can't be written (a full disk, a closed pipe).
Result<Done> printAll(std::string_view text);

/// Prints the answer as it is wanted, or why there is none, and gives the exit code.
api::Exit printReply(const api::Reply& reply, const Printing& printing);

/// Who asks at a terminal: Ctrl-C stops, progress is a line on the standard error that is written over and over.
class TerminalAsker : public api::Asker {
public:
    explicit TerminalAsker(bool json) : m_json(json) {}
    void remark(const std::string& file, const Error& error) const override { complain(file, error); }
    void progress(const std::string& line) const override;
    Result<Done> print(std::string_view text) const override { return printAll(text); }
    void note(std::string_view text) const override;
    api::Stops stops() const override;
    bool wantsObject() const override { return m_json; }

private:
    bool m_json;
};

} // namespace lanewright::cli
