// SPDX-License-Identifier: Apache-2.0
#include "core/client/job_record.h"
#include "core/io/run_json.h"

#include "core/client/job_listener.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace lanewright {
namespace {

std::string readyLine(int rank, const std::string& more = "") {
    const std::string own = std::to_string(rank);
    return R"({"event":"ready","ranks":2,"rank":)" + own + R"(,"backend":"cpu","host":"node)" + own +
           R"(","launcher":"torchrun","framework":"torch 2.15.0","device_clock":"host","stages":[)" + own +
           R"(],"stage_count":2,"microbatches":1,"title":"Schedule1F1B, as it ran","clock_uncertainty":)" +
           (rank == 0 ? "0" : "250") + more + "}";
}

/// A step of rank 0: F0 from 0 to 100, BW0 from 450 to 600.
std::string first(int step, int origin) {
    return R"({"event":"spans","step":)" + std::to_string(step) + R"(,"rank":0,"origin":)" + std::to_string(origin) +
           R"(,"wall":[["F0.0",0,100],["BW0.0",450,600]],"live":[],"others":[["wait",0,115,450,"BW0.0",null]]})";
}

/// The same step of rank 1, whose own times begin 40 later: F1 from 150 to 250, BW1 from 255 to 400.
std::string second(int step, int origin) {
    return R"({"event":"spans","step":)" + std::to_string(step) + R"(,"rank":1,"loss":0.5,"origin":)" +
           std::to_string(origin + 40) +
           R"(,"wall":[["F1.0",110,210],["BW1.0",215,360]],"live":[],"others":[["wait",1,-30,110,"F1.0",null]]})";
}

std::string doneLine(int rank, int dropped = 0) {
    return R"({"event":"done","rank":)" + std::to_string(rank) + R"(,"dropped":)" + std::to_string(dropped) + "}";
}

void expectTaken(JobRecord& record, int rank, const std::string& line) {
    const Result<Done> taken = record.add(rank, line);
    EXPECT_TRUE(taken) << taken.error().message << " at " << taken.error().where;
}

TEST(JobRecord, MakesARunOfWhatTheRanksSay) {
    JobRecord record;
    expectTaken(record, 1, readyLine(1));
    EXPECT_EQ(record.ranks(), 2);
    expectTaken(record, 0, readyLine(0));
    expectTaken(record, 0, first(5, 1000));
    EXPECT_FALSE(record.latestStep());
    EXPECT_FALSE(record.run());
    expectTaken(record, 1, second(5, 1000));
    expectTaken(record, 1, second(6, 3000));
    expectTaken(record, 0, first(6, 3000));
    EXPECT_EQ(record.latestStep(), 6);
    EXPECT_TRUE(record.run()->partial);
    EXPECT_EQ(record.unfinished(), "ranks 0–1 went without a last word: they were killed, or their links were lost");
    expectTaken(record, 0, doneLine(0));
    EXPECT_EQ(record.unfinished(), "rank 1 went without a last word: it was killed, or its link was lost");
    expectTaken(record, 1, doneLine(1));
    ASSERT_TRUE(record.isOver());
    EXPECT_TRUE(record.unfinished().empty());
    const Result<lanewright::Run> run = record.run();
    ASSERT_TRUE(run) << run.error().message;
    EXPECT_FALSE(run->partial);
    EXPECT_EQ(run->hosts, (std::vector<std::string>{"node0", "node1"}));
    EXPECT_EQ(run->clockUncertainty, (std::vector<Time>{0, 250}));
    EXPECT_EQ(run->losses, (std::vector<double>{0.5, 0.5}));
    ASSERT_EQ(run->steps.size(), 2U);
    EXPECT_EQ(run->steps[1].step, 6);
    EXPECT_EQ(run->steps[1].start, 2000);
    const Lane& lane = run->steps[0].wall.lanes[1];
    ASSERT_EQ(lane.size(), 2U);
    EXPECT_EQ(lane[0], (Span{.op = {.kind = OpKind::F, .stage = 1}, .start = 150, .end = 250}));
    ASSERT_EQ(run->steps[0].others.size(), 2U);
    EXPECT_EQ(run->steps[0].others[0].start, 10);
    EXPECT_EQ(run->steps[0].others[0].peer, 0) << "who sends the value is known by the stages";
    // What it writes is read again.
    const Result<lanewright::Run> again = runFromJson(runToJson(*run));
    ASSERT_TRUE(again) << again.error().message << " at " << again.error().where;
    EXPECT_EQ(*again, *run);
    ASSERT_TRUE(run->recorder);
    EXPECT_EQ(run->recorder->framework, "torch 2.15.0");
    EXPECT_TRUE(run->recorder->orderMeasured);
    EXPECT_EQ(run->clocks.source, ClockSource::Exchange);
}

