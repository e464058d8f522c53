// SPDX-License-Identifier: Apache-2.0
#include "engine/run/folder_lock.h"

#include "core/base/system_reason.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace lanewright::engine {

namespace {

constexpr bool kLocked = true; ///< what a lock points at, so that it isn't null

} // namespace

Result<FolderLock> lockFolder(const std::string& folder) {
    const int file = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file < 0)
        return Error{
            say(phrase("engine", "the folder for the training state can't be opened: %1"), systemReason(errno)),
            folder};
    FolderLock lock(&kLocked, [file](const void*) { ::close(file); });
    if (::flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        return Error{
            say(phrase("engine", "another run saves its training state there; wait for its end, or save elsewhere")),
            folder};
    return lock;
}

} // namespace lanewright::engine
