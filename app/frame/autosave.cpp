// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/frame/autosave.h"

#include "app/document/call_later.h"
#include "app/document/opening.h"
#include "app/widgets/controls.h"
#include "core/io/schedule_json.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>

namespace lanewright::app {
namespace {

const QString kEnding = QStringLiteral(".lwautosave");
constexpr qint64 kMostBytes = qint64{1} << 30;

QJsonObject contentOf(const QString& file) { return jsonIn(file, kMostBytes); }

} // namespace

QString Autosave::folder() { return stateFolder() + QStringLiteral("/autosave"); }

/// What a copy holds, ready to be written on any thread.
struct Autosave::Copy {
    QString file;
    QString source;
    QString title;
    QByteArray stamp;
    QJsonObject lesson; ///< empty: none
    std::shared_ptr<const Plan> plan;

    /// Whole or not at all: what was there stays until the new copy stands beside it.
    bool write() const {
        const QString now = QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs);
        const QJsonObject content{{QStringLiteral("format"), QStringLiteral("lanewright-autosave")},
                                  {QStringLiteral("source"), source},
                                  {QStringLiteral("title"), title},
                                  {QStringLiteral("stamp"), QString::fromLatin1(stamp)},
                                  {QStringLiteral("saved"), now},
                                  {QStringLiteral("lesson"), lesson},
                                  {QStringLiteral("plan"), QString::fromStdString(planToJson(*plan))}};
        return writeWhole(file, QJsonDocument(content).toJson(QJsonDocument::Compact));
    }
};

Autosave::Autosave(Document& document, QObject* parent) : QObject(parent), m_document(document) {
    setUpOnce(m_wait, kWaitMs, this, &Autosave::save);
    // One copy after the other, so that the newest is written last.
    m_writer.setMaxThreadCount(1);
    for (const auto signal : {&Document::changed, &Document::savedChanged, &Document::variantsChanged})
        connect(&m_document, signal, this, &Autosave::changed);
}

void Autosave::changed() {
    if (!m_document.modified())
        return drop();
    if (!m_wait.isActive())
        m_wait.start();
}

void Autosave::save() {
    m_wait.stop();
    if (!m_document.modified())
        return;
    m_file.claim(folder(), kEnding);
    Copy copy{.file = m_file.path(),
              .source = m_document.path(),
              .title = m_document.displayName(),
              .stamp = m_document.stamp(),
              .lesson = m_lesson ? m_lesson().toJson() : QJsonObject(),
              // A long plan is not copied without need.
              .plan = m_document.variants().empty() ? m_document.sharedPlan()
                                                    : std::make_shared<const Plan>(m_document.wholePlan())};
    m_writer.start([this, copy = std::move(copy)] {
        if (copy.write())
            callLater(this, [this, file = copy.file] { written(file); });
    });
}

void Autosave::written(const QString& file) {
    // It may have been dropped in the meantime.
    if (file != m_file.path())
        return;
    m_hasCopy = true;
    Q_EMIT saved();
}

void Autosave::saveNow() {
    save();
    const QString file = m_file.path();
    m_writer.waitForDone();
    if (!file.isEmpty() && QFile::exists(file))
        written(file);
}

void Autosave::drop() {
    m_wait.stop();
    if (m_file.path().isEmpty())
        return;
    // What is being written now would come back.
    m_writer.clear();
    m_writer.waitForDone();
    m_file.drop();
    m_hasCopy = false;
}

std::vector<Autosave::Leftover> Autosave::leftovers() {
    std::vector<Leftover> found;
    const QDir dir(folder());
    for (const QString& name : dir.entryList({QLatin1Char('*') + kEnding}, QDir::Files, QDir::Name | QDir::Reversed)) {
        const QString file = dir.filePath(name);
        // No living window holds it.
        if (!lockOf(file))
            continue;
        const QJsonObject content = contentOf(file);
        if (!content.contains(QStringLiteral("plan")))
            continue;
        const QJsonObject lesson = content.value(QStringLiteral("lesson")).toObject();
        found.push_back(
            {.file = file,
             .source = content.value(QStringLiteral("source")).toString(),
             .title = content.value(QStringLiteral("title")).toString(),
             .saved = QDateTime::fromString(content.value(QStringLiteral("saved")).toString(), Qt::ISODateWithMs),
             .stamp = content.value(QStringLiteral("stamp")).toString().toLatin1(),
             .lesson = lesson.isEmpty() ? std::nullopt : std::optional(LessonRecord::fromJson(lesson))});
    }
    return found;
}

Result<Plan> Autosave::read(const Leftover& leftover) {
    const Opening opening(leftover.file);
    return planFromJson(contentOf(leftover.file).value(QStringLiteral("plan")).toString().toStdString());
}

void Autosave::discard(const Leftover& leftover) {
    QFile::remove(leftover.file);
    QFile::remove(leftover.file + QStringLiteral(".lock"));
}

} // namespace lanewright::app
