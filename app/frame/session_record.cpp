// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/frame/session_record.h"

#include "app/frame/session_contents.h"

#include <QJsonArray>

#include <algorithm>

namespace lanewright::app {
namespace {

constexpr int kMostWindows = 64;
constexpr int kMostRows = 256;
constexpr int kMostLessons = 256;

QString textOf(const QByteArray& bytes) { return QString::fromLatin1(bytes.toBase64()); }

QByteArray bytesOf(const QJsonValue& value) { return QByteArray::fromBase64(value.toString().toLatin1()); }

/// Ticks may be more than a number of JSON can hold.
QString textOf(Time time) { return QString::number(time); }

Time timeOf(const QJsonValue& value) { return value.toString().toLongLong(); }

template <typename Record>
QJsonArray arrayOf(const std::vector<Record>& records) {
    QJsonArray array;
    for (const Record& record : records)
        array.append(record.toJson());
    return array;
}

template <typename Record>
std::vector<Record> recordsOf(const QJsonValue& value, int most) {
    std::vector<Record> records;
    for (const auto& each : value.toArray())
        if (static_cast<int>(records.size()) < most)
            records.push_back(Record::fromJson(each.toObject()));
    return records;
}

/// Each without others: what is nested deeper was not written here.
std::vector<LessonRecord> boardsOf(const QJsonValue& value) {
    QJsonArray flat;
    for (const auto& each : value.toArray()) {
        QJsonObject board = each.toObject();
        board.remove(QStringLiteral("others"));
        flat.append(board);
    }
    return recordsOf<LessonRecord>(flat, kMostLessons);
}

/// What is null is unknown; what is not there was not used.
HelpUsed helpFrom(const QJsonObject& json) {
    const auto known = [&](const char* key) { return !json.value(QLatin1String(key)).isNull(); };
    const auto number = [&](const char* key) {
        return std::max<qint64>(0, json.value(QLatin1String(key)).toInteger());
    };
    HelpUsed used = HelpUsed::unknown();
    if (known("hints"))
        used.hints = static_cast<int>(number("hints"));
    if (known("coachSteps"))
        used.coachSteps = static_cast<int>(number("coachSteps"));
    if (known("answerShown"))
        used.answerShown = json.value(QStringLiteral("answerShown")).toBool();
    if (known("seconds"))
        used.seconds = number("seconds");
    return used;
}

} // namespace

QJsonObject WindowRecord::toJson() const {
    return {{QStringLiteral("file"), file},
            {QStringLiteral("geometry"), textOf(geometry)},
            {QStringLiteral("columns"), textOf(columns)},
            {QStringLiteral("rows"), textOf(rows)},
            {QStringLiteral("from"), textOf(from)},
            {QStringLiteral("to"), textOf(to)},
            {QStringLiteral("laneHeight"), laneHeight},
            {QStringLiteral("scroll"), scroll},
            {QStringLiteral("page"), page},
            {QStringLiteral("memory"), memory},
            {QStringLiteral("selected"), QJsonArray::fromStringList(selected)}};
}

WindowRecord WindowRecord::fromJson(const QJsonObject& json) {
    WindowRecord record;
    record.file = json.value(QStringLiteral("file")).toString();
    record.geometry = bytesOf(json.value(QStringLiteral("geometry")));
    record.columns = bytesOf(json.value(QStringLiteral("columns")));
    record.rows = bytesOf(json.value(QStringLiteral("rows")));
    record.from = timeOf(json.value(QStringLiteral("from")));
    record.to = timeOf(json.value(QStringLiteral("to")));
    record.laneHeight = json.value(QStringLiteral("laneHeight")).toInt();
    record.scroll = json.value(QStringLiteral("scroll")).toInt();
    record.page = json.value(QStringLiteral("page")).toInt();
    record.memory = json.value(QStringLiteral("memory")).toBool(true);
    for (const auto& op : json.value(QStringLiteral("selected")).toArray())
        record.selected << op.toString();
    return record;
}

QJsonObject LessonRecord::toJson() const {
    const auto orNull = [](const auto& known) { return known ? QJsonValue(*known) : QJsonValue(QJsonValue::Null); };
    const QJsonValue seconds = used.seconds ? QJsonValue(static_cast<qint64>(*used.seconds)) : QJsonValue::Null;
    const QJsonObject helped = {{QStringLiteral("hints"), orNull(used.hints)},
                                {QStringLiteral("coachSteps"), orNull(used.coachSteps)},
                                {QStringLiteral("answerShown"), orNull(used.answerShown)},
                                {QStringLiteral("seconds"), seconds}};
    return {{QStringLiteral("lesson"), lesson},
            {QStringLiteral("geometry"), textOf(geometry)},
            {QStringLiteral("board"), session::keep(board)},
            {QStringLiteral("postValidated"), optimizer == OptimizerMode::PostValidated},
            {QStringLiteral("help"), static_cast<int>(help)},
            {QStringLiteral("hints"), hints},
            {QStringLiteral("used"), helped},
            {QStringLiteral("ofAnswers"), ofAnswers},
            {QStringLiteral("answersOf"), answersOf},
            {QStringLiteral("answersChanged"), answersChanged},
            {QStringLiteral("others"), arrayOf(others)}};
}

LessonRecord LessonRecord::fromJson(const QJsonObject& json) {
    LessonRecord record;
    record.lesson = json.value(QStringLiteral("lesson")).toString();
    record.geometry = bytesOf(json.value(QStringLiteral("geometry")));
    record.board = session::keptPlan(json.value(QStringLiteral("board")).toString());
    if (json.value(QStringLiteral("postValidated")).toBool())
        record.optimizer = OptimizerMode::PostValidated;
    const int help = json.value(QStringLiteral("help")).toInt();
    if (help >= 0 && help <= static_cast<int>(HelpLevel::Coach))
        record.help = static_cast<HelpLevel>(help);
    record.hints = json.value(QStringLiteral("hints")).toInt();
    record.used = helpFrom(json.value(QStringLiteral("used")).toObject());
    record.ofAnswers = json.value(QStringLiteral("ofAnswers")).toBool();
    record.answersOf = json.value(QStringLiteral("answersOf")).toString();
    record.answersChanged = json.value(QStringLiteral("answersChanged")).toBool();
    record.others = boardsOf(json.value(QStringLiteral("others")));
    return record;
}

QJsonObject ComparedRecord::toJson() const {
    return {{QStringLiteral("name"), name},
            {QStringLiteral("file"), file},
            {QStringLiteral("plan"), session::keep(plan)},
            {QStringLiteral("run"), session::keep(run)}};
}

ComparedRecord ComparedRecord::fromJson(const QJsonObject& json) {
    return {.name = json.value(QStringLiteral("name")).toString(),
            .file = json.value(QStringLiteral("file")).toString(),
            .plan = session::keptPlan(json.value(QStringLiteral("plan")).toString()),
            .run = session::keptRun(json.value(QStringLiteral("run")).toString())};
}

QJsonObject CompareRecord::toJson() const {
    return {{QStringLiteral("geometry"), textOf(geometry)},
            {QStringLiteral("from"), textOf(from)},
            {QStringLiteral("to"), textOf(to)},
            {QStringLiteral("rows"), arrayOf(rows)}};
}

CompareRecord CompareRecord::fromJson(const QJsonObject& json) {
    return {.geometry = bytesOf(json.value(QStringLiteral("geometry"))),
            .from = timeOf(json.value(QStringLiteral("from"))),
            .to = timeOf(json.value(QStringLiteral("to"))),
            .rows = recordsOf<ComparedRecord>(json.value(QStringLiteral("rows")), kMostRows)};
}

QJsonObject SessionRecord::toJson() const {
    return {{QStringLiteral("windows"), arrayOf(windows)},
            {QStringLiteral("lessons"), arrayOf(lessons)},
            {QStringLiteral("comparisons"), arrayOf(comparisons)},
            {QStringLiteral("boards"), arrayOf(boards)}};
}

SessionRecord SessionRecord::fromJson(const QJsonObject& json) {
    return {.windows = recordsOf<WindowRecord>(json.value(QStringLiteral("windows")), kMostWindows),
            .lessons = recordsOf<LessonRecord>(json.value(QStringLiteral("lessons")), kMostWindows),
            .comparisons = recordsOf<CompareRecord>(json.value(QStringLiteral("comparisons")), kMostWindows),
            .boards = boardsOf(json.value(QStringLiteral("boards")))};
}

} // namespace lanewright::app
