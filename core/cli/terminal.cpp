// SPDX-License-Identifier: Apache-2.0
#include "core/cli/terminal.h"

#include "core/cli/interrupts.h"
#include "core/io/quoted_text.h"

#include <cstdio>
#include <unistd.h>

namespace lanewright::cli {

using api::Exit;

namespace {

void writeToErrors(std::string_view text) { std::fputs(shownText(text).c_str(), stderr); }

} // namespace

void complain(std::string_view file, const Error& error) {
    std::string line = "lanewright-cli: ";
    for (const std::string& part : {std::string{file}, error.where.text()})
        if (!part.empty())
            line += part + ": ";
    // One line, whatever the name of a file or device holds: else it could pass for a sentence of ours.
    writeToErrors(shownLine(line + error.message.text()) + "\n");
}

Result<Done> printAll(std::string_view text) {
    const std::string shown = shownText(text);
    std::fwrite(shown.data(), 1, shown.size(), stdout);
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0)
        return Done{};
    return Error{"the standard output can't be written"};
}

Exit printReply(const api::Reply& reply, const Printing& printing) {
    const auto& form = printing.json ? reply.json : printing.csv ? reply.csv : reply.text;
    if (reply.refusal && !(printing.json && form))
        complain(reply.refusal->file, reply.refusal->error);
    if (!form && reply.text && !reply.refusal) {
        complain("", {printing.csv ? "this answer has no rows; leave --csv out"
                                   : "this answer is a page; leave --json out"});
        return Exit::Usage;
    }
    if (!form || reply.isPrinted || (reply.refusal && !printing.json))
        return reply.exit;
    const std::string text = form() + (printing.json ? "\n" : "");
    const Result<Done> printed = text.empty() ? Done{} : printAll(text);
    if (!printed) {
        complain("", printed.error());
        return Exit::Usage;
    }
    return reply.exit;
}

void TerminalAsker::progress(const std::string& line) const {
    static const bool kShows = isatty(STDERR_FILENO) != 0;
    if (kShows)
        std::fputs(("\r\033[K" + shownLine(line)).c_str(), stderr);
}

void TerminalAsker::note(std::string_view text) const { writeToErrors(text); }

api::Stops TerminalAsker::stops() const {
    const auto interrupts = std::make_shared<Interrupts>();
    return {interrupts->stop(), interrupts->now(), interrupts};
}

} // namespace lanewright::cli
