// SPDX-License-Identifier: Apache-2.0
#include "core/base/allocation.h"

#include <gtest/gtest.h>

#include <vector>
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#include <malloc.h>
#endif

namespace lanewright {
namespace {

TEST(Allocation, LargeBlocksComeFromMemoryThatIsKept) {
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 33) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    keepFreedMemory();
    const std::size_t mapped = mallinfo2().hblks;
    { const std::vector<char> block(8 << 20); }
    const std::size_t held = mallinfo2().arena;
    const std::vector<char> block(8 << 20);
    EXPECT_EQ(mallinfo2().hblks, mapped) << "no block is mapped for itself";
    EXPECT_EQ(mallinfo2().arena, held) << "and the second one takes the place of the first";
#else
    GTEST_SKIP() << "the C library has no such choice, or a sanitizer takes its place";
#endif
}

} // namespace
} // namespace lanewright
