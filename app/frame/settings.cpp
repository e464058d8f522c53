// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/frame/settings.h"

#include "core/model/limits.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <string_view>

namespace lanewright::app {
namespace {

// Layouts of another version are not restored: their parts no longer exist.
constexpr int kLayoutVersion = 1;

QString layoutKey(const QString& part) { return QStringLiteral("layout%1/%2").arg(kLayoutVersion).arg(part); }

QString nameText(std::string_view word) { return QString::fromUtf8(word.data(), static_cast<int>(word.size())); }

} // namespace

Settings::Settings()
    : m_store(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("lanewright"), QStringLiteral("lanewright")) {}

QString Settings::theme() const {
    return m_store.value(QStringLiteral("look/theme"), QStringLiteral("system")).toString();
}

void Settings::setTheme(const QString& name) { m_store.setValue(QStringLiteral("look/theme"), name); }

QString Settings::language() const {
    return m_store.value(QStringLiteral("look/language"), QStringLiteral("system")).toString();
}

void Settings::setLanguage(const QString& name) { m_store.setValue(QStringLiteral("look/language"), name); }

QStringList Settings::recentFiles() const {
    return m_store.value(QStringLiteral("files/recent")).toStringList().mid(0, kRecentFiles);
}

void Settings::addRecentFile(const QString& path) {
    const QString absolute = QFileInfo(path).absoluteFilePath();
    QStringList files = recentFiles();
    files.removeAll(absolute);
    files.prepend(absolute);
    m_store.setValue(QStringLiteral("files/recent"), QStringList(files.mid(0, kRecentFiles)));
}

void Settings::clearRecentFiles() { m_store.remove(QStringLiteral("files/recent")); }

QByteArray Settings::layout(const QString& part) const { return m_store.value(layoutKey(part)).toByteArray(); }

void Settings::setLayout(const QString& part, const QByteArray& state) { m_store.setValue(layoutKey(part), state); }

void Settings::resetLayout() { m_store.remove(QStringLiteral("layout%1").arg(kLayoutVersion)); }

bool Settings::opensLastSession() const { return m_store.value(QStringLiteral("files/openLast"), true).toBool(); }

void Settings::setOpensLastSession(bool opens) { m_store.setValue(QStringLiteral("files/openLast"), opens); }

bool Settings::refusesIllegal() const { return m_store.value(QStringLiteral("edit/refuseIllegal"), false).toBool(); }

void Settings::setRefusesIllegal(bool refuses) { m_store.setValue(QStringLiteral("edit/refuseIllegal"), refuses); }

bool Settings::showMeasured() const { return m_store.value(QStringLiteral("look/measured"), true).toBool(); }

void Settings::setShowMeasured(bool show) { m_store.setValue(QStringLiteral("look/measured"), show); }

bool Settings::asksAboutRuns() const { return m_store.value(QStringLiteral("run/asks"), true).toBool(); }

void Settings::setAsksAboutRuns(bool asks) { m_store.setValue(QStringLiteral("run/asks"), asks); }

RunSettings Settings::run() const {
    RunSettings run;
    const auto number = [this](const char* key, int otherwise, int least, int most) {
        return std::clamp(m_store.value(QStringLiteral("run/") + QLatin1String(key), otherwise).toInt(), least, most);
    };
    run.backend = m_store.value(QStringLiteral("run/backend"), run.backend).toString();
    run.gpu = number("gpu", run.gpu, RunSettings::kAllGpus, kMaxGpus - 1);
    run.python = m_store.value(QStringLiteral("run/python")).toString();
    run.inProcess = m_store.value(QStringLiteral("run/inProcess"), run.inProcess).toBool();
    run.paced = m_store.value(QStringLiteral("run/paced"), run.paced).toBool();
    run.traceKernels = m_store.value(QStringLiteral("run/kernels"), run.traceKernels).toBool();
    run.steps = number("steps", run.steps, 1, RunSettings::kMostSteps);
    run.threads = number("threads", run.threads, 1, RunSettings::kMostThreads);
    if (m_store.value(QStringLiteral("run/precision")).toString() == QLatin1String("bf16"))
        run.precision = Precision::Bf16;
    if (m_store.value(QStringLiteral("run/optimizer")).toString() == QLatin1String("postvalidated"))
        run.optimizer = OptimizerMode::PostValidated;
    run.data = m_store.value(QStringLiteral("run/data")).toString();
    run.model.layers = number("layers", run.model.layers, 1, 4096);
    run.model.heads = number("heads", run.model.heads, 1, 1024);
    run.model.width = number("width", run.model.width, 1, 1 << 16);
    run.model.context = number("context", run.model.context, 1, 1 << 16);
    run.model.batch = number("batch", run.model.batch, 1, 1 << 12);
    return run;
}

void Settings::setRun(const RunSettings& run) {
    m_store.setValue(QStringLiteral("run/backend"), run.backend);
    m_store.setValue(QStringLiteral("run/gpu"), run.gpu);
    m_store.setValue(QStringLiteral("run/python"), run.python);
    m_store.setValue(QStringLiteral("run/inProcess"), run.inProcess);
    m_store.setValue(QStringLiteral("run/paced"), run.paced);
    m_store.setValue(QStringLiteral("run/kernels"), run.traceKernels);
    m_store.setValue(QStringLiteral("run/steps"), run.steps);
    m_store.setValue(QStringLiteral("run/threads"), run.threads);
    m_store.setValue(QStringLiteral("run/precision"), nameText(toText(run.precision)));
    m_store.setValue(QStringLiteral("run/optimizer"), nameText(toText(run.optimizer)));
    m_store.setValue(QStringLiteral("run/data"), run.data);
    m_store.setValue(QStringLiteral("run/layers"), run.model.layers);
    m_store.setValue(QStringLiteral("run/heads"), run.model.heads);
    m_store.setValue(QStringLiteral("run/width"), run.model.width);
    m_store.setValue(QStringLiteral("run/context"), run.model.context);
    m_store.setValue(QStringLiteral("run/batch"), run.model.batch);
}

QString Settings::lastFolder() const {
    const QString folder = m_store.value(QStringLiteral("files/folder")).toString();
    return QFileInfo(folder).isDir() ? folder : QDir::homePath();
}

void Settings::setLastFolder(const QString& path) {
    m_store.setValue(QStringLiteral("files/folder"), QFileInfo(path).absolutePath());
}

} // namespace lanewright::app
