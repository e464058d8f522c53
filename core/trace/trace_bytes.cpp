// SPDX-License-Identifier: Apache-2.0
#include "core/trace/trace_bytes.h"

#include "core/base/system_reason.h"

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <vector>
#include <zlib.h>

namespace lanewright {

struct TraceBytes::File {
    gzFile handle = nullptr;
    std::vector<char> chunk = std::vector<char>(std::size_t{1} << 18);

    File() = default;
    File(const File&) = delete;
    File& operator=(const File&) = delete;
    ~File() {
        if (handle)
            gzclose(handle);
    }
};

TraceBytes::TraceBytes(std::unique_ptr<File> file) : m_file(std::move(file)) {}
TraceBytes::TraceBytes(TraceBytes&&) noexcept = default;
TraceBytes& TraceBytes::operator=(TraceBytes&&) noexcept = default;
TraceBytes::~TraceBytes() = default;

Result<TraceBytes> TraceBytes::open(const std::string& path) {
    std::error_code none;
    if (std::filesystem::is_directory(path, none))
        return Error{systemReason(EISDIR)};
    auto file = std::make_unique<File>();
    errno = 0;
    file->handle = gzopen(path.c_str(), "rb");
    if (!file->handle)
        return Error{systemReason(errno == 0 ? ENOMEM : errno)};
    gzbuffer(file->handle, 1U << 17);
    return TraceBytes{std::move(file)};
}

std::string_view TraceBytes::next() {
    if (!m_trouble.empty())
        return {};
    const int count = gzread(m_file->handle, m_file->chunk.data(), static_cast<unsigned>(m_file->chunk.size()));
    int code = Z_OK;
    const char* words = gzerror(m_file->handle, &code);
    if (code == Z_BUF_ERROR)
        m_trouble = say(phrase("trace", "the packed file was cut off"));
    else if (code != Z_OK && code != Z_STREAM_END)
        m_trouble = say(phrase("trace", "the packed file is damaged (%1)"), std::string{words ? words : ""});
    return count > 0 ? std::string_view{m_file->chunk.data(), static_cast<std::size_t>(count)} : std::string_view{};
}

std::int64_t TraceBytes::position() const { return gzoffset(m_file->handle); }

std::int64_t sizeOfFile(const std::string& path) {
    std::error_code none;
    const auto size = std::filesystem::file_size(path, none);
    return none ? 0 : static_cast<std::int64_t>(size);
}

} // namespace lanewright
