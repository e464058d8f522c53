// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/base/units.h"
#include "core/trace/trace_control.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Chrome's trace event format, in which most profilers write: read an event at a time.
namespace lanewright {

/// An event; of what it holds only until the next one is read.
struct ChromeEvent {
    char phase = 0; ///< `X` complete, `B` and `E` its ends, `M` metadata, `i` instant, …; 0: not given
    std::string name = {};
    std::string category = {};
    std::string process = {}; ///< `pid`, a number or a name
    std::string thread = {};  ///< `tid`
    Time start = 0;           ///< `ts` in ns; without the file's base
    Time duration = 0;
    bool timed = false;     ///< it has a `ts` that is a number
    bool lasts = true;      ///< its `dur`, where it has one, is a number that a time can be; else `duration` is 0
    std::string where = {}; ///< `line 3, column 7`, where it begins

    /// What `args` holds under the key: a text, a numeral, `true`. Nothing for lists and objects.
    std::optional<std::string_view> argument(std::string_view key) const;
    /// The same as a whole number; nothing for what is none.
    std::optional<std::int64_t> number(std::string_view key) const;

    std::vector<std::pair<std::string, std::string>> arguments = {}; ///< the first `argumentCount` are the event's
    std::size_t argumentCount = 0;
};

/// What stands beside the events. It may stand behind them, so it is known at the end only.
struct ChromeHeader {
    Time base = 0;                ///< `baseTimeNanoseconds`, which every `ts` counts from
    std::optional<int> rank = {}; ///< `distributedInfo.rank`
    int worldSize = 0;            ///< `distributedInfo.world_size`; 0: not said
    std::string backend = {};
    std::string host = {};
    bool kineto = false; ///< it says what only PyTorch's profiler says
    std::int64_t events = 0;
    Message cut = {}; ///< why the file ends before its events do; empty: it does not
};

/// Calls `take` with each event, in the order of the file, until it gives false. Reads objects with `traceEvents` and
/// bare lists; of a file that was cut off what there is. Fails, with line and column, on what is neither, and when it
/// is stopped. `read` and `total` of the progress are increased by this file's.
Result<ChromeHeader> readChromeEvents(const std::string& path, const std::function<bool(const ChromeEvent&)>& take,
                                      const TraceControl& control);

/// Microseconds as decimals, in nanoseconds: to the nearest, without passing through a floating point number, whose
/// step at today's date is larger. Nothing for what is no number or too large.
std::optional<Time> nanosecondsOf(std::string_view microseconds);

} // namespace lanewright
