// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>

namespace lanewright {

/// How a file is read.
struct ReadOptions {
    bool waitsForPipes = true; ///< until whoever writes to a pipe closes it; else a pipe is refused
    std::stop_token stop = {}; ///< ends that wait
    /// A file of more bytes is refused before it is read; none: of more than 1 GiB.
    std::optional<std::size_t> most = {};
};

/// The bytes of a file. The error says why not, as the system words it. Opening never waits.
Result<std::string> readFile(const std::string& path, const ReadOptions& options = {});

/// An open file or pipe that is read from front to back; `-` is the standard input. Neither opening nor reading waits
/// once it is told to stop.
class InputFile {
public:
    /// Fails, with the system's reason, where there is nothing to read; folders and devices are no files.
    static Result<InputFile> open(const std::string& path, const std::stop_token& stop = {});
    InputFile(InputFile&& other) noexcept;
    InputFile& operator=(InputFile&&) = delete;
    ~InputFile();

    bool isPipe() const { return m_isPipe; }
    /// In bytes; 0 for a pipe, which does not say.
    std::uint64_t size() const { return m_size; }
    /// Reads once, and gives the number of bytes: 0 at the end.
    Result<std::size_t> read(std::span<char> into);

private:
    InputFile(int number, std::stop_token stop);

    int m_number;
    std::stop_token m_stop;
    bool m_isPipe = false;
    std::uint64_t m_size = 0;
};

/// What becomes of a symbolic link where a file is written: the file at its end is replaced, or the link itself.
enum class LinkPolicy : std::uint8_t { Follow, Replace };

/// Replaces the file in one go (a temporary beside it, synced, renamed), so that a crash never leaves half of it. Where
/// links are replaced, so is all else that is no folder; else pipes, devices and what a process has open
/// (`/dev/stdout`) are written into.
Result<Done> writeFile(const std::string& path, std::string_view bytes, LinkPolicy links = LinkPolicy::Follow);

/// Whether `writeFile` could put a file there: found out before long work, not after it. Leaves nothing behind.
Result<Done> checkWritable(const std::string& path);

} // namespace lanewright
