// SPDX-License-Identifier: Apache-2.0
#include "core/base/allocation.h"

#include <gtest/gtest.h>

#include <malloc.h>
#include <vector>

namespace lanewright {
namespace {

TEST(Allocation, LargeBlocksComeFromMemoryThatIsKept) {
    keepFreedMemory();
    const std::size_t mapped = mallinfo2().hblks;
    { const std::vector<char> block(8 << 20); }
    const std::size_t held = mallinfo2().arena;
    const std::vector<char> block(8 << 20);
    EXPECT_EQ(mallinfo2().hblks, mapped) << "no block is mapped for itself";
    EXPECT_EQ(mallinfo2().arena, held) << "and the second one takes the place of the first";
}

} // namespace
} // namespace lanewright
