// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <new>

namespace lanewright {

/// What `work` gives, or else what `otherwise` makes of the words of the exception that it threw; null without memory.
///
/// The board's module is compiled without exceptions: what would throw ends it, and the page that loaded it says so.
template <typename Work, typename Otherwise>
auto caught(const Work& work, const Otherwise& otherwise) {
#if defined(__cpp_exceptions)
    try {
        return work();
    } catch (const std::bad_alloc&) {
        return otherwise(nullptr);
    } catch (const std::exception& problem) {
        return otherwise(problem.what());
    }
#else
    static_cast<void>(otherwise);
    return work();
#endif
}

} // namespace lanewright
