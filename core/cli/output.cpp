// SPDX-License-Identifier: Apache-2.0
#include "core/cli/output.h"

#include "core/base/decimal.h"
#include "core/io/files.h"
#include "core/io/quoted_text.h"
#include "core/io/schedule_json.h"

#include <algorithm>
#include <cstdio>
#include <utility>

namespace lanewright::cli {

namespace {

/// Characters, not bytes: continuation bytes of UTF-8 take no room.
std::size_t widthOf(std::string_view text) {
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char letter) { return (static_cast<unsigned char>(letter) & 0xC0) != 0x80; }));
}

} // namespace

void complain(std::string_view file, const Error& error) {
    std::string line = "lanewright-cli: ";
    for (const std::string& part : {std::string{file}, error.where.text()})
        if (!part.empty())
            line += part + ": ";
    // One line, whatever the name of a file or device holds: else it could pass for a sentence of ours.
    printToErrors(shownLine(line + error.message.text()) + "\n");
}

void printToErrors(std::string_view text) { std::fputs(shownText(text).c_str(), stderr); }

void printProgress(std::string_view line) { std::fputs(("\r\033[K" + shownLine(line)).c_str(), stderr); }

Exit failed(Exit exit, std::string_view file, const Error& error) {
    complain(file, error);
    return exit;
}

Exit infeasible(std::string_view file, bool asJson, const Error& error) {
    if (!asJson)
        return failed(Exit::No, file, error);
    json::Writer writer;
    writer.beginObject(json::Layout::Lines);
    writer.key("feasible").boolean(false);
    writer.key("reason").string(error.message.text());
    writer.key("where").string(error.where.text());
    writer.endObject();
    const Exit printed = print(writer);
    return printed == Exit::Done ? Exit::No : printed;
}

bool isStandardOutput(std::string_view name) {
    return name == "-" || name == "/dev/stdout" || name == "/dev/fd/1" || name == "/proc/self/fd/1";
}

Result<Done> checkApart(const std::string& name, bool json) {
    if (json && isStandardOutput(name))
        return Error{"the file and the object of --json can't both go to the standard output; leave one out"};
    return Done{};
}

Result<Done> checkOutput(const std::string& name, bool json) {
    return name.empty() || isStandardOutput(name) ? checkApart(name, json) : checkWritable(name);
}

Exit checkOutputs(const std::string& output, const std::string& saveCluster, bool json) {
    if (isStandardOutput(output) && isStandardOutput(saveCluster))
        return failed(Exit::Usage, "", {"schedule and cluster can't both go to the standard output; name one file"});
    for (const std::string& name : {output, saveCluster})
        if (const Result<Done> writable = checkOutput(name, json); !writable)
            return failed(Exit::Usage, name, writable.error());
    return Exit::Done;
}

Result<Done> writeOutput(const std::string& name, std::string_view text) {
    if (name.empty())
        return Done{};
    if (!isStandardOutput(name))
        return writeFile(name, text);
    const std::string shown = shownText(text);
    std::fwrite(shown.data(), 1, shown.size(), stdout);
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0)
        return Done{};
    return Error{"the standard output can't be written"};
}

Result<Done> writeSchedule(const std::string& name, const Plan& plan) {
    if (name.empty())
        return Done{};
    Result<Done> written = writeOutput(name, planToJson(plan));
    if (written)
        complainOfLeftOut(name, plan);
    return written;
}

void complainOfLeftOut(const std::string& name, const Plan& plan) {
    if (Message leftOut = leftOutVariants(plan); !leftOut.empty())
        complain(isStandardOutput(name) ? "" : name, {std::move(leftOut)});
}

Table::Table(std::vector<std::string> head, std::string_view alignment)
    : m_rows{std::move(head)}, m_alignment(alignment) {}

void Table::add(std::vector<std::string> row) {
    for (std::string& cell : row)
        cell = shownLine(cell);
    m_rows.push_back(std::move(row));
}

std::string Table::text() const {
    std::vector<std::size_t> widths(m_rows.front().size(), 0);
    for (const auto& row : m_rows)
        for (std::size_t column = 0; column < row.size(); ++column)
            widths[column] = std::max(widths[column], widthOf(row[column]));
    std::string text;
    for (const auto& row : m_rows) {
        std::string line;
        for (std::size_t column = 0; column < row.size(); ++column) {
            const std::string room(widths[column] - widthOf(row[column]), ' ');
            const bool right = m_alignment[column] == 'r';
            line += (column == 0 ? "" : "  ") + (right ? room + row[column] : row[column] + room);
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + "\n";
    }
    return text;
}

Exit print(std::string_view text) {
    const Result<Done> printed = writeOutput("-", text);
    return printed ? Exit::Done : failed(Exit::Usage, "", printed.error());
}

Exit print(json::Writer& writer) { return print(writer.take() + "\n"); }

std::string counted(int count, const char* one, const char* many) {
    return std::to_string(count) + " " + (count == 1 ? one : many);
}

void writeTime(json::Writer& writer, Time time, TimeUnit unit) {
    writer.numeral(decimalFromTicks(time, scaleOf(unit)));
}

void writeMemory(json::Writer& writer, Bytes bytes, MemoryUnit unit) {
    writer.numeral(decimalFromTicks(bytes, scaleOf(unit)));
}

} // namespace lanewright::cli
