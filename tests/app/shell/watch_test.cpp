// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dialogs/watch_dialog.h"
#include "app/dialogs/watch_sign.h"
#include "app/job/job_panel.h"
#include "tests/app/child.h"
#include "tests/app/shell/drive.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>

namespace lanewright::app {
namespace {

/// A rank of a job, as the package for Python speaks.
class TalkingRank {
public:
    /// `line`: what the dialog shows to be pasted.
    TalkingRank(const QString& line, int rank) : m_rank(std::to_string(rank)), m_file(socket(AF_INET, SOCK_STREAM, 0)) {
        const QStringList parts = line.section(QLatin1Char('='), 1).split(QLatin1Char(':'));
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(static_cast<std::uint16_t>(parts.value(1).toInt()));
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        m_connected = connect(m_file, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
        say(R"({"event":"hello","protocol":2,"source":"torch","token":")" + parts.value(2).toStdString() +
            R"(","rank":)" + m_rank + "}");
        say(R"({"event":"ready","ranks":2,"rank":)" + m_rank +
            R"(,"backend":"cpu","host":"node","launcher":"torchrun","framework":"torch 2.15.0","device_clock":"host",)" +
            R"("stages":[)" + m_rank + R"(],"stage_count":2,"microbatches":1,"title":"Schedule1F1B, as it ran",)" +
            R"("clock_uncertainty":0})");
    }
    TalkingRank(const TalkingRank&) = delete;
    TalkingRank& operator=(const TalkingRank&) = delete;
    ~TalkingRank() { close(m_file); }

    bool isConnected() const { return m_connected; }
    /// F and BW of its stage in a step: [0, 100) and [450, 600) on rank 0, [150, 250) and [255, 400) on rank 1.
    void step(int number) const {
        const bool first = m_rank == "0";
        say(R"({"event":"spans","step":)" + std::to_string(number) + R"(,"rank":)" + m_rank + R"(,"origin":)" +
            std::to_string(1000 * number) + R"(,"wall":[["F)" + m_rank + (first ? ".0\",0,100]" : ".0\",150,250]") +
            R"(,["BW)" + m_rank + (first ? ".0\",450,600]" : ".0\",255,400]") + R"(],"live":[],"others":[]})");
    }
    void done() const { say(R"({"event":"done","rank":)" + m_rank + R"(,"dropped":0})"); }

private:
    void say(const std::string& text) const {
        const std::string line = text + "\n";
        EXPECT_EQ(send(m_file, line.data(), line.size(), MSG_NOSIGNAL), static_cast<ssize_t>(line.size()));
    }

    std::string m_rank;
    int m_file;
    bool m_connected = false;
};

class WatchTest : public WindowTest {
protected:
    JobWatch& watch() { return window().model().watch; }
};

TEST_F(WatchTest, DrawsTheStepsOfAJobWhileItRuns) {
    window().files().showPlan(document().plan());
    WatchDialog* dialog = window().watchActions().showDialog();
    ASSERT_TRUE(child<QLineEdit>(*dialog, "watchLine").text().startsWith(QStringLiteral("LANEWRIGHT_LIVE=127.0.0.1:")))
        << child<QLineEdit>(*dialog, "watchLine").text().toStdString();
    EXPECT_TRUE(shownText(*dialog, "watchStatus").startsWith(QStringLiteral("Waiting")));
    const TalkingRank zero(child<QLineEdit>(*dialog, "watchLine").text(), 0);
    const TalkingRank one(child<QLineEdit>(*dialog, "watchLine").text(), 1);
    ASSERT_TRUE(zero.isConnected() && one.isConnected());
    ASSERT_TRUE(waitUntil([&] { return watch().ranks() == 2; }));
    zero.step(5);
    EXPECT_EQ(document().run(), nullptr);
    one.step(5);
    ASSERT_TRUE(waitUntil([this] { return document().run() != nullptr; }));
    EXPECT_EQ(document().run()->steps.back().step, 5);
    EXPECT_TRUE(document().run()->partial) << "it goes on";
    EXPECT_EQ(document().schedule().ranks(), 2);
    EXPECT_EQ(document().schedule().microbatches, 1) << "the order is the job's";
    zero.step(6);
    one.step(6);
    ASSERT_TRUE(waitUntil([this] { return document().run()->steps.back().step == 6; }));
    zero.done();
    one.done();
    ASSERT_TRUE(waitUntil([this] { return watch().state() == JobWatch::State::Idle; }));
    EXPECT_FALSE(document().run()->partial);
    EXPECT_EQ(document().run()->steps.size(), 2U);
    EXPECT_TRUE(window().runActions().hasUnsavedRun()) << "it is in no file";
    EXPECT_TRUE(window().panels().hint->text().contains(QStringLiteral("has ended: step 6 was its last")))
        << window().panels().hint->text().toStdString();
    RunStore& store = window().model().store;
    store.finish();
    ASSERT_EQ(store.runs().size(), 1U) << "as a run of our own does";
    EXPECT_EQ(store.runs()[0].steps, 2);
    EXPECT_EQ(store.runs()[0].layers, 0) << "nobody knows its model";
    EXPECT_EQ(store.runs()[0].backend, QStringLiteral("torch 2.15.0, cpu"));
    store.remove(0);
    EXPECT_TRUE(shownText(*dialog, "watchStatus").contains(QLatin1String("over")))
        << shownText(*dialog, "watchStatus").toStdString();
}

