// SPDX-License-Identifier: Apache-2.0
#include "engine/gpt/slab.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>

namespace lanewright::engine::test {

namespace {

/// Bytes that a kernel of a GPU reads at a time.
constexpr std::uintptr_t kWord = 16;

template <typename... Views>
bool beginWithWords(const Views&... views) {
    return ((reinterpret_cast<std::uintptr_t>(views.data) % kWord == 0) && ...);
}

/// A slab of memory that is there, each piece where a device's memory may begin.
struct Filled {
    Slab slab;

    explicit Filled(const SlabLayout& layout) {
        slab.stash = Buffer(layout.stashCount());
        for (int part = 0; part < layout.parts(); ++part)
            slab.residues.emplace_back(layout.residueCount(part));
    }
};

/// Seven tokens: tensors of numbers per token end anywhere.
const ModelSpec kOdd{.layers = 5, .width = 8, .heads = 2, .context = 7, .vocabulary = 19, .batch = 1, .seed = 3};

TEST(SlabLayout, LetsTheMatricesOfEveryLayerBeginAlikeHoweverTheModelIsCut) {
    for (const int stages : {1, 2, 5})
        for (int stage = 0; stage < stages; ++stage)
            for (int parts = 1; parts <= 4; ++parts) {
                SCOPED_TRACE(testing::Message() << "stage " << stage << " of " << stages << ", " << parts << " parts");
                const StageShape shape = shapeOf(kOdd, stages, stage);
                const SlabLayout layout(kOdd, shape, Precision::Bf16, parts);
                const Filled filled(layout);
                for (int at = 0; at < shape.layers; ++at) {
                    const auto layer = layout.layer<Bf16>(filled.slab, at);
                    EXPECT_TRUE(beginWithWords(layer.input, layer.normed1, layer.qkv, layer.attended, layer.middle,
                                               layer.normed2, layer.up, layer.activated, layer.outGradient,
                                               layer.downGradient));
                }
                if (!shape.isLast())
                    continue;
                const auto head = layout.head<Bf16>(filled.slab);
                EXPECT_TRUE(beginWithWords(head.input, head.normed, head.logits));
            }
}

TEST(BufferPool, LetsBuffersOfOneKindServeCountsInTurnsAndCountsWhatIsInUse) {
    BufferPool pool;
    const auto pass = [&] {
        for (const std::int64_t count : {10, 40, 20, 30}) {
            Buffer buffer = pool.take(count, 40);
            EXPECT_EQ(buffer.size(), count);
            EXPECT_EQ(pool.live(), 4 * count);
            pool.giveBack(std::move(buffer));
        }
    };
    pass();
    EXPECT_EQ(pool.spare(), (BufferPool::Rooms{{40, {40}}})) << "one at a time takes one buffer";
    EXPECT_EQ(pool.peak(), 4 * 40);
    const int before = pool.allocations();
    pass();
    EXPECT_EQ(pool.allocations(), before);
    // Two at a time: the smaller of the spare ones serves where it has room.
    Buffer small = pool.take(15, 40);
    Buffer other = pool.take(12, 40);
    EXPECT_EQ(small.room(), 40);
    EXPECT_EQ(other.room(), 12);
    pool.giveBack(std::move(small));
    pool.giveBack(std::move(other));
    EXPECT_EQ(pool.take(12, 40).room(), 12);

    BufferPool same;
    same.reserve({{40, {12, 40}}, {7, {7}}});
    EXPECT_EQ(same.live(), 0);
    const int reserved = same.allocations();
    EXPECT_EQ(same.take(13, 40).room(), 40);
    EXPECT_EQ(same.take(7).room(), 7);
    EXPECT_TRUE(same.take(0).empty());
    EXPECT_EQ(same.allocations(), reserved) << "nothing takes no memory";
}

TEST(SlabLayout, HoldsItsLastTensorToTheEnd) {
    const StageShape shape = shapeOf(kOdd, 1, 0);
    const SlabLayout layout(kOdd, shape, Precision::Bf16);
    const Filled filled(layout);
    const auto head = layout.head<Bf16>(filled.slab);
    const float* const end = filled.slab.residues.front().data() + layout.residueCount();
    EXPECT_LE(static_cast<const void*>(head.normed.data + head.normed.size()), static_cast<const void*>(end));
    EXPECT_LE(head.input.data + head.input.size(), filled.slab.stash.data() + layout.stashCount());
}

} // namespace

} // namespace lanewright::engine::test
