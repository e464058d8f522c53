// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lanes/theme.h"
#include "app/shell/start/command_line.h"
#include "tests/app/shell/drive.h"

#include <QFile>
#include <QImage>
#include <QProcess>

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

Answer desktop(const QStringList& arguments, const QString& calledAs = {}) {
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.remove(QStringLiteral("QT_QPA_PLATFORM"));
    environment.remove(QStringLiteral("DISPLAY"));
    environment.remove(QStringLiteral("WAYLAND_DISPLAY"));
    if (!calledAs.isEmpty())
        environment.insert(QStringLiteral("LANEWRIGHT_CALLED_AS"), calledAs);
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
    const auto drawn = parse({QStringLiteral("--render"), QStringLiteral("a.lwsched"), QStringLiteral("b.png"),
                              QStringLiteral("--size"), QStringLiteral("640x360")});
    ASSERT_TRUE(drawn);
    EXPECT_EQ(drawn->task, CommandLine::Task::Render);
    EXPECT_EQ(drawn->out, QStringLiteral("b.png"));
    EXPECT_EQ(drawn->size, QSize(640, 360));
    const auto lesson = parse({QStringLiteral("--lesson"), QStringLiteral("zb-h1")});
    ASSERT_TRUE(lesson);
    EXPECT_EQ(lesson->task, CommandLine::Task::Lesson);
    EXPECT_EQ(lesson->lesson, QStringLiteral("zb-h1"));
    EXPECT_TRUE(lesson->needsDisplay());
}

TEST(CommandLine, RefusesInWordsWhatItDoesNotKnow) {
    for (const QStringList& wrong :
         {QStringList{QStringLiteral("--nonsense")}, QStringList{QStringLiteral("--render"), QStringLiteral("a")},
          QStringList{QStringLiteral("--render"), QStringLiteral("a"), QStringLiteral("b.png"),
                      QStringLiteral("--size"), QStringLiteral("0x5")},
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
    EXPECT_TRUE(help.out.contains(QStringLiteral("--render")));
    EXPECT_EQ(desktop({QStringLiteral("--nonsense")}).code, 2);
    const Answer blind = desktop({});
    EXPECT_EQ(blind.code, 2);
    EXPECT_TRUE(blind.err.contains(QStringLiteral("display")));
}

TEST(Desktop, SpeaksAsTheCommandThatAPersonGave) {
    const Answer answer = desktop({QStringLiteral("--render"), QStringLiteral("a"), QStringLiteral("b.png"),
                                   QStringLiteral("--size"), QStringLiteral("0x5")},
                                  QStringLiteral("lanewright-cli"));
    EXPECT_EQ(answer.code, 2);
    EXPECT_TRUE(answer.err.startsWith(QStringLiteral("lanewright-cli: --size takes"))) << answer.err.toStdString();
    EXPECT_TRUE(answer.err.endsWith(QStringLiteral("(lanewright-cli --help says more)\n"))) << answer.err.toStdString();
}

TEST(Desktop, ListsTheLessonsWhenItKnowsNone) {
    const Answer answer = desktop({QStringLiteral("--lesson"), QStringLiteral("99")});
    EXPECT_EQ(answer.code, 2);
    EXPECT_TRUE(answer.err.startsWith(QStringLiteral("lanewright: 99: there is neither"))) << answer.err.toStdString();
    EXPECT_TRUE(answer.err.contains(QStringLiteral("\n   0  three-people "))) << answer.err.toStdString();
    EXPECT_TRUE(answer.err.contains(QStringLiteral("\n   1  gpipe "))) << answer.err.toStdString();
    EXPECT_TRUE(answer.err.contains(QStringLiteral("\n  11  cut-in-half "))) << answer.err.toStdString();
}

class RenderTest : public WindowTest {};

TEST_F(RenderTest, DrawsPicturesWithoutADisplay) {
    const QString plan = path("plan.lwsched");
    ASSERT_TRUE(document().save(plan));
    const Answer png =
        desktop({QStringLiteral("--render"), plan, path("a.png"), QStringLiteral("--size"), QStringLiteral("800x450")});
    ASSERT_EQ(png.code, 0) << png.err.toStdString();
    const QImage image(path("a.png"));
    EXPECT_EQ(image.size(), QSize(800, 450));
    EXPECT_EQ(image.pixelColor(2, 2), Theme::day().surface);
    for (const char* name : {"a.svg", "a.pdf"}) {
        const Answer other = desktop({QStringLiteral("--render"), plan, path(name)});
        EXPECT_EQ(other.code, 0) << other.err.toStdString();
        QFile file(path(name));
        ASSERT_TRUE(file.open(QIODevice::ReadOnly));
        EXPECT_TRUE(file.readAll().left(200).contains(name[2] == 's' ? "<svg" : "%PDF"));
    }
}

TEST_F(RenderTest, SaysInWordsWhyThereIsNoPicture) {
    const QString plan = path("plan.lwsched");
    ASSERT_TRUE(document().save(plan));
    const Answer missing = desktop({QStringLiteral("--render"), path("none.lwsched"), path("a.png")});
    EXPECT_EQ(missing.code, 2);
    EXPECT_TRUE(missing.err.contains(QStringLiteral("none.lwsched")));
    const Answer ending = desktop({QStringLiteral("--render"), plan, path("a.xyz")});
    EXPECT_EQ(ending.code, 2);
    EXPECT_TRUE(ending.err.contains(QStringLiteral("a.xyz")));
    const Answer noRun = desktop({QStringLiteral("--render"), plan, path("a.png"), QStringLiteral("--with"), plan});
    EXPECT_EQ(noRun.code, 2);
    EXPECT_TRUE(noRun.err.contains(QStringLiteral("schedule")));
}

} // namespace
} // namespace lanewright::app
