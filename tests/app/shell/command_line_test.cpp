// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/start/command_line.h"

#include <QProcess>
#include <gtest/gtest.h>

namespace lanewright::app {
namespace {

Result<CommandLine> parse(const QStringList& arguments) {
    return parseCommandLine(QStringList{QStringLiteral("lanewright")} + arguments);
}

struct Answer {
    int code = -1;
    QString out;
    QString err;
};

Answer desktop(const QStringList& arguments) {
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.remove(QStringLiteral("QT_QPA_PLATFORM"));
    environment.remove(QStringLiteral("DISPLAY"));
    environment.remove(QStringLiteral("WAYLAND_DISPLAY"));
    process.setProcessEnvironment(environment);
    process.start(QStringLiteral(LANEWRIGHT_DESKTOP), arguments);
    EXPECT_TRUE(process.waitForFinished(120'000));
    return {process.exitCode(), QString::fromUtf8(process.readAllStandardOutput()),
            QString::fromUtf8(process.readAllStandardError())};
}

TEST(CommandLine, ReadsFilesAndOptions) {
    const auto open = parse({QStringLiteral("a.lwsched"), QStringLiteral("b.lwrun")});
    ASSERT_TRUE(open);
    EXPECT_EQ(open->files.size(), 2);
    const auto made =
        parse({QStringLiteral("--generate"), QStringLiteral("gpipe"), QStringLiteral("-p"), QStringLiteral("3")});
    ASSERT_TRUE(made);
    EXPECT_EQ(made->generator, QStringLiteral("gpipe"));
    EXPECT_EQ(made->ranks, 3);
    const auto lesson = parse({QStringLiteral("--lesson"), QStringLiteral("zb-h1")});
    ASSERT_TRUE(lesson);
    EXPECT_EQ(lesson->task, CommandLine::Task::Lesson);
    EXPECT_EQ(lesson->lesson, QStringLiteral("zb-h1"));
    EXPECT_TRUE(lesson->needsDisplay());
}

TEST(CommandLine, RefusesInWordsWhatItDoesNotKnow) {
    for (const QStringList& wrong :
         {QStringList{QStringLiteral("--nonsense")}, QStringList{QStringLiteral("--with"), QStringLiteral("a")},
          QStringList{QStringLiteral("--theme"), QStringLiteral("pink")},
          QStringList{QStringLiteral("-p"), QStringLiteral("3")},
          QStringList{QStringLiteral("--generate"), QStringLiteral("gpipe"), QStringLiteral("-p"),
                      QStringLiteral("none")},
          QStringList{QStringLiteral("--lesson"), QStringLiteral("a"), QStringLiteral("b")},
          QStringList{QStringLiteral("--lesson"), QStringLiteral("a"), QStringLiteral("--generate"),
                      QStringLiteral("gpipe")},
          QStringList{QStringLiteral("--screenshots"), QStringLiteral("d"), QStringLiteral("x")}}) {
        const auto line = parse(wrong);
        ASSERT_FALSE(line) << wrong.join(QLatin1Char(' ')).toStdString();
        EXPECT_FALSE(line.error().message.empty());
    }
}

TEST(Desktop, TellsItsVersionAndHelpWithoutADisplay) {
    EXPECT_TRUE(desktop({QStringLiteral("--version")}).out.startsWith(QStringLiteral("lanewright ")));
    const Answer help = desktop({QStringLiteral("--help")});
    EXPECT_EQ(help.code, 0);
    EXPECT_TRUE(help.out.contains(QStringLiteral("--screenshots")));
    EXPECT_EQ(desktop({QStringLiteral("--nonsense")}).code, 2);
    const Answer blind = desktop({});
    EXPECT_EQ(blind.code, 2);
    EXPECT_TRUE(blind.err.contains(QStringLiteral("display")));
}

TEST(Desktop, ListsTheLessonsWhenItKnowsNone) {
    const Answer answer = desktop({QStringLiteral("--lesson"), QStringLiteral("99")});
    EXPECT_EQ(answer.code, 2);
    EXPECT_TRUE(answer.err.startsWith(QStringLiteral("lanewright: 99: there is neither"))) << answer.err.toStdString();
    EXPECT_TRUE(answer.err.contains(QStringLiteral("\n   0  three-people "))) << answer.err.toStdString();
    EXPECT_TRUE(answer.err.contains(QStringLiteral("\n   1  gpipe "))) << answer.err.toStdString();
    EXPECT_TRUE(answer.err.contains(QStringLiteral("\n  11  cut-in-half "))) << answer.err.toStdString();
}

} // namespace
} // namespace lanewright::app
