// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/opening.h"
#include "app/shell/recovery.h"
#include "core/io/files.h"
#include "tests/app/shell/drive.h"
#include "tests/app/window_main.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QThread>

#include <csignal>
#include <cstdio>

namespace lanewright::app {
namespace {

/// Opens a file, and then never comes to paint it.
int openAndHang(const QString& path) {
    Session session;
    MainWindow window(session);
    if (!window.files().openPath(path))
        return 1;
    std::puts("opened");
    std::fflush(stdout);
    QThread::sleep(60);
    return 0;
}
const TestTask kOpenAndHang("open-and-hang", openAndHang);

QStringList notes() { return QDir(Opening::folder()).entryList({QStringLiteral("*.opening")}, QDir::Files); }

using OpeningTest = WindowTest;

TEST_F(OpeningTest, IsNotedUntilTheFileHasBeenShownForAWhile) {
    ASSERT_TRUE(document().save(path("a.lwsched")));
    ASSERT_TRUE(waitUntil([] { return notes().isEmpty(); }));
    ASSERT_TRUE(window().files().openPath(path("a.lwsched")));
    EXPECT_EQ(notes().size(), 1);
    EXPECT_TRUE(Opening::takeLeftovers().isEmpty()) << "this program lives";
    EXPECT_TRUE(waitUntil([] { return notes().isEmpty(); }, 4 * Opening::kSettleMs));
}

TEST_F(OpeningTest, IsKnownToTheNextStartAfterTheProgramWasKilledInIt) {
    const QString file = path("hangs.lwsched");
    ASSERT_TRUE(document().save(file));
    QProcess child;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("LANEWRIGHT_TEST_HOME"), QStringLiteral("of the parent"));
    child.setProcessEnvironment(environment);
    child.start(QCoreApplication::applicationFilePath(), {QStringLiteral("--open-and-hang"), file});
    ASSERT_TRUE(child.waitForStarted());
    ASSERT_TRUE(child.waitForReadyRead(30'000));
    EXPECT_FALSE(Opening::takeLeftovers().contains(file)) << "the other program still lives";
    ::kill(static_cast<pid_t>(child.processId()), SIGKILL);
    ASSERT_TRUE(child.waitForFinished());
    EXPECT_EQ(Opening::takeLeftovers(), QStringList{file});
    EXPECT_TRUE(Opening::takeLeftovers().isEmpty()) << "they are told once";
}

TEST_F(OpeningTest, OfACopyThatEndedTheProgramIsAskedAboutByItself) {
    Plan plan = document().plan();
    plan.title = "kept";
    document().apply(QStringLiteral("Rename"), plan);
    window().model().autosave.saveNow();
    const QString sound = Autosave::folder() + QStringLiteral("/1-1-1.lwautosave");
    const QString doubtful = Autosave::folder() + QStringLiteral("/2-2-2.lwautosave");
    ASSERT_TRUE(QFile::copy(window().model().autosave.file(), sound));
    ASSERT_TRUE(QFile::copy(window().model().autosave.file(), doubtful));
    int asked = 0;
    const auto count = [&](QMessageBox&) { ++asked; };
    answerNextBox("later", [&](QMessageBox& box) {
        count(box);
        answerNextBox("discard", count);
    });
    EXPECT_FALSE(offerRecovery(session(), {doubtful}));
    EXPECT_EQ(asked, 2);
    EXPECT_TRUE(QFile::exists(sound));
    EXPECT_FALSE(QFile::exists(doubtful));
    QFile::remove(sound);
    window().files().giveUpEdits();
    window().close();
}

} // namespace
} // namespace lanewright::app