TEST(JobRecord, TakesTheOrderThatItSawAndItsMediansWithoutAPlan) {
    JobRecord record;
    for (const int rank : {0, 1})
        expectTaken(record, rank, readyLine(rank));
    expectTaken(record, 0, first(0, 0));
    expectTaken(record, 1, second(0, 0));
    const Result<lanewright::Run> run = record.run();
    ASSERT_TRUE(run) << run.error().message;
    EXPECT_EQ(run->plan.title, "Schedule1F1B, as it ran");
    ASSERT_EQ(run->plan.schedule.order.size(), 2U);
    EXPECT_EQ(run->plan.schedule.order[1].size(), 2U);
    const auto length = [&](OpKind kind, int stage) {
        return run->plan.costs.duration({.kind = kind, .stage = static_cast<std::int16_t>(stage)}, 0,
                                        run->plan.schedule.placement);
    };
    EXPECT_EQ(length(OpKind::F, 0), 100);
    EXPECT_EQ(length(OpKind::BW, 0), 150);
    EXPECT_EQ(length(OpKind::BW, 1), 145);
    EXPECT_EQ(run->plan.timeUnit, TimeUnit::Ms) << "nobody reads 95807004.00 ns";
    const Result<lanewright::Run> again = runFromJson(runToJson(*run));
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(*again, *run) << "not a nanosecond is lost in the file";
}

TEST(JobRecord, KeepsWhatRanksSayThatTheirSpansHeld) {
    const auto holding = [](std::string line, const std::string& live) {
        return line.replace(line.find("\"live\":[]"), 9, "\"live\":[" + live + "]");
    };
    JobRecord record;
    for (const int rank : {0, 1})
        expectTaken(record, rank, readyLine(rank));
    expectTaken(record, 0, holding(first(0, 0), "4096,4096"));
    EXPECT_FALSE(record.add(1, holding(second(0, 0), "4096"))) << "two spans and one number";
    expectTaken(record, 1, second(0, 0));
    const std::optional<StepRecord> step = record.stepAt(0);
    ASSERT_TRUE(step);
    EXPECT_EQ(step->live, (std::vector<std::vector<Bytes>>{{4096, 4096}, {}}));
}

TEST(JobRecord, LeavesOutStepsThatARankDropped) {
    JobRecord record;
    for (const int rank : {0, 1})
        expectTaken(record, rank, readyLine(rank));
    for (const int step : {3, 4, 5})
        expectTaken(record, 0, first(step, 1000 * step));
    expectTaken(record, 1, second(3, 3000));
    expectTaken(record, 1, second(5, 5000));
    expectTaken(record, 0, doneLine(0));
    expectTaken(record, 1, doneLine(1, 1));
    const Result<lanewright::Run> run = record.run();
    ASSERT_TRUE(run);
    ASSERT_EQ(run->steps.size(), 2U);
    EXPECT_EQ(run->steps[1].step, 5);
    EXPECT_EQ(run->steps[1].start, 600) << "what lay between was not measured";
    EXPECT_TRUE(run->partial);
}

