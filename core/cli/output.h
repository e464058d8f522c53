// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fraction.h"
#include "core/base/result.h"
#include "core/base/units.h"
#include "core/io/json_writer.h"
#include "core/model/plan.h"
#include "core/simulate/number_text.h"

#include <string>
#include <string_view>
#include <vector>

namespace lanewright::cli {

/// What the program returns to the shell.
enum class Exit : int {
    Done = 0,
    No = 1,        ///< the answer is no: invalid, infeasible, differs
    Usage = 2,     ///< wrong usage or unreadable input
    RunFailed = 3, ///< a run failed
    Missing = 4,   ///< a backend, GPU or launcher is missing
    Stopped = 130, ///< stopped by Ctrl-C; the best so far is saved
};

/// Writes `lanewright-cli: file:place: sentence` to the standard error, leaving out what is empty.
void complain(std::string_view file, const Error& error);

/// Writes text to the standard error, fit to be shown.
void printToErrors(std::string_view text);

/// Writes the line of progress over the one before, on the standard error. An empty line ends it.
void printProgress(std::string_view line);

/// Complains and gives the exit code to return.
Exit failed(Exit exit, std::string_view file, const Error& error);

/// Cells in columns, each as wide as its widest cell; the first row is the head.
class Table {
public:
    explicit Table(std::vector<std::string> head, std::string_view alignment);
    /// Cells are made fit to be shown on a line.
    void add(std::vector<std::string> row);
    bool empty() const { return m_rows.size() < 2; }
    std::string text() const;

private:
    std::vector<std::vector<std::string>> m_rows;
    std::string m_alignment; ///< per column `l` or `r`
};

/// Writes text to the standard output, fit to be shown (`shownText`): no file's title moves a cursor. Fails when it
/// can't be written (a full disk, a closed pipe).
Exit print(std::string_view text);
/// Writes the finished object and a line end.
Exit print(json::Writer& writer);

/// True where what is written to that name goes to the standard output: `-`, or a name that the system has for it.
bool isStandardOutput(std::string_view name);
/// Fails where a file of that name and the object of `--json` would both go to the standard output.
Result<Done> checkApart(const std::string& name, bool json);
/// The same, and fails where no file could be put there: found out before long work. No name asks for no file.
Result<Done> checkOutput(const std::string& name, bool json);
/// Whether two files can be put there, of which one may be named `--save-cluster -`; complains where not.
Exit checkOutputs(const std::string& output, const std::string& saveCluster, bool json);
/// Writes the file, or prints it where the name is that of the standard output. No name asks for no file.
Result<Done> writeOutput(const std::string& name, std::string_view text);

/// Writes the plan as a schedule file, likewise, and complains of variants that it leaves out.
Result<Done> writeSchedule(const std::string& name, const Plan& plan);
void complainOfLeftOut(const std::string& name, const Plan& plan);

/// Says that no order can be what was asked for: as a complaint, or as an object whose `feasible` is false. Gives
/// `Exit::No`, or what printing failed with.
Exit infeasible(std::string_view file, bool asJson, const Error& error);

// How the command line writes numbers for people.
using numbers::memoryText;
using numbers::periodText;
using numbers::roundedTimeText;
using numbers::shareText;
using numbers::timeText;

/// `1 rank`, `2 ranks`.
std::string counted(int count, const char* one, const char* many);

/// Exact decimals in the unit of the plan.
void writeTime(json::Writer& writer, Time time, TimeUnit unit);
void writeMemory(json::Writer& writer, Bytes bytes, MemoryUnit unit);

} // namespace lanewright::cli
