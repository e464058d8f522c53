// SPDX-License-Identifier: Apache-2.0
#include "core/model/text.h"
#include "engine/channel/local_channel.h"
#include "engine/channel/packer.h"
#include "engine/cpu/in_process.h"
#include "engine/cpu/lane.h"
#include "engine/device/failure.h"
#include "engine/device/whereabouts.h"
#include "engine/ranks/clock_sync.h"
#include "engine/ranks/hang_diagnosis.h"
#include "engine/ranks/inbox.h"
#include "engine/ranks/peers.h"
#include "engine/ranks/reporter.h"
#include "engine/ranks/step_report.h"
#include "engine/ranks/timeout.h"
#include "engine/ranks/waiter.h"
#include "engine/ranks/watchdog.h"
#include "engine/run/request_check.h"
#include "tests/engine/support/requests.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <latch>
#include <sys/wait.h>
#include <unistd.h>

namespace lanewright::engine::test {

namespace {

TEST(LocalChannel, FindsValuesByTheirTransferWhateverTheOrder) {
    LocalNetwork network(2);
    LocalChannel sender(network, 0);
    LocalChannel receiver(network, 1);
    receiver.reserve({.transfers = 6, .incoming = 2});
    for (const int transfer : {5, 3}) {
        auto message = std::make_unique<TensorMessage>(1, 2);
        message->header() = {.arrival = 100 + transfer, .transfer = transfer};
        message->value().data[1] = static_cast<float>(transfer);
        sender.send(1, std::move(message));
    }
    TensorMessage three(1, 2);
    TensorMessage five(1, 2);
    receiver.post(3, 0, three);
    receiver.progress();
    EXPECT_TRUE(receiver.arrived(3));
    EXPECT_FALSE(receiver.arrived(5)) << "nobody has posted it";
    receiver.post(5, 0, five);
    receiver.progress();
    EXPECT_TRUE(receiver.arrived(5));
    EXPECT_EQ(three.value().data[1], 3.0F);
    EXPECT_EQ(five.header().arrival, 105);
    EXPECT_NE(sender.spare(), nullptr);
    EXPECT_NE(sender.spare(), nullptr);
    EXPECT_EQ(sender.spare(), nullptr) << "both parcels have come back, and no third";
}

TEST(Packing, ReadsWhatWasWrittenAndGivesEmptyValuesPastTheEnd) {
    const std::vector<std::byte> bytes =
        Packer().put(7).put(std::string{"seven"}).put(std::vector<double>{1.5, 2.5}).take();
    Unpacker unpacker(bytes);
    EXPECT_EQ(unpacker.get<int>(), 7);
    EXPECT_EQ(unpacker.get<std::string>(), "seven");
    EXPECT_EQ(unpacker.get<std::vector<double>>(), (std::vector<double>{1.5, 2.5}));
    EXPECT_EQ(unpacker.get<int>(), 0);
    EXPECT_TRUE(unpacker.get<std::vector<double>>().empty());
}

TEST(ClockSync, TakesTheExchangeWithTheShortestWay) {
    // The other clock is 1000 ahead. The quick exchange took 10 there and 10 back, the slow one 10 and 500.
    const std::array samples{ClockSample{.asked = 0, .answered = 1010, .heard = 510},
                             ClockSample{.asked = 600, .answered = 1610, .heard = 620}};
    EXPECT_EQ(offsetFrom(samples), (ClockOffset{.ahead = 1000, .uncertainty = 10, .when = 610}));
    EXPECT_EQ(offsetFrom({}), ClockOffset{});
}

TEST(ClockSync, FollowsAClockThatDriftsThroughTwoComparisons) {
    // 30 ppm over 100 ms are 3 µs; over the half of it that a step took, 1.5 µs.
    const ClockOffset before{.ahead = 5'000, .when = 1'000'000};
    const ClockOffset after{.ahead = 8'000, .when = 101'000'000};
    EXPECT_EQ(gainOver(before, after, 50'000'000), 1'500);
    EXPECT_EQ(gainOver(after, after, 50'000'000), 0);
}

TEST(ClockSync, PrefersAnOldComparisonToADisturbedOne) {
    const ClockOffset old{.ahead = 5'000, .uncertainty = 200, .when = 1'000'000};
    const ClockOffset good{.ahead = 5'100, .uncertainty = 250, .when = 2'000'000};
    EXPECT_EQ(betterOf(old, good), good) << "a millisecond may have cost 100 ns";
    const ClockOffset disturbed{.ahead = 9'000, .uncertainty = 8'000, .when = 2'000'000};
    EXPECT_EQ(betterOf(old, disturbed), (ClockOffset{.ahead = 5'000, .uncertainty = 300, .when = 2'000'000}));
    EXPECT_EQ(betterOf({}, disturbed), disturbed);
}

TEST(StepReport, AddsLossesByMicrobatchNotByReport) {
    // In doubles 1e16 + 1 − 1e16 depends on the order; by microbatch it is (1e16 + 1) − 1e16 = 0.
    const StepReport first{.losses = {{2, -1e16}, {0, 1e16}}};
    const StepReport second{.losses = {{1, 1.0}}};
    EXPECT_EQ(meanLoss({first, second}, {4, 4, 4}), 0.0);
    EXPECT_EQ(meanLoss({second, first}, {4, 4, 4}), 0.0);
    EXPECT_TRUE(std::isnan(meanLoss({first}, {4, 4, 4}))) << "one microbatch is missing";
}

TEST(StepReport, WeighsLossesByTheTokensOfTheirMicrobatches) {
    // 6 tokens of loss 4 and 2 of loss 8, on average 40 / 8.
    EXPECT_EQ(meanLoss({{.losses = {{1, 8.0}, {0, 4.0}}}}, {6, 2}), 5.0);
}

TEST(StepReport, HashesTensorsInTheOrderOfTheModelAndRefusesTwinsThatDiffer) {
    const auto weights = [](std::vector<TensorHash> hashes) {
        return hashOfModel(std::move(hashes), &TensorHash::weights);
    };
    const TensorHash a{.direction = 0, .number = 0, .weights = 11, .gradients = 1};
    const TensorHash b{.direction = 0, .number = 1, .weights = 22, .gradients = 2};
    EXPECT_EQ(weights({a, b}), weights({b, a}));
    EXPECT_NE(weights({a, b}), weights({a, {.direction = 0, .number = 1, .weights = 23}}));
    EXPECT_EQ(weights({a, b}), weights({{1, 1, 22}, {1, 0, 11}, a, b}));
    EXPECT_EQ(weights({a, b, {.direction = 1, .number = 1, .weights = 23}}), "");
    EXPECT_NE(hashOfModel({a, b}, &TensorHash::gradients), weights({a, b}));
    EXPECT_EQ(hashOfModel({a, b, {1, 1, 22, 3}}, &TensorHash::gradients), "");
}

TEST(Reporter, NeverHoldsUpTheRanksWhateverTheReaderDoes) {
    // The reader takes nothing until the whole run is over; were anybody to wait for it, this would never end.
    const RunRequest request = requestOf(planOf("zb-h1", 2, 8));
    std::latch over(1);
    std::vector<Event> events;
    Reporter reporter([&](const Event& event) {
        over.wait();
        events.push_back(event);
    });
    const StopFlags stopFlags;
    runInProcess(request, *corpusFor(request), reporter, stopFlags);
    over.count_down();
    reporter.flush(10'000'000'000);
    EXPECT_EQ(seenIn(events).losses.size(), 3U);
}

TEST(Reporter, DropsSpansButNothingElseWhenTooManyWait) {
    std::latch open(1);
    std::size_t spans = 0;
    std::size_t steps = 0;
    Reporter reporter([&](const Event& event) {
        open.wait();
        if (const auto* const batch = std::get_if<SpansEvent>(&event))
            spans += batch->wall.size();
        steps += std::holds_alternative<StepEvent>(event) ? 1 : 0;
    });
    const SpansEvent batch{.wall = std::vector<Span>(Reporter::kMostSpans / 4)};
    for (int i = 0; i < 8; ++i) {
        reporter.post(batch);
        reporter.post(StepEvent{.step = i});
    }
    open.count_down();
    reporter.flush(10'000'000'000);
    EXPECT_EQ(steps, 8U);
    EXPECT_GT(reporter.dropped(), 0U);
    EXPECT_EQ(spans + reporter.dropped(), 8 * batch.wall.size());
}

TEST(Reporter, ReportsOneFailureAndNothingAfterIt) {
    std::vector<Event> events;
    {
        Reporter reporter([&](const Event& event) { events.push_back(event); });
        EXPECT_TRUE(reporter.postFailure({.rank = 1, .op = {}, .reason = "first"}));
        EXPECT_FALSE(reporter.postFailure({.rank = 2, .op = {}, .reason = "second"}));
        reporter.post(DoneEvent{});
    }
    ASSERT_EQ(events.size(), 1U);
    EXPECT_EQ(std::get<FailedEvent>(events[0]).reason, "first");
}

TEST(Inbox, CarriesWhatIsSaidWithItsPhrases) {
    const Message wait =
        say(phrase("engine", "it has waited for the end of %1 of rank %2"), say(phrase("engine", "step %1"), 3), 1);
    const FailedEvent failed{.rank = 1, .op = {}, .reason = tooLong(wait, 10'000'000'000)};
    const FailedEvent come = failureFrom({.body = packed(failed).take()});
    EXPECT_EQ(come.rank, 1);
    EXPECT_EQ(come.reason, "it has waited for the end of step 3 of rank 1 for more than 10 s");
    const Message& whole = come.reason;
    ASSERT_EQ(whole.arguments().size(), 2U);
    EXPECT_EQ(whole.arguments()[0].phrase(), wait.phrase());
    EXPECT_EQ(whole.arguments()[0].arguments().at(0).phrase().text, "step %1");
}

TEST(Failure, SaysItsPlaceInBrackets) {
    EXPECT_EQ(Failure(withPlace(Error{"the state is damaged", "states/a"})).reason(),
              "the state is damaged (states/a)");
    EXPECT_EQ(withPlace(Error{"the state is damaged"}), "the state is damaged");
    const Message call = withPlace("MPI said no", "/somewhere/engine/channel/mpi_channel.cpp", 28);
    EXPECT_STREQ(Failure(call).what(), "MPI said no (engine/channel/mpi_channel.cpp:28)");
}

void waitInVain() {
    LocalNetwork network(1);
    LocalChannel channel(network, 0);
    Waiter waiter(channel, 20'000'000);
    whereabouts() = {.rank = 3, .op = Op{.kind = OpKind::F, .stage = 2, .microbatch = 5}};
    waiter.until([] { return false; }, [] { return std::string{"F2.5 has waited for a1.5 from rank 1"}; });
}

TEST(Waiter, AWaitPastTheTimeoutEndsTheRunInWords) {
    try {
        waitInVain();
        FAIL();
    } catch (const Failure& failure) {
        EXPECT_STREQ(failure.what(),
                     "rank 0 does not answer; on rank 0, F2.5 has waited for a1.5 from rank 1 for more than 0.02 s");
        EXPECT_FALSE(failure.mayTalk());
        EXPECT_EQ(whereabouts().rank, 0);
    }
}

TEST(Whereabouts, AreThoseOfTheFailure) {
    const Op op{.kind = OpKind::F, .stage = 2, .microbatch = 5};
    whereabouts() = {.rank = 3, .op = op};
    {
        const Aside aside;
        EXPECT_FALSE(whereabouts().op);
    }
    EXPECT_EQ(whereabouts().op, op);
    try {
        const Aside aside;
        throw Failure("the clocks can't be compared");
    } catch (const Failure&) {
        EXPECT_FALSE(whereabouts().op) << "it was not the op that failed";
    }
}

TEST(Team, ThrowsWhatAnyOfItsThreadsThrows) {
    for (const int bad : {0, 1, 2}) {
        Team team(3);
        const auto work = [&](int thread) {
            if (thread == bad)
                throw Failure("thread " + std::to_string(bad));
        };
        EXPECT_THROW(team.run(work), Failure);
        EXPECT_NO_THROW(team.run([](int) {}));
    }
}

TEST(Waiter, ReportsOnceAndWaitsOnForSomebodyToFindOutWhy) {
    LocalNetwork network(1);
    LocalChannel channel(network, 0);
    Waiter waiter(channel, 5'000'000);
    std::vector<std::string> reports;
    waiter.reportTimeout = [&](const std::string& what) { reports.push_back(what); };
    int recoveries = 0;
    waiter.reportRecovery = [&] { ++recoveries; };
    int looks = 0; // after it was reported
    const auto hasCome = [&] { return !reports.empty() && ++looks > 3; };
    waiter.until(hasCome, [] { return std::string{"F2.5 has waited for a1.5 from rank 1"}; });
    EXPECT_EQ(reports, (std::vector<std::string>{"F2.5 has waited for a1.5 from rank 1 for more than 0.005 s"}));
    EXPECT_EQ(recoveries, 1) << "it has come after all";
}

/// Rank 0 runs F0.0 to send a0.0 to rank 1, which runs F1.0, and so on; where each is in its program.
struct HungRun {
    RunRequest request = requestOf(planOf("gpipe", 3, 1));

    Position at(int rank, std::string_view word, int step = 4) const {
        const std::vector<Instruction>& code = request.programs[static_cast<std::size_t>(rank)].code;
        for (int i = 0; i < static_cast<int>(code.size()); ++i)
            if (code[static_cast<std::size_t>(i)].act == Act::Run &&
                toText(code[static_cast<std::size_t>(i)].block) == word)
                return {.step = step, .instruction = i};
        ADD_FAILURE() << "rank " << rank << " does not run " << word;
        return {};
    }
};

TEST(HangDiagnosis, NamesTheRankThatDoesNotAnswer) {
    const HungRun run;
    const FailedEvent found = diagnose(run.request, {run.at(0, "BW0.0"), std::nullopt, run.at(2, "F2.0")}, 2,
                                       "F2.0 has waited for a1.0 from rank 1 for more than 10 s");
    EXPECT_EQ(found.rank, 1);
    EXPECT_EQ(found.reason,
              "rank 1 does not answer; on rank 2, F2.0 has waited for a1.0 from rank 1 for more than 10 s");
}

TEST(HangDiagnosis, NamesTheTransferThatWasLost) {
    // Rank 1 is past sending a1.0, transfer 1, for which rank 2 still waits; rank 0 waits for what would come of it.
    const HungRun run;
    const FailedEvent found = diagnose(run.request, {run.at(0, "BW0.0"), run.at(1, "BW1.0"), run.at(2, "F2.0")}, 0, "");
    EXPECT_EQ(found.rank, 2);
    EXPECT_EQ(toText(*found.op), "F2.0");
    EXPECT_EQ(found.reason, "it waits for a1.0 (transfer 1), which rank 1 has sent: it was lost on the way");
}

TEST(HangDiagnosis, NamesTheOpThatDoesNotEnd) {
    const HungRun run;
    const FailedEvent found = diagnose(run.request, {run.at(0, "BW0.0"), run.at(1, "F1.0"), run.at(2, "F2.0")}, 2, "");
    EXPECT_EQ(found.rank, 1);
    EXPECT_EQ(toText(*found.op), "F1.0");
    EXPECT_EQ(found.reason, "it waits for a0.0 (transfer 0), which rank 0 has sent: it was lost on the way");
    const FailedEvent first = diagnose(run.request, {run.at(0, "F0.0"), run.at(1, "F1.0"), run.at(2, "F2.0")}, 2, "");
    EXPECT_EQ(first.rank, 0);
    EXPECT_EQ(first.reason, "it does not end");
}

TEST(Watchdog, BarksWhenARankThatGaveASignGivesNoneForLong) {
    std::latch barked(1);
    int where = 0;
    Watchdog watchdog(150'000'000, [&](int instruction) {
        where = instruction;
        barked.count_down();
    });
    watchdog.at(7);
    watchdog.sign(now());
    barked.wait();
    EXPECT_EQ(where, 7);
}

TEST(Watchdog, IsQuietWhileThereAreSignsAndBeforeTheFirst) {
    bool barked = false;
    const auto bark = [&](int /*instruction*/) { barked = true; };
    {
        Watchdog asleep(1, bark);
        Watchdog awake(2'000'000'000, bark);
        for (const Time end = now() + 2'500'000'000; now() < end; sleepUntil(now() + 10'000'000))
            awake.sign(now());
    }
    EXPECT_FALSE(barked);
}

TEST(Timeout, IsAtLeastTenSecondsAndTwentyPlannedSteps) {
    RunRequest request = requestOf(planOf("gpipe", 2, 2));
    request.paced = true;
    EXPECT_EQ(timeoutFor(request), 10'000'000'000);
    request = requestOf(planOf("gpipe", 1, 1, 1'000'000'000));
    request.paced = true;
    EXPECT_EQ(timeoutFor(request), 20 * 3'000'000'000);
    request.timeout = 2'000'000'000;
    EXPECT_EQ(timeoutFor(request), 2'000'000'000);
}

TEST(Peers, AProcessThatHasEndedIsSeenBeforeItsParentTakesNote) {
    const int child = fork();
    if (child == 0)
        _exit(0);
    siginfo_t info{};
    ASSERT_EQ(waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT), 0);
    EXPECT_TRUE(hasEnded(child));
    EXPECT_FALSE(hasEnded(getpid()));
    const Peer own = self();
    const Peer ended{.host = own.host, .clock = own.clock, .pid = child};
    const Peer elsewhere{.host = "another", .clock = "", .pid = child};
    EXPECT_EQ(findEnded({own, elsewhere, ended}, 0), 2);
    EXPECT_EQ(lowestLivingRank({ended, own, own}, 2), 1);
    waitpid(child, nullptr, 0);
    EXPECT_TRUE(hasEnded(child));
}

} // namespace

} // namespace lanewright::engine::test
