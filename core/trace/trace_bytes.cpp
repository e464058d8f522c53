// SPDX-License-Identifier: Apache-2.0
#include "core/trace/trace_bytes.h"

#include "core/io/files.h"

#include <algorithm>
#include <filesystem>
#include <span>
#include <system_error>
#include <utility>
#include <vector>
#include <zlib.h>

namespace lanewright {

namespace {

constexpr std::string_view kPackedMark = "\x1F\x8B"; ///< with which each packed part begins

} // namespace

/// An open file, and what unpacks it where it is gzip. zlib's own files can't be stopped while they wait for a pipe.
struct TraceBytes::File {
    InputFile file;
    std::vector<char> input = std::vector<char>(std::size_t{1} << 17);
    std::string_view left = {}; ///< what was read and not yet handed on
    std::int64_t position = 0;
    Message trouble = {};
    std::vector<char> chunk = std::vector<char>(std::size_t{1} << 18);
    z_stream stream = {};
    bool isOpened = false; ///< its first bytes were seen
    bool isPacked = false;
    bool isInside = false; ///< a packed part has begun and not ended
    bool isOver = false;   ///< what follows the last packed part counts for nothing

    explicit File(InputFile own) : file(std::move(own)) {}
    File(const File&) = delete;
    File& operator=(const File&) = delete;
    ~File() {
        if (isPacked)
            inflateEnd(&stream);
    }

    /// Reads once, behind what is left. False at the end of the file, and at trouble.
    bool refill() {
        const std::size_t kept = left.size();
        std::ranges::copy(left, input.begin());
        const Result<std::size_t> read = file.read(std::span{input}.subspan(kept));
        if (!read)
            trouble = read.error().message;
        const std::size_t more = read ? *read : 0;
        position += static_cast<std::int64_t>(more);
        left = {input.data(), kept + more};
        return more > 0;
    }

    /// Tells from the first bytes whether the file is packed.
    void see() {
        isOpened = true;
        while (left.size() < kPackedMark.size() && refill()) {
        }
        constexpr int kGzipOnly = 16 + MAX_WBITS;
        isPacked = left.starts_with(kPackedMark) && inflateInit2(&stream, kGzipOnly) == Z_OK;
    }

    /// Begins the packed part that stands next; false where none does.
    bool beginPart() {
        while (left.size() < kPackedMark.size() && refill()) {
        }
        isOver = !left.starts_with(kPackedMark);
        isInside = !isOver && inflateReset(&stream) == Z_OK;
        return isInside;
    }

    std::string_view unpack() {
        stream.next_out = reinterpret_cast<Bytef*>(chunk.data());
        stream.avail_out = static_cast<uInt>(chunk.size());
        while (stream.avail_out > 0 && trouble.empty() && !isOver) {
            if (!isInside && !beginPart())
                break;
            if (left.empty() && !refill()) {
                if (trouble.empty())
                    trouble = say(phrase("trace", "the packed file was cut off"));
                break;
            }
            stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(left.data()));
            stream.avail_in = static_cast<uInt>(left.size());
            const int code = inflate(&stream, Z_NO_FLUSH);
            left.remove_prefix(left.size() - stream.avail_in);
            isInside = code != Z_STREAM_END;
            if (code != Z_STREAM_END && code != Z_OK && code != Z_BUF_ERROR)
                trouble =
                    say(phrase("trace", "the packed file is damaged (%1)"), std::string{stream.msg ? stream.msg : ""});
        }
        return {chunk.data(), chunk.size() - stream.avail_out};
    }
};

TraceBytes::TraceBytes(std::unique_ptr<File> file) : m_file(std::move(file)) {}
TraceBytes::TraceBytes(TraceBytes&&) noexcept = default;
TraceBytes& TraceBytes::operator=(TraceBytes&&) noexcept = default;
TraceBytes::~TraceBytes() = default;

Result<TraceBytes> TraceBytes::open(const std::string& path, const std::stop_token& stop) {
    Result<InputFile> file = InputFile::open(path, stop);
    if (!file)
        return file.error();
    return TraceBytes{std::make_unique<File>(*std::move(file))};
}

std::string_view TraceBytes::next() {
    File& file = *m_file;
    if (!file.trouble.empty())
        return {};
    if (!file.isOpened)
        file.see();
    if (file.isPacked)
        return file.unpack();
    if (file.left.empty())
        file.refill();
    return std::exchange(file.left, {});
}

const Message& TraceBytes::trouble() const { return m_file->trouble; }

std::int64_t TraceBytes::position() const { return m_file->position; }

std::int64_t sizeOfFile(const std::string& path) {
    std::error_code none;
    const auto size = std::filesystem::file_size(path, none);
    return none ? 0 : static_cast<std::int64_t>(size);
}

bool isPipe(const std::string& path) {
    std::error_code none;
    return std::filesystem::is_fifo(path, none);
}

} // namespace lanewright
