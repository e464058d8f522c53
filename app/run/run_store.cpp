// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run/run_store.h"

#include "app/document/call_later.h"
#include "app/document/opening.h"
#include "app/document/plain_text.h"
#include "app/document/state/held_file.h"
#include "core/io/files.h"
#include "core/io/run_json.h"
#include "core/model/text.h"
#include "core/simulate/simulate.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <utility>

namespace lanewright::app {
namespace {

const QString kRun = QStringLiteral(".lwrun");
const QString kSummary = QStringLiteral(".json");
constexpr qint64 kMostSummaryBytes = 64 << 10;
/// A run that takes more is kept with its first and last steps alone.
constexpr std::size_t kMostRunBytes = std::size_t{64} << 20;
constexpr std::size_t kFewSteps = 4;

QString shortHash(const QByteArray& bytes) {
    return QString::fromLatin1(QCryptographicHash::hash(bytes, QCryptographicHash::Sha1).toHex().left(16));
}

QString placeOf(const Document& document) {
    const Schedule& schedule = document.schedule();
    const QString path = QFileInfo(document.path()).absoluteFilePath();
    const QString words = document.path().isEmpty() ? QStringLiteral("%1|%2|%3|%4|%5")
                                                          .arg(QString::fromStdString(document.plan().title))
                                                          .arg(schedule.ranks())
                                                          .arg(schedule.stages())
                                                          .arg(schedule.microbatches)
                                                          .arg(schedule.placement.directions.size())
                                                    : path;
    return RunStore::folder() + QLatin1Char('/') + shortHash(words.toUtf8());
}

QString summaryFile(const QString& runFile) { return runFile.chopped(kRun.size()) + kSummary; }

QJsonObject toJson(const KeptRun& run) {
    return {{QStringLiteral("began"), run.began.toUTC().toString(Qt::ISODateWithMs)},
            {QStringLiteral("backend"), run.backend},
            {QStringLiteral("launcher"), run.launcher},
            {QStringLiteral("paced"), run.paced},
            {QStringLiteral("partial"), run.partial},
            {QStringLiteral("steps"), run.steps},
            {QStringLiteral("lossLost"), run.lossLost},
            {QStringLiteral("ranks"), run.ranks},
            {QStringLiteral("threads"), run.threads},
            {QStringLiteral("layers"), run.layers},
            {QStringLiteral("width"), run.width},
            {QStringLiteral("bf16"), run.precision == Precision::Bf16},
            {QStringLiteral("postvalidated"), run.optimizer == OptimizerMode::PostValidated},
            {QStringLiteral("unit"), static_cast<int>(run.unit)},
            {QStringLiteral("planned"), static_cast<qint64>(run.planned)},
            {QStringLiteral("measured"), static_cast<qint64>(run.measured)},
            {QStringLiteral("order"), run.order}};
}

KeptRun fromJson(const QJsonObject& json, const QString& file) {
    const auto text = [&](const char* key) { return json.value(QLatin1String(key)).toString(); };
    const auto number = [&](const char* key) { return json.value(QLatin1String(key)).toInteger(); };
    const auto flag = [&](const char* key) { return json.value(QLatin1String(key)).toBool(); };
    const auto unit = std::clamp<qint64>(number("unit"), 0, static_cast<qint64>(TimeUnit::Unit));
    return {.file = file,
            .began = QDateTime::fromString(text("began"), Qt::ISODateWithMs),
            .backend = text("backend"),
            .launcher = text("launcher"),
            .paced = flag("paced"),
            .partial = flag("partial"),
            .steps = static_cast<int>(number("steps")),
            .lossLost = static_cast<int>(json.value(QStringLiteral("lossLost")).toInteger(-1)),
            .ranks = static_cast<int>(number("ranks")),
            .threads = static_cast<int>(number("threads")),
            .layers = static_cast<int>(number("layers")),
            .width = static_cast<int>(number("width")),
            .precision = flag("bf16") ? Precision::Bf16 : Precision::Fp32,
            .optimizer = flag("postvalidated") ? OptimizerMode::PostValidated : OptimizerMode::Synchronous,
            .unit = static_cast<TimeUnit>(unit),
            .planned = number("planned"),
            .measured = number("measured"),
            .order = text("order")};
}

/// Newest first; a file whose summary can't be read is left out.
std::vector<KeptRun> runsIn(const QString& place) {
    std::vector<KeptRun> found;
    const QDir dir(place);
    for (const QString& name : dir.entryList({QLatin1Char('*') + kRun}, QDir::Files, QDir::Name | QDir::Reversed)) {
        const QString file = dir.filePath(name);
        if (const QJsonObject json = jsonIn(summaryFile(file), kMostSummaryBytes); !json.isEmpty())
            found.push_back(fromJson(json, file));
    }
    return found;
}

void removeRun(const QString& file) {
    QFile::remove(file);
    QFile::remove(summaryFile(file));
}

/// The oldest go until the rest fits.
void keepToLimits(const QString& place) {
    const std::vector<KeptRun> own = runsIn(place);
    for (std::size_t i = RunStore::kMostRuns; i < own.size(); ++i)
        removeRun(own[i].file);
    QFileInfoList all;
    for (const QFileInfo& each : QDir(RunStore::folder()).entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot))
        all += QDir(each.filePath()).entryInfoList({QLatin1Char('*') + kRun}, QDir::Files);
    // Their names begin with the moment at which they began.
    std::ranges::sort(all, std::greater{}, &QFileInfo::fileName);
    qint64 bytes = 0;
    for (qsizetype i = 0; i < all.size(); ++i) {
        bytes += all[i].size();
        if (i > 0 && bytes > RunStore::kMostBytes)
            removeRun(all[i].filePath());
    }
}

std::string textOf(const Run& run) {
    std::string text = runToJson(run);
    if (text.size() <= kMostRunBytes || run.steps.size() <= 2 * kFewSteps)
        return text;
    Run few = run;
    few.steps.erase(few.steps.begin() + kFewSteps, few.steps.end() - kFewSteps);
    return runToJson(few);
}

bool writeRun(const Run& run, const QString& file, const QDateTime& began) {
    QDir().mkpath(QFileInfo(file).path());
    if (!writeFile(file.toStdString(), textOf(run)))
        return false;
    const bool written = writeWhole(summaryFile(file), QJsonDocument(toJson(summaryOf(run, began))).toJson());
    keepToLimits(QFileInfo(file).path());
    return written;
}

} // namespace

