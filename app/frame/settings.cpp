// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/frame/settings.h"

#include "core/model/limits.h"

#include <QDir>
#include <QFileInfo>
#include <QVariant>

#include <algorithm>
#include <string>
#include <type_traits>

namespace lanewright::app {
namespace {

// Layouts of another version are not restored: their parts no longer exist.
constexpr int kLayoutVersion = 1;

QString layoutKey(const QString& part) { return QStringLiteral("layout%1/%2").arg(kLayoutVersion).arg(part); }

/// Every key of a run with the value that it stands for; behind a number the least and the most.
void eachOf(auto& run, const auto& visit) {
    visit("backend", run.backend);
    visit("gpu", run.gpu, RunSettings::kAllGpus, kMaxGpus - 1);
    visit("python", run.python);
    visit("inProcess", run.inProcess);
    visit("paced", run.paced);
    visit("kernels", run.traceKernels);
    visit("steps", run.steps, 1, RunSettings::kMostSteps);
    visit("threads", run.threads, 1, RunSettings::kMostThreads);
    visit("precision", run.precision);
    visit("optimizer", run.optimizer);
    visit("data", run.data);
    visit("layers", run.model.layers, 1, 4096);
    visit("heads", run.model.heads, 1, 1024);
    visit("width", run.model.width, 1, 1 << 16);
    visit("context", run.model.context, 1, 1 << 16);
    visit("batch", run.model.batch, 1, 1 << 12);
}

QString runKey(const char* key) { return QStringLiteral("run/") + QLatin1String(key); }

template <typename Value>
QVariant stored(const Value& value) {
    if constexpr (std::is_enum_v<Value>)
        return QString::fromStdString(std::string(toText(value)));
    else
        return value;
}

} // namespace

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

QByteArray Settings::layout(const QString& part) const { return m_store.value(layoutKey(part)).toByteArray(); }

void Settings::setLayout(const QString& part, const QByteArray& state) { m_store.setValue(layoutKey(part), state); }

void Settings::resetLayout() { m_store.remove(QStringLiteral("layout%1").arg(kLayoutVersion)); }

RunSettings Settings::run() const {
    RunSettings run;
    eachOf(run, [this]<typename Value>(const char* key, Value& value, auto... bounds) {
        const QVariant known = m_store.value(runKey(key), stored(value));
        if constexpr (std::is_same_v<Value, Precision>)
            value = known == stored(Precision::Bf16) ? Precision::Bf16 : value;
        else if constexpr (std::is_same_v<Value, OptimizerMode>)
            value = known == stored(OptimizerMode::PostValidated) ? OptimizerMode::PostValidated : value;
        else if constexpr (sizeof...(bounds) > 0)
            value = std::clamp<Value>(known.toInt(), bounds...);
        else
            value = known.value<Value>();
    });
    return run;
}

void Settings::setRun(const RunSettings& run) {
    eachOf(run, [this](const char* key, const auto& value, auto...) { m_store.setValue(runKey(key), stored(value)); });
}

QString Settings::lastFolder() const {
    const QString folder = m_store.value(QStringLiteral("files/folder")).toString();
    return QFileInfo(folder).isDir() ? folder : QDir::homePath();
}

void Settings::setLastFolder(const QString& path) {
    m_store.setValue(QStringLiteral("files/folder"), QFileInfo(path).absolutePath());
}

} // namespace lanewright::app
