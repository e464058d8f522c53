// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/shown.h"
#include "core/base/result.h"
#include "core/io/json_writer.h"
#include "core/open/open_file.h"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace lanewright::api {

class Board;

/// What came of a question; the exit code of the command line.
enum class Exit : int {
    Done = 0,
    No = 1,        ///< the answer is no: invalid, infeasible, differs
    Usage = 2,     ///< wrong usage or unreadable input
    RunFailed = 3, ///< a run failed
    Missing = 4,   ///< a backend, GPU or launcher is missing
    Stopped = 130, ///< stopped by who asked; the best so far is saved
};

/// Why there is no answer, and of which file.
struct Refusal {
    std::string file = {};
    Error error;
};

/// Requests to stop while long work goes on: for a stop, and for an end at once. They are heard while `guard` lives.
struct Stops {
    std::stop_token stop = {};
    std::stop_token now = {};
    std::shared_ptr<void> guard = {};
};

/// Who asks: where files come from and go to, what is heard of long work and what stops it.
class Asker {
public:
    virtual ~Asker() = default;

    /// Something to say beside the answer, of a file or of none.
    virtual void remark(const std::string& file, const Error& error) const = 0;
    /// How far long work is, in a line that stands in the place of the one before; an empty line ends it.
    virtual void progress(const std::string& line) const = 0;
    /// The best so far of a search, as an object. Of its first hearer in command lines nothing is seen.
    virtual void best(const std::function<void(json::Writer&)>&) const {}
    /// Writes to what stands for the standard output.
    virtual Result<Done> print(std::string_view text) const = 0;
    /// Writes to what stands for the standard error.
    virtual void note(std::string_view text) const = 0;
    virtual Stops stops() const { return {}; }
    /// Whether the answer goes to the standard output as one object, which leaves no room for a file there.
    virtual bool wantsObject() const = 0;

    /// @name Opening what a request names; an empty name stands for the document at hand, `-` for the standard input
    ///
    /// Keys of a schedule that mean nothing to this version are remarked.
    /// @{
    virtual Result<std::string> bytes(const std::string& file) const;
    virtual Result<Opened> open(const std::string& file) const;
    Result<Plan> plan(const std::string& file) const;
    /// A schedule or run that has an order.
    Result<Shown> shown(const std::string& file) const;
    void remarkKeys(const std::string& file, const Plan& plan) const;
    /// @}

    /// @name The document at hand
    /// @{
    /// Where its board is, null until one has begun; null without a document.
    virtual std::shared_ptr<Board>* board() const { return nullptr; }
    /// The text of a document that was named for it; none: there is no such name, and no file is looked for.
    virtual std::optional<std::string> textNamed(const std::string&) const { return {}; }
    /// @}

    /// @name Writing what a request names; no name asks for no file, `-` for the standard output
    /// @{
    /// Fails where the file and the answer would both go to the standard output.
    Result<Done> checkApart(const std::string& file) const;
    /// The same, and fails where no file could be put there: found out before long work.
    virtual Result<Done> checkOutput(const std::string& file) const;
    virtual Result<Done> write(const std::string& file, std::string_view text) const;
    /// A schedule; variants that it leaves out are remarked.
    Result<Done> write(const std::string& file, const Plan& plan) const;
    void remarkLeftOut(const std::string& file, const Plan& plan) const;
    /// @}
};

/// True where what is written to that name goes to the standard output: `-`, or a name that the system has for it.
bool isStandardOutput(std::string_view name);

} // namespace lanewright::api
