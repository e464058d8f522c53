// SPDX-License-Identifier: Apache-2.0
#include "core/trace/chrome_events.h"

#include "tests/core/trace/trace_files.h"

#include <gtest/gtest.h>

#include <sys/stat.h>

#include <thread>

using namespace lanewright;

namespace {

struct Seen {
    std::vector<std::string> names = {};
    ChromeHeader header = {};
    std::string error = {};
};

Seen seen(const std::string& path) {
    Seen result;
    const Result<ChromeHeader> header = readChromeEvents(path,
                                                         [&](const ChromeEvent& event) {
                                                             result.names.push_back(event.name);
                                                             return true;
                                                         },
                                                         {});
    if (header)
        result.header = *header;
    else
        result.error = header.error().where.text() + ": " + header.error().message.text();
    return result;
}

constexpr std::string_view kEvents =
    R"([{"name": "a", "ph": "X", "ts": 1}, {"name": "b\u00e9\n", "ph": "X", "ts": 2}])";

} // namespace

TEST(ChromeEvents, MicrosecondsAreExactToTheNanosecondAtAnyDate) {
    EXPECT_EQ(nanosecondsOf("4513842033722.325"), Time{4513842033722325});
    EXPECT_EQ(nanosecondsOf("-3889238000000.0"), -Time{3889238000000000});
    EXPECT_EQ(nanosecondsOf("848671.6747283936"), 848671675);
    EXPECT_EQ(nanosecondsOf("1e3"), 1000000);
    EXPECT_EQ(nanosecondsOf("7"), 7000);
    for (const char* text : {"", "NaN", "Infinity", "-", "1.2.3", "1e300", "99999999999999999999", "x"})
        EXPECT_FALSE(nanosecondsOf(text)) << text;
}

TEST(ChromeEvents, ListsAndObjectsAreReadPackedOrNotWithMetadataBeforeOrBehind) {
    const test::TraceFolder folder;
    const std::string events{kEvents};
    const std::string info = R"("baseTimeNanoseconds": 12, "distributedInfo": {"pg": [{"rank": 9}], "rank": 3})";
    for (const char* suffix : {"", ".gz"}) {
        const std::string bare = folder.write("bare.json" + std::string{suffix}, events);
        EXPECT_EQ(seen(bare).names, (std::vector<std::string>{"a", "bé\n"}));
        for (const std::string& text :
             {"{" + info + ", \"traceEvents\": " + events + "}", "{\"traceEvents\": " + events + ", " + info + "}"}) {
            const Seen read = seen(folder.write("object.json" + std::string{suffix}, text));
            EXPECT_EQ(read.names.size(), 2u) << read.error;
            EXPECT_EQ(read.header.base, 12);
            EXPECT_EQ(read.header.rank, 3);
        }
    }
}

TEST(ChromeEvents, WhatProfilersWriteBesideJsonIsTaken) {
    const test::TraceFolder folder;
    const Seen read = seen(folder.write(
        "free.json",
        "\xEF\xBB\xBF{\"traceEvents\": [{\"name\": \"a\", \"args\": {\"x\": NaN, \"y\": -Infinity, \"z\": inf}},\n"
        "{\"name\": \"b\", \"args\": {\"deep\": [{\"name\": \"c\"}]}, }, ]}"));
    EXPECT_EQ(read.names, (std::vector<std::string>{"a", "b"})) << read.error;
    EXPECT_TRUE(read.header.cut.empty());
}

TEST(ChromeEvents, AFileThatWasCutOffGivesWhatItHasAndSaysSo) {
    const test::TraceFolder folder;
    const std::string whole = "{\"traceEvents\": " + std::string{kEvents} + "}";
    int withEvents = 0;
    for (std::size_t size = 0; size < whole.size(); ++size) {
        const Seen read = seen(folder.write("cut.json", whole.substr(0, size)));
        EXPECT_LE(read.names.size(), 2u);
        EXPECT_TRUE(!read.error.empty() || !read.header.cut.empty()) << whole.substr(0, size);
        withEvents += read.names.size() == 2 ? 1 : 0;
    }
    EXPECT_EQ(withEvents, 2); // without `]}`, without `}`
}

