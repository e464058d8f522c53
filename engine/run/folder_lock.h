// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <memory>
#include <string>

namespace lanewright::engine {

/// Keeps a folder for the states of one run while it lives: another run that wants to save there is refused.
///
/// The system holds the lock on the folder itself (`flock`) and lets go of it when the process ends, however it ends;
/// nothing is left in the folder. A file system without such locks keeps nobody out.
class FolderLock {
public:
    /// Fails when another run has the folder, or when there is none.
    static Result<std::shared_ptr<const FolderLock>> take(const std::string& folder);

    explicit FolderLock(int file) : m_file(file) {}
    ~FolderLock();
    FolderLock(const FolderLock&) = delete;
    FolderLock& operator=(const FolderLock&) = delete;

private:
    int m_file;
};

} // namespace lanewright::engine
