// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/frame/session_record.h"

#include "app/frame/session_contents.h"
#include "core/lesson/progress_json.h"

#include <QJsonArray>

#include <concepts>
#include <cstdint>
#include <type_traits>

namespace lanewright::app {
namespace {

constexpr int kMostWindows = 64;
constexpr int kMostRows = 256;
constexpr int kMostLessons = 256;

/// Whether lessons of a list have others of their own; what is nested deeper was not written here.
enum class Nesting : std::uint8_t { Deep, Flat };

template <typename Record, typename Kept>
concept RecordOf = std::same_as<std::remove_const_t<Record>, Kept>;

// Every key of a record with the value that it stands for; behind a list how long it may be.

void eachKey(RecordOf<WindowRecord> auto& record, const auto& visit) {
    visit("file", record.file);
    visit("geometry", record.geometry);
    visit("columns", record.columns);
    visit("rows", record.rows);
    visit("from", record.from);
    visit("to", record.to);
    visit("laneHeight", record.laneHeight);
    visit("scroll", record.scroll);
    visit("page", record.page);
    visit("memory", record.memory);
    visit("selected", record.selected);
}

void eachKey(RecordOf<LessonRecord> auto& record, const auto& visit) {
    visit("lesson", record.lesson);
    visit("geometry", record.geometry);
    visit("progress", record.progress);
    visit("board", record.progress.board);
    visit("ofAnswers", record.ofAnswers);
    visit("answersOf", record.answersOf);
    visit("answersChanged", record.answersChanged);
    visit("others", record.others, kMostLessons, Nesting::Flat);
}

void eachKey(RecordOf<ComparedRecord> auto& record, const auto& visit) {
    visit("name", record.name);
    visit("file", record.file);
    visit("plan", record.plan);
    visit("run", record.run);
}

void eachKey(RecordOf<CompareRecord> auto& record, const auto& visit) {
    visit("geometry", record.geometry);
    visit("from", record.from);
    visit("to", record.to);
    visit("rows", record.rows, kMostRows, Nesting::Deep);
}

void eachKey(RecordOf<SessionRecord> auto& record, const auto& visit) {
    visit("windows", record.windows, kMostWindows, Nesting::Deep);
    visit("lessons", record.lessons, kMostWindows, Nesting::Deep);
    visit("comparisons", record.comparisons, kMostWindows, Nesting::Deep);
    visit("boards", record.boards, kMostLessons, Nesting::Flat);
}

QJsonObject objectOf(const auto& record);
template <typename Record>
Record recordOf(const QJsonObject& json);

QJsonValue jsonOf(const auto& value) { return value; }
QJsonValue jsonOf(const QByteArray& bytes) { return QString::fromLatin1(bytes.toBase64()); }
/// Ticks may be more than a number of JSON can hold.
QJsonValue jsonOf(Time time) { return QString::number(time); }
QJsonValue jsonOf(const QStringList& list) { return QJsonArray::fromStringList(list); }
/// All but the board, which is kept in a file of its own.
QJsonValue jsonOf(LessonProgress progress) {
    progress.board.reset();
    return QString::fromStdString(progressToJson(progress));
}
template <typename Content>
QJsonValue jsonOf(const std::shared_ptr<const Content>& content) {
    return session::keep(content);
}
template <typename Record>
QJsonValue jsonOf(const std::vector<Record>& records) {
    QJsonArray array;
    for (const Record& record : records)
        array.append(objectOf(record));
    return array;
}

void readTo(QString& text, const QJsonValue& json) { text = json.toString(); }
void readTo(int& number, const QJsonValue& json) { number = json.toInt(); }
void readTo(bool& value, const QJsonValue& json) { value = json.toBool(value); }
void readTo(QByteArray& bytes, const QJsonValue& json) { bytes = QByteArray::fromBase64(json.toString().toLatin1()); }
void readTo(Time& time, const QJsonValue& json) { time = json.toString().toLongLong(); }
void readTo(QStringList& list, const QJsonValue& json) {
    for (const auto& each : json.toArray())
        list << each.toString();
}
void readTo(LessonProgress& progress, const QJsonValue& json) {
    if (Result<LessonProgress> read = progressFromJson(json.toString().toStdString()))
        progress = *std::move(read);
}
void readTo(std::shared_ptr<const Plan>& plan, const QJsonValue& json) { plan = session::keptPlan(json.toString()); }
void readTo(std::shared_ptr<const Run>& run, const QJsonValue& json) { run = session::keptRun(json.toString()); }
template <typename Record>
void readTo(std::vector<Record>& records, const QJsonValue& json, int most, Nesting nesting) {
    for (const auto& each : json.toArray()) {
        QJsonObject object = each.toObject();
        if (nesting == Nesting::Flat)
            object.remove(QStringLiteral("others"));
        if (static_cast<int>(records.size()) < most)
            records.push_back(recordOf<Record>(object));
    }
}

QJsonObject objectOf(const auto& record) {
    QJsonObject object;
    eachKey(record, [&object](const char* key, const auto& value, auto...) {
        object.insert(QLatin1String(key), jsonOf(value));
    });
    return object;
}

template <typename Record>
Record recordOf(const QJsonObject& json) {
    Record record;
    eachKey(record, [&json](const char* key, auto& value, auto... limits) {
        readTo(value, json.value(QLatin1String(key)), limits...);
    });
    return record;
}

} // namespace

QJsonObject LessonRecord::toJson() const { return objectOf(*this); }

LessonRecord LessonRecord::fromJson(const QJsonObject& json) { return recordOf<LessonRecord>(json); }

QJsonObject SessionRecord::toJson() const { return objectOf(*this); }

SessionRecord SessionRecord::fromJson(const QJsonObject& json) { return recordOf<SessionRecord>(json); }

} // namespace lanewright::app
