// SPDX-License-Identifier: Apache-2.0
#include "core/base/system_reason.h"

#include <cerrno>
#include <system_error>

namespace lanewright {

Message systemReason(int code) {
    switch (code) {
    case ENOENT: return say(phrase("system", "No such file or directory"));
    case EACCES: return say(phrase("system", "Permission denied"));
    case EPERM: return say(phrase("system", "Operation not permitted"));
    case EISDIR: return say(phrase("system", "Is a directory"));
    case ENOTDIR: return say(phrase("system", "Not a directory"));
    case EROFS: return say(phrase("system", "Read-only file system"));
    case ENOSPC: return say(phrase("system", "No space left on device"));
    case EDQUOT: return say(phrase("system", "Disk quota exceeded"));
    case EFBIG: return say(phrase("system", "File too large"));
    case EIO: return say(phrase("system", "Input/output error"));
    case ENAMETOOLONG: return say(phrase("system", "File name too long"));
    case ELOOP: return say(phrase("system", "Too many levels of symbolic links"));
    case ETXTBSY: return say(phrase("system", "Text file busy"));
    case EMFILE: return say(phrase("system", "Too many open files"));
    case ENOMEM: return say(phrase("system", "Cannot allocate memory"));
    case EAGAIN: return say(phrase("system", "Resource temporarily unavailable"));
    case ENOEXEC: return say(phrase("system", "Exec format error"));
    default: return std::generic_category().message(code);
    }
}

} // namespace lanewright
