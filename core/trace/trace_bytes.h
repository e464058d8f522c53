// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

namespace lanewright {

/// The bytes of a file from front to back, unpacked where it is gzip, a chunk in memory at a time.
class TraceBytes {
public:
    /// Fails, in the system's words, when the file can't be read. A request to stop ends every wait for bytes.
    static Result<TraceBytes> open(const std::string& path, const std::stop_token& stop = {});
    TraceBytes(TraceBytes&&) noexcept;
    TraceBytes& operator=(TraceBytes&&) noexcept;
    ~TraceBytes();

    /// The next bytes, which hold until the next call; empty at the end, and where the file can't be read further.
    std::string_view next();
    /// Why reading ended before the file did: a gzip file that was cut off or is damaged, a request to stop. Empty
    /// where all is well.
    const Message& trouble() const;
    /// How far into the file, as it lies on the disk.
    std::int64_t position() const;

private:
    struct File;
    explicit TraceBytes(std::unique_ptr<File> file);

    std::unique_ptr<File> m_file;
};

/// The size of a file on the disk; 0 when it has none.
std::int64_t sizeOfFile(const std::string& path);

/// From a pipe nothing is read twice.
bool isPipe(const std::string& path);

} // namespace lanewright
