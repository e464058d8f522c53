// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/start/command_line.h"

#include <QCommandLineParser>

namespace lanewright::app {
namespace {

Error wrong(const QString& sentence) { return {sentence.toStdString()}; }

Result<int> numberIfSet(const QCommandLineParser& parser, const QString& option, int most, int otherwise) {
    if (!parser.isSet(option))
        return otherwise;
    bool fine = false;
    const int number = parser.value(option).toInt(&fine);
    if (!fine || number < 1 || number > most)
        return wrong(QStringLiteral("-%1 takes a number from 1 to %2, not '%3'")
                         .arg(option)
                         .arg(most)
                         .arg(parser.value(option)));
    return number;
}

void addOptions(QCommandLineParser& parser) {
    parser.addOptions({{{QStringLiteral("h"), QStringLiteral("help")}, {}},
                       {{QStringLiteral("v"), QStringLiteral("version")}, {}},
                       {QStringLiteral("generate"), {}, QStringLiteral("NAME")},
                       {QStringLiteral("lesson"), {}, QStringLiteral("FILE")},
                       {QStringLiteral("p"), {}, QStringLiteral("RANKS")},
                       {QStringLiteral("m"), {}, QStringLiteral("MICROBATCHES")},
                       {QStringLiteral("with"), {}, QStringLiteral("RUN")},
                       {QStringLiteral("theme"), {}, QStringLiteral("THEME")},
                       {QStringLiteral("screenshots"), {}, QStringLiteral("DIR")}});
}

Result<CommandLine> screenshotsLine(CommandLine line, const QCommandLineParser& parser) {
    if (!line.files.isEmpty())
        return wrong(QStringLiteral("--screenshots takes one folder; leave out '%1'").arg(line.files.front()));
    line.task = CommandLine::Task::Screenshots;
    line.out = parser.value(QStringLiteral("screenshots"));
    line.run = parser.value(QStringLiteral("with"));
    return line;
}

Result<CommandLine> generateLine(CommandLine line, const QCommandLineParser& parser) {
    line.generator = parser.value(QStringLiteral("generate"));
    if (!line.files.isEmpty())
        return wrong(QStringLiteral("--generate makes a schedule of its own; leave out '%1'").arg(line.files.front()));
    const Result<int> ranks = numberIfSet(parser, QStringLiteral("p"), 256, line.ranks);
    if (!ranks)
        return ranks.error();
    const Result<int> microbatches = numberIfSet(parser, QStringLiteral("m"), 4096, line.microbatches);
    if (!microbatches)
        return microbatches.error();
    line.ranks = *ranks;
    line.microbatches = *microbatches;
    return line;
}

Result<CommandLine> lessonLine(CommandLine line, const QCommandLineParser& parser) {
    for (const char* other : {"generate", "screenshots"})
        if (parser.isSet(QLatin1String(other)))
            return wrong(QStringLiteral("--lesson and --%1 do not go together").arg(QLatin1String(other)));
    if (!line.files.isEmpty())
        return wrong(QStringLiteral("--lesson takes one lesson; leave out '%1'").arg(line.files.front()));
    line.task = CommandLine::Task::Lesson;
    line.lesson = parser.value(QStringLiteral("lesson"));
    return line;
}

} // namespace

Result<CommandLine> parseCommandLine(const QStringList& arguments) {
    QCommandLineParser parser;
    addOptions(parser);
    if (!parser.parse(arguments))
        return wrong(parser.errorText());
    const auto isSet = [&parser](const char* option) { return parser.isSet(QLatin1String(option)); };
    CommandLine line{.files = parser.positionalArguments(), .theme = parser.value(QStringLiteral("theme"))};
    if (isSet("help"))
        return CommandLine{.task = CommandLine::Task::Help};
    if (isSet("version"))
        return CommandLine{.task = CommandLine::Task::Version};
    const QStringList themes{QStringLiteral("light"), QStringLiteral("dark"), QStringLiteral("contrast")};
    if (isSet("theme") && !themes.contains(line.theme))
        return wrong(QStringLiteral("--theme is light, dark or contrast, not '%1'").arg(line.theme));
    if (!isSet("screenshots") && isSet("with"))
        return wrong(QStringLiteral("--with goes with --screenshots"));
    if (!isSet("generate") && (isSet("p") || isSet("m")))
        return wrong(QStringLiteral("-p and -m go with --generate"));
    if (isSet("lesson"))
        return lessonLine(std::move(line), parser);
    if (isSet("screenshots"))
        return screenshotsLine(std::move(line), parser);
    if (isSet("generate"))
        return generateLine(std::move(line), parser);
    return line;
}

QString helpText() {
    return QStringLiteral(R"(lanewright: a workbench for pipeline-parallel training schedules

lanewright [FILES]                 open schedules (*.lwsched), runs (*.lwrun) or PyTorch CSV, a window each,
                                   and models (*.lwmodel) and clusters (*.lwcluster) in the planner,
                                   lessons (*.lwlesson) and answers (*.lwanswers) in the classroom,
                                   traces of profilers and folders of them as one measured run;
                                   without a file: a ZB-H1 schedule, ready to edit and run
lanewright --generate NAME [-p RANKS] [-m MICROBATCHES]
                                   start with a schedule made by a generator, such as zb-h1
lanewright --lesson LESSON         open a lesson: a file (*.lwlesson), or one of the program's by name or number,
                                   such as zb-h1 or 5; any other word lists them
lanewright --screenshots DIR [--with RUN]
                                   make the screenshots of the documentation, with a real run or that of a file
  --theme light|dark|contrast      look of the windows for this start
  -h, --help                       this text
  -v, --version                    the version

Example: lanewright --generate zb-h1 -p 4 -m 8
Pictures are drawn by lanewright-cli render, and from the File menu.
)");
}

} // namespace lanewright::app
