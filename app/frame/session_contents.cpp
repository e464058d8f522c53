// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/frame/session_contents.h"

#include "app/document/opening.h"
#include "app/document/state/held_file.h"
#include "app/frame/autosave.h"
#include "core/io/run_json.h"
#include "core/io/schedule_json.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <vector>

namespace lanewright::app::session {
namespace {

const QString kPlan = QStringLiteral(".lwsched");
const QString kRun = QStringLiteral(".lwrun");
constexpr qint64 kMostContentBytes = qint64{1} << 30;

QString folder() { return QFileInfo(Autosave::folder()).absolutePath() + QStringLiteral("/session"); }

QString write(const std::string& text, const QString& ending) {
    const auto bytes = QByteArray::fromRawData(text.data(), static_cast<qsizetype>(text.size()));
    QString name = QString::fromLatin1(QCryptographicHash::hash(bytes, QCryptographicHash::Sha1).toHex()) + ending;
    const QString path = folder() + QLatin1Char('/') + name;
    if (QFile::exists(path))
        return name;
    QDir().mkpath(folder());
    return writeWhole(path, bytes) ? name : QString();
}

/// Empty where the name is none of ours.
QByteArray read(const QString& name, const QString& ending) {
    if (!name.endsWith(ending) || name.contains(QLatin1Char('/')))
        return {};
    QFile file(folder() + QLatin1Char('/') + name);
    return file.size() <= kMostContentBytes && file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// What was kept before. It can't change, and to write a long one takes a while.
template <typename Content>
struct KeptBefore {
    std::weak_ptr<const Content> content;
    QString name;
};

/// The name of the content; `textOf` says what its file holds, where that is not written yet.
template <typename Content, typename TextOf>
QString keepOnce(const std::shared_ptr<const Content>& content, const QString& ending, const TextOf& textOf) {
    static std::vector<KeptBefore<Content>> known;
    if (!content)
        return {};
    std::erase_if(known, [](const KeptBefore<Content>& each) {
        return each.content.expired() || !QFile::exists(folder() + QLatin1Char('/') + each.name);
    });
    const auto found =
        std::ranges::find(known, content, [](const KeptBefore<Content>& each) { return each.content.lock(); });
    if (found != known.end())
        return found->name;
    QString name = write(textOf(*content), ending);
    if (!name.isEmpty())
        known.push_back({content, name});
    return name;
}

template <typename Content>
std::shared_ptr<const Content> kept(const QString& name, const QString& ending,
                                    Result<Content> (*parse)(std::string_view)) {
    if (name.isEmpty())
        return nullptr;
    const Opening opening(name);
    const QByteArray text = read(name, ending);
    Result<Content> content = parse({text.data(), static_cast<std::size_t>(text.size())});
    return content ? std::make_shared<const Content>(*std::move(content)) : nullptr;
}

} // namespace

QString keep(const std::shared_ptr<const Plan>& plan) {
    return keepOnce(plan, kPlan, [](const Plan& each) { return planToJson(each); });
}

QString keep(const std::shared_ptr<const Run>& run) {
    return keepOnce(run, kRun, [](const Run& each) { return runToJson(each); });
}

std::shared_ptr<const Plan> keptPlan(const QString& name) { return kept<Plan>(name, kPlan, planFromJson); }

std::shared_ptr<const Run> keptRun(const QString& name) { return kept<Run>(name, kRun, runFromJson); }

void forgetAllBut(const QByteArray& text) {
    QDir dir(folder());
    for (const QString& name : dir.entryList({QLatin1Char('*') + kPlan, QLatin1Char('*') + kRun}, QDir::Files))
        if (!text.contains(name.toLatin1()))
            dir.remove(name);
}

} // namespace lanewright::app::session