TEST(JobRecord, RefusesWhatCannotBeOfTheJob) {
    JobRecord record;
    const auto refused = [&](int rank, const std::string& line) {
        const Result<Done> taken = record.add(rank, line);
        EXPECT_FALSE(taken) << line;
        EXPECT_TRUE(taken || !taken.error().message.empty());
    };
    for (const char* line : {"", "{", "[]", "{}", R"({"event":7})", R"({"event":"ready"})"})
        refused(0, line);
    refused(0, first(0, 0));
    refused(7, readyLine(1));
    refused(
        0,
        readyLine(
            0, R"(,"schedule":{"format":"lanewright-schedule","version":1,"microbatches":9,"placement":{"ranks":2}})"));
    expectTaken(record, 0, readyLine(0));
    refused(1, R"({"event":"ready","ranks":3,"stages":[1],"stage_count":3,"microbatches":1})");
    expectTaken(record, 0, first(1, 0));
    refused(0, first(1, 0));
    refused(0, R"({"event":"spans","step":2,"origin":0,"wall":[["F7.0",0,1]]})");
    refused(0, R"({"event":"spans","step":2,"origin":0,"wall":[["F0.0",5,1]]})");
    refused(0, R"({"event":"spans","step":2,"origin":0,"wall":[["W0.0/1",0,1]]})");
    refused(0, R"({"event":"spans","step":2,"origin":0,"wall":[],"others":[["wait",0,0,1,"F7.0",null]]})");
    refused(0, R"({"event":"spans","step":2,"origin":99999999999999999999,"wall":[]})");
}

TEST(JobRecord, KeepsNothingOfALineThatItRefuses) {
    JobRecord record;
    EXPECT_FALSE(
        record.add(0, R"({"event":"ready","ranks":1,"stages":[0],"stage_count":1,"microbatches":1,"title":5})"));
    EXPECT_EQ(record.ranks(), 0);
    for (const int rank : {0, 1})
        expectTaken(record, rank, readyLine(rank));
    for (const int rank : {0, 1})
        expectTaken(record, rank, doneLine(rank));
    EXPECT_FALSE(record.add(0, R"({"event":"done","dropped":-1})"));
    EXPECT_TRUE(record.isOver());
}

TEST(JobRecord, MakesARunOfTheLatestSteps) {
    JobRecord record;
    for (const int rank : {0, 1})
        expectTaken(record, rank, readyLine(rank));
    for (const int step : {3, 4, 5}) {
        expectTaken(record, 0, first(step, 1000 * step));
        expectTaken(record, 1, second(step, 1000 * step));
    }
    expectTaken(record, 0, first(6, 6000)); // which is not whole
    const Result<lanewright::Run> run = record.run(2);
    ASSERT_TRUE(run) << run.error().message;
    ASSERT_EQ(run->steps.size(), 2U);
    EXPECT_EQ(run->steps.front().step, 4);
    EXPECT_EQ(run->losses.size(), 2U);
}

/// What a rank's socket is to the listener.
class Caller {
public:
    explicit Caller(int port) : m_file(socket(AF_INET, SOCK_STREAM, 0)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(static_cast<std::uint16_t>(port));
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        EXPECT_EQ(connect(m_file, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    }
    Caller(const Caller&) = delete;
    Caller& operator=(const Caller&) = delete;
    ~Caller() { close(m_file); }
    void say(const std::string& text) const {
        EXPECT_EQ(send(m_file, text.data(), text.size(), MSG_NOSIGNAL), static_cast<ssize_t>(text.size()));
    }
    /// What the listener said before it closed the link.
    std::string heard() const {
        std::string text(4096, '\0');
        const ssize_t count = recv(m_file, text.data(), text.size(), 0);
        text.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
        return text;
    }

private:
    int m_file;
};

std::string tokenOf(const JobListener& listener) {
    const std::string address = listener.address();
    return address.substr(address.rfind(':') + 1);
}

std::string helloLine(const std::string& token, int rank, int protocol = 2) {
    return R"({"event":"hello","protocol":)" + std::to_string(protocol) + R"(,"source":"torch","token":")" + token +
           R"(","rank":)" + std::to_string(rank) + "}\n";
}

