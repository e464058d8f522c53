// SPDX-License-Identifier: Apache-2.0
#include "core/trace/trace_document.h"

#include "core/base/whole_number.h"
#include "core/trace/trace_bytes.h"

namespace lanewright {

Result<std::string> traceText(const std::string& path, const std::stop_token& stop) {
    Result<TraceBytes> bytes = TraceBytes::open(path, stop);
    if (!bytes)
        return bytes.error();
    std::string text;
    for (std::string_view chunk = bytes->next(); !chunk.empty(); chunk = bytes->next()) {
        if (text.size() + chunk.size() > json::kMaxBytes)
            return Error{say(phrase("trace", "the file is larger than 1 GiB"))};
        text += chunk;
    }
    if (!bytes->trouble().empty())
        return Error{bytes->trouble()};
    return text;
}

std::string headOf(const std::string& path) {
    constexpr std::size_t enough = std::size_t{1} << 16;
    Result<TraceBytes> bytes = TraceBytes::open(path);
    std::string head;
    while (bytes && head.size() < enough) {
        const std::string_view chunk = bytes->next();
        if (chunk.empty())
            break;
        head += chunk.substr(0, enough - head.size());
    }
    return head;
}

int numberInName(std::string_view path, std::string_view word) {
    const std::string_view name = path.substr(path.find_last_of('/') + 1);
    const std::size_t at = name.rfind(word);
    return at == std::string_view::npos ? -1 : wholeBehind<int>(word, name.substr(at)).value_or(-1);
}

} // namespace lanewright