TEST(ChromeEvents, APackedFileThatWasCutOffIsSaidToBe) {
    const test::TraceFolder folder;
    std::string text = "[";
    for (int each = 0; each < 2000; ++each)
        text += "{\"name\": \"event " + std::to_string(each * 7919 % 10007) + "\", \"ts\": " + std::to_string(each) +
                "},\n";
    folder.write("whole.json.gz", text + "{}]");
    const std::string bytes = folder.bytesOf("whole.json.gz");
    const Seen read = seen(folder.writeBytes("cut.json.gz", bytes.substr(0, bytes.size() / 2)));
    EXPECT_GT(read.names.size(), 100u);
    EXPECT_EQ(read.header.cut.text(), "the packed file was cut off");
    std::string damaged = bytes;
    for (std::size_t at = damaged.size() / 3; at < damaged.size() / 3 + 40; ++at)
        damaged[at] = static_cast<char>(damaged[at] ^ 0x55);
    const Seen broken = seen(folder.writeBytes("damaged.json.gz", damaged));
    EXPECT_TRUE(!broken.error.empty() || !broken.header.cut.empty());
}

TEST(ChromeEvents, SeveralPackedPartsAreOneFileAndWhatFollowsThemCountsForNothing) {
    const test::TraceFolder folder;
    folder.write("a.gz", R"([{"name": "a"},)");
    folder.write("b.gz", R"({"name": "b"}])");
    const std::string parts = folder.bytesOf("a.gz") + folder.bytesOf("b.gz");
    EXPECT_EQ(seen(folder.writeBytes("both.json.gz", parts)).names, (std::vector<std::string>{"a", "b"}));
    const Seen padded = seen(folder.writeBytes("padded.json.gz", parts + std::string(5000, '\0')));
    EXPECT_EQ(padded.names.size(), 2u);
    EXPECT_TRUE(padded.header.cut.empty()) << padded.header.cut;
}

TEST(ChromeEvents, ReadingStopsWhenAskedWhereNoEventEndsAndWhereNobodyWritesToAPipe) {
    const test::TraceFolder folder;
    const std::string blanks = folder.write("blanks.json.gz", "[" + std::string(std::size_t{1} << 22, ' ') + "]");
    const std::string pipe = folder.path() + "/pipe.json";
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    for (const std::string& path : {blanks, pipe}) {
        std::stop_source stop;
        const std::jthread asks([&stop] { stop.request_stop(); });
        const auto nothing = [](const ChromeEvent&) { return true; };
        Result<ChromeHeader> header = Error{};
        // The blanks may be read before the request comes: they are read again.
        do
            header = readChromeEvents(path, nothing, {.stop = stop.get_token()});
        while (header);
        EXPECT_EQ(header.error().message.text(), "stopped") << path;
    }
    EXPECT_EQ(test::refusal({pipe}), pipe + ": is a pipe, from which nothing is read twice; say which format it has");
}

TEST(ChromeEvents, WhatIsNoTraceIsRefusedWithItsPlace) {
    const test::TraceFolder folder;
    const auto refused = [&](std::string_view text) { return seen(folder.write("bad.json", text)).error; };
    EXPECT_EQ(refused("{\"a\": 1}"),
              "line 1, column 8: this is no list of trace events, nor an object with `traceEvents`");
    EXPECT_EQ(refused("[1]"), "line 1, column 2: a trace event must be an object");
    EXPECT_EQ(refused("[{\"name\" 3}]"), "line 1, column 10: a colon must stand here");
    EXPECT_EQ(refused("[{\"name\": \"a\"}\n {}]"), "line 2, column 2: a comma or ] must stand here");
    EXPECT_EQ(refused("[{\"name\": nope}]"), "line 1, column 11: nope is no JSON value");
    EXPECT_EQ(refused("[{\"name\": \"\\q\"}]"), "line 1, column 11: no escape in a JSON string looks like this");
    EXPECT_EQ(refused("[{}] []"), "");
    EXPECT_EQ(refused(std::string(100, '[')), "line 1, column 2: a trace event must be an object");
    EXPECT_EQ(refused("{\"traceEvents\": {}}").substr(0, 6), "line 1");
}

TEST(ChromeEvents, ReadingStopsWhenAsked) {
    const test::TraceFolder folder;
    std::string text = "[";
    for (int each = 0; each < 40000; ++each)
        text += "{\"name\": \"a\"},";
    std::stop_source stop;
    std::int64_t reports = 0;
    const Result<ChromeHeader> header =
        readChromeEvents(folder.write("long.json", text + "{}]"), [](const ChromeEvent&) { return true; },
                         {.stop = stop.get_token(), .progress = [&](std::int64_t, std::int64_t) {
                              ++reports;
                              stop.request_stop();
                          }});
    ASSERT_FALSE(header);
    EXPECT_EQ(header.error().message.text(), "stopped");
    EXPECT_EQ(reports, 1);
}
