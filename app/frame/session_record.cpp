// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/frame/session_record.h"

#include "app/frame/session_contents.h"

#include <QJsonArray>

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <optional>
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

void eachKey(RecordOf<HelpUsed> auto& used, const auto& visit) {
    visit("hints", used.hints);
    visit("coachSteps", used.coachSteps);
    visit("answerShown", used.answerShown);
    visit("seconds", used.seconds);
}

void eachKey(RecordOf<LessonRecord> auto& record, const auto& visit) {
    visit("lesson", record.lesson);
    visit("geometry", record.geometry);
    visit("board", record.board);
    visit("postValidated", record.optimizer);
    visit("help", record.help);
    visit("hints", record.hints);
    visit("used", record.used);
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
QJsonValue jsonOf(OptimizerMode mode) { return mode == OptimizerMode::PostValidated; }
QJsonValue jsonOf(HelpLevel help) { return static_cast<int>(help); }
QJsonValue jsonOf(const HelpUsed& used) { return objectOf(used); }
template <typename Content>
QJsonValue jsonOf(const std::shared_ptr<const Content>& content) {
    return session::keep(content);
}
template <typename Known>
QJsonValue jsonOf(const std::optional<Known>& known) {
    if constexpr (std::same_as<Known, std::int64_t>)
        return known ? QJsonValue(static_cast<qint64>(*known)) : QJsonValue::Null;
    else
        return known ? QJsonValue(*known) : QJsonValue::Null;
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
void readTo(OptimizerMode& mode, const QJsonValue& json) {
    if (json.toBool())
        mode = OptimizerMode::PostValidated;
}
void readTo(HelpLevel& help, const QJsonValue& json) {
    const int level = json.toInt();
    if (level >= 0 && level <= static_cast<int>(HelpLevel::Coach))
        help = static_cast<HelpLevel>(level);
}
void readTo(HelpUsed& used, const QJsonValue& json) { used = recordOf<HelpUsed>(json.toObject()); }
void readTo(std::shared_ptr<const Plan>& plan, const QJsonValue& json) { plan = session::keptPlan(json.toString()); }
void readTo(std::shared_ptr<const Run>& run, const QJsonValue& json) { run = session::keptRun(json.toString()); }
/// What is null is unknown; what is not there was not used.
template <typename Known>
void readTo(std::optional<Known>& known, const QJsonValue& json) {
    if (json.isNull())
        known.reset();
    else if constexpr (std::same_as<Known, bool>)
        known = json.toBool();
    else
        known = static_cast<Known>(std::max<qint64>(0, json.toInteger()));
}
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
