// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/reading.h"
#include "core/trace/trace_formats.h"

#include <stop_token>
#include <string>
#include <string_view>

namespace lanewright {

/// A small file of a trace as a whole, unpacked where it is gzip. Fails above `core/io/json`'s limits.
Result<std::string> traceText(const std::string& path, const std::stop_token& stop);
/// What `read` makes of the root of such a file. Errors say in which file.
auto readTraceDocument(const std::string& path, const std::stop_token& stop, const auto& read) {
    const Result<std::string> text = traceText(path, stop);
    auto value = text ? readText(*text, read) : text.error();
    if (!value)
        value = inFile(path, value.error());
    return value;
}

/// The first 64 KiB of a file, unpacked; empty where it can't be read.
std::string headOf(const std::string& path);

/// The number behind `word` in a file's name, as the 3 in `pp_rank_3.json`; -1: none.
int numberInName(std::string_view path, std::string_view word);

} // namespace lanewright