TEST_F(WatchTest, AJobThatIsStoppedKeepsItsSteps) {
    WatchDialog* dialog = window().watchActions().showDialog();
    const TalkingRank zero(child<QLineEdit>(*dialog, "watchLine").text(), 0);
    const TalkingRank one(child<QLineEdit>(*dialog, "watchLine").text(), 1);
    zero.step(1);
    one.step(1);
    ASSERT_TRUE(waitUntil([this] { return watch().step().has_value(); }));
    dialog->findChild<QPushButton*>(QStringLiteral("watchStop"))->click();
    ASSERT_TRUE(waitUntil([this] { return watch().state() == JobWatch::State::Idle; }));
    EXPECT_EQ(child<QLineEdit>(*dialog, "watchLine").text(), QString()) << "the port is closed";
}

TEST_F(WatchTest, ThePortStaysOpenWhenTheDialogCloses) {
    WatchDialog* dialog = window().watchActions().showDialog();
    const QString line = child<QLineEdit>(*dialog, "watchLine").text();
    dialog->reject();
    settle();
    const WatchSign& sign = *window().panels().watchSign;
    EXPECT_EQ(shownText(sign, "watchSignWords"), QStringLiteral("Waiting for a job"));
    EXPECT_EQ(child<QLineEdit>(*window().watchActions().showDialog(), "watchLine").text(), line);
    const TalkingRank zero(line, 0);
    const TalkingRank one(line, 1);
    ASSERT_TRUE(zero.isConnected() && one.isConnected());
    zero.step(3);
    one.step(3);
    ASSERT_TRUE(
        waitUntil([&] { return shownText(sign, "watchSignWords") == QStringLiteral("Watching a job, step 3"); }));
    answerNextBox("");
    EXPECT_FALSE(window().close()) << "it asks";
    zero.done();
    one.done();
    ASSERT_TRUE(waitUntil([&] { return sign.isHidden(); }));
    window().model().store.finish();
    window().model().store.remove(0);
}

TEST_F(WatchTest, AJobThatNeverComesLeavesNothing) {
    const auto before = document().sharedPlan();
    WatchDialog* dialog = window().watchActions().showDialog();
    const QString line = child<QLineEdit>(*dialog, "watchLine").text();
    dialog->reject();
    child<QToolButton>(window(), "watchSignStop").click();
    ASSERT_TRUE(waitUntil([this] { return watch().state() == JobWatch::State::Idle; }));
    EXPECT_EQ(document().run(), nullptr);
    EXPECT_EQ(document().sharedPlan(), before);
    EXPECT_EQ(watch().trouble(), QString());
    // Another time another token: who kept the old line can't send.
    WatchDialog* again = window().watchActions().showDialog();
    EXPECT_NE(child<QLineEdit>(*again, "watchLine").text(), line);
    EXPECT_FALSE(child<QLineEdit>(*again, "watchLine").text().isEmpty());
}

TEST_F(WatchTest, TheStepThatWasChosenStaysShownWhileTheJobGoesOn) {
    window().files().showPlan(document().plan());
    WatchDialog* dialog = window().watchActions().showDialog();
    const TalkingRank zero(child<QLineEdit>(*dialog, "watchLine").text(), 0);
    const TalkingRank one(child<QLineEdit>(*dialog, "watchLine").text(), 1);
    for (int step = 1; step <= 4; ++step) {
        zero.step(step);
        one.step(step);
        ASSERT_TRUE(waitUntil([&] { return document().run() && document().run()->steps.back().step == step; }));
    }
    EXPECT_EQ(document().run()->steps.size(), 4U);
    document().showStep(2);
    zero.step(5);
    one.step(5);
    ASSERT_TRUE(waitUntil([this] { return document().run()->steps.back().step == 5; }));
    EXPECT_EQ(document().chosenStep(), 2);
    EXPECT_TRUE(shownText(*window().panels().job, "jobSentence").startsWith(QStringLiteral("The job goes on")))
        << shownText(*window().panels().job, "jobSentence").toStdString();
    zero.done();
    one.done();
    ASSERT_TRUE(waitUntil([this] { return watch().state() == JobWatch::State::Idle; }));
    EXPECT_FALSE(shownText(*window().panels().job, "jobSentence").contains(QStringLiteral("goes on")));
    window().model().store.finish();
    window().model().store.remove(0);
}

} // namespace
} // namespace lanewright::app