QString orderKey(const Schedule& schedule) {
    QCryptographicHash hash(QCryptographicHash::Sha1);
    for (const Row& row : schedule.order) {
        for (const Block& block : row) {
            const std::string words = toText(block) + ' ';
            hash.addData(QByteArrayView(words.data(), static_cast<qsizetype>(words.size())));
        }
        hash.addData(QByteArrayView("\n"));
    }
    return QString::fromLatin1(hash.result().toHex().left(16));
}

KeptRun summaryOf(const Run& run, const QDateTime& began) {
    // Our own runs, also by PyTorch's runtime, have a small model where the plan names none; of a job that was watched
    // nobody knows it.
    const bool isOwn = !run.recorder || run.backend == "torch";
    const ModelSpec model = run.plan.model.value_or(isOwn ? ModelSpec{} : ModelSpec{.layers = 0, .width = 0});
    const bool hasName = !isOwn && !run.recorder->framework.empty();
    const StepRecord* step = representativeStep(run);
    return {.began = began,
            .backend = plainLine(hasName ? run.recorder->framework + ", " + run.backend : run.backend),
            .launcher = plainLine(run.launcher),
            .paced = run.paced,
            .partial = run.partial,
            .steps = static_cast<int>(isOwn ? run.losses.size() : run.steps.size()),
            .lossLost = firstLossThatIsNoNumber(run).value_or(-1),
            .ranks = run.plan.schedule.ranks(),
            .threads = run.threads,
            .layers = model.layers,
            .width = model.width,
            .precision = run.precision,
            .optimizer = run.optimizer.mode,
            .unit = run.plan.timeUnit,
            .planned = run.plan.isProblem() ? 0 : extentOf(simulate(run.plan.schedule, run.plan.costs)).length(),
            .measured = step ? extentOf(step->wall).length() : 0,
            .order = orderKey(run.plan.schedule)};
}

QString RunStore::folder() { return stateFolder() + QStringLiteral("/runs"); }

RunStore::RunStore(Document& document, QObject* parent) : QObject(parent), m_document(document) {
    m_writer.setMaxThreadCount(1);
    m_pulse.setInterval(kPulseMs);
    connect(&m_pulse, &QTimer::timeout, this, &RunStore::write);
    connect(&m_document, &Document::opened, this, &RunStore::open);
    connect(&m_document, &Document::changed, this, &RunStore::follow);
    open();
}

void RunStore::finish() {
    m_writer.waitForDone();
    reload();
}

void RunStore::open() {
    m_place = placeOf(m_document);
    reload();
}

void RunStore::follow() {
    // An edit of a schedule without a file may give it another title or shape; it stays the schedule of its runs.
    if (m_document.path().isEmpty())
        return;
    const QString place = placeOf(m_document);
    if (place == m_place)
        return;
    carry(std::exchange(m_place, place), place);
    reload();
}

void RunStore::carry(const QString& from, const QString& to) {
    m_writer.waitForDone();
    QDir().mkpath(to);
    for (const QString& name : QDir(from).entryList(QDir::Files)) {
        std::error_code trouble;
        const std::filesystem::path source((from + QLatin1Char('/') + name).toStdString());
        const std::filesystem::path target((to + QLatin1Char('/') + name).toStdString());
        std::filesystem::create_hard_link(source, target, trouble);
        if (trouble)
            std::filesystem::copy_file(source, target, std::filesystem::copy_options::skip_existing, trouble);
    }
    if (!m_current.isEmpty())
        m_current = to + QLatin1Char('/') + QFileInfo(m_current).fileName();
}

void RunStore::reload() {
    std::vector<KeptRun> found = runsIn(m_place);
    if (found == m_runs)
        return;
    m_runs = std::move(found);
    Q_EMIT changed();
}

void RunStore::begin() {
    m_began = QDateTime::currentDateTimeUtc();
    m_current = QStringLiteral("%1/%2-%3%4")
                    .arg(m_place)
                    .arg(m_began.toMSecsSinceEpoch())
                    .arg(QCoreApplication::applicationPid())
                    .arg(kRun);
    m_written = nullptr;
    m_pulse.start();
}

void RunStore::end() {
    m_pulse.stop();
    write();
    m_current.clear();
}

void RunStore::write() {
    const std::shared_ptr<const Run> run = m_document.run();
    if (m_current.isEmpty() || !run || run->steps.empty() || run == m_written)
        return;
    m_written = run;
    m_writer.start([this, run, file = m_current, began = m_began] {
        if (writeRun(*run, file, began))
            callLater(this, &RunStore::reload);
    });
}

void RunStore::remove(std::size_t row) {
    if (row >= m_runs.size())
        return;
    m_writer.waitForDone();
    removeRun(m_runs[row].file);
    reload();
}

} // namespace lanewright::app