/// Listens until `isEnough`, a limited number of times; gives what the listener remarks.
template <typename Enough>
std::vector<Message> listenUntil(JobListener& listener, std::vector<std::string>& lines, Enough isEnough) {
    std::vector<Message> remarks;
    for (int turn = 0; turn < 1000 && !isEnough(remarks); ++turn) {
        const auto take = [&](int rank, std::string_view line) -> Result<Done> {
            lines.push_back(std::to_string(rank) + " " + std::string{line});
            return line == "bad" ? Result<Done>{Error{"it can't be"}} : Result<Done>{Done{}};
        };
        for (const Message& remark : listener.listen(std::chrono::milliseconds(20), take))
            remarks.push_back(remark);
    }
    return remarks;
}

TEST(JobListener, GivesTheLinesOfRanksThatKnowTheToken) {
    const Result<std::unique_ptr<JobListener>> listener = JobListener::open("127.0.0.1", 0);
    ASSERT_TRUE(listener) << listener.error().message;
    EXPECT_EQ(tokenOf(**listener).size(), 32U);
    const Caller zero((*listener)->port());
    const Caller one((*listener)->port());
    const std::string token = tokenOf(**listener);
    one.say(helloLine(token, 1) + "first\nsec");
    zero.say(helloLine(token, 0) + "zero\n");
    std::vector<std::string> lines;
    listenUntil(**listener, lines, [&](const auto&) { return lines.size() == 2; });
    one.say("ond\n");
    const auto remarks = listenUntil(**listener, lines, [&](const auto&) { return lines.size() == 3; });
    EXPECT_EQ(lines.back(), "1 second");
    EXPECT_TRUE(remarks.empty());
    EXPECT_EQ((*listener)->links(), 2);
    zero.say("bad\n");
    const auto refused = listenUntil(**listener, lines, [](const auto& all) { return !all.empty(); });
    ASSERT_EQ(refused.size(), 1U);
    EXPECT_EQ(refused[0].text(), "rank 0 was turned away: it can't be");
    EXPECT_EQ((*listener)->links(), 1);
}

TEST(JobListener, TurnsAwayWhoDoesNotKnowTheToken) {
    const Result<std::unique_ptr<JobListener>> listener = JobListener::open("127.0.0.1", 0);
    ASSERT_TRUE(listener);
    const std::string token = tokenOf(**listener);
    std::vector<std::string> lines;
    for (const std::string& hello :
         {helloLine("0123456789abcdef0123456789abcdef", 0), helloLine("", 0), helloLine(token, 0, 1),
          std::string{"GET / HTTP/1.1\n"}, std::string(5000, 'x'), helloLine(token, -1)}) {
        const Caller caller((*listener)->port());
        caller.say(hello);
        const auto remarks = listenUntil(**listener, lines, [](const auto& all) { return !all.empty(); });
        EXPECT_EQ(remarks.size(), 1U) << hello;
        if (hello.find("\"rank\":0") != std::string::npos) {
            EXPECT_NE(caller.heard().find(R"({"event":"refused","reason":{)"), std::string::npos) << hello;
        }
    }
    EXPECT_TRUE(lines.empty());
    EXPECT_FALSE((*listener)->hasMet());
}

TEST(JobListener, SaysWhereItCannotListen) {
    EXPECT_FALSE(JobListener::open("no such host.invalid", 0));
    const Result<std::unique_ptr<JobListener>> taken = JobListener::open("127.0.0.1", 0);
    ASSERT_TRUE(taken);
    EXPECT_FALSE(JobListener::open("127.0.0.1", (*taken)->port()));
}

} // namespace
} // namespace lanewright
