// SPDX-License-Identifier: Apache-2.0
#include "core/open/open_file.h"

#include "core/trace/trace_document.h"
#include "core/trace/trace_formats.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace lanewright {

bool holdsTraces(const std::string& path) {
    std::error_code error;
    if (std::filesystem::is_directory(path, error))
        return true;
    // From a pipe nothing is read twice.
    if (!std::filesystem::is_regular_file(path, error))
        return false;
    const std::string head = headOf(path);
    const auto names = [&head](std::string_view word) { return head.find(word) != std::string::npos; };
    if (names("\"lanewright-schedule\"") || names("\"lanewright-run\"") || isPytorchCsv(path, head))
        return false;
    return std::ranges::any_of(traceFormats(),
                               [&](const TraceFormat& format) { return format.recognises(path, head); });
}

} // namespace lanewright
