// SPDX-License-Identifier: Apache-2.0
#include "core/trace/packed_records.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <random>
#include <vector>

namespace lanewright::test {
namespace {

using Records = PackedRecords<3>;

std::vector<Records::Record> recordsOf(const Records& packed) {
    std::vector<Records::Record> records;
    packed.forEach([&](const Records::Record& record) { records.push_back(record); });
    return records;
}

TEST(PackedRecords, ComeBackAsTheyWere) {
    constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
    const std::vector<Records::Record> records = {{0, 0, 0},           {1, -1, 63},        {64, -64, -65},
                                                  {127, 128, 1 << 20}, {kLeast, kMost, 0}, {kMost, kLeast, kMost},
                                                  {0, 0, kLeast}};
    Records packed;
    for (const Records::Record& record : records)
        packed.add(record);
    EXPECT_EQ(packed.size(), records.size());
    EXPECT_EQ(recordsOf(packed), records);
}

TEST(PackedRecords, ComeBackFromManyPages) {
    std::mt19937_64 random{7};
    Records packed;
    std::vector<Records::Record> records;
    for (int i = 0; i < 200'000; ++i) {
        const int bits = static_cast<int>(random() % 64);
        records.push_back({i, static_cast<std::int64_t>(random() >> bits), -static_cast<std::int64_t>(random() % 100)});
        packed.add(records.back());
    }
    EXPECT_EQ(recordsOf(packed), records);
}

TEST(PackedRecords, AreGoneOnceTheyAreDropped) {
    Records packed;
    packed.add({5, 5, 5});
    packed.clear();
    EXPECT_TRUE(packed.empty());
    packed.add({6, 7, 8});
    EXPECT_EQ(recordsOf(packed), (std::vector<Records::Record>{{6, 7, 8}}));
}

} // namespace
} // namespace lanewright::test
