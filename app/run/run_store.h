// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document.h"
#include "core/model/run.h"

#include <QDateTime>
#include <QObject>
#include <QThreadPool>
#include <QTimer>

#include <memory>
#include <vector>

namespace lanewright::app {

/// What a list says of a run that is kept, without reading it.
struct KeptRun {
    QString file = {}; ///< the `.lwrun`
    QDateTime began = {};
    QString backend = {};
    QString launcher = {};
    bool paced = false;
    bool partial = false; ///< cut short: stopped, failed, or the program ended first
    int steps = 0;        ///< that ended
    int lossLost = -1;    ///< the first step whose loss is no number; −1: none
    int ranks = 0;
    int threads = 1;
    int layers = 0; ///< 0: a job of somebody's own, of whose model nothing is known
    int width = 0;
    Precision precision = Precision::Fp32;
    OptimizerMode optimizer = OptimizerMode::Synchronous;
    TimeUnit unit = TimeUnit::Ms;
    Time planned = 0;   ///< makespan of its plan
    Time measured = 0;  ///< makespan of the step that stands for it; 0: no step was measured whole
    QString order = {}; ///< tells its order from others

    friend bool operator==(const KeptRun&, const KeptRun&) = default;
};

/// What the list says of a run, but for its file.
KeptRun summaryOf(const Run& run, const QDateTime& began);
/// Tells an order from others: equal for equal rows.
QString orderKey(const Schedule& schedule);

/// The runs of the document's schedule, in files of their own in XDG_STATE_HOME/lanewright/runs, so that they outlive
/// the window and the program.
///
/// A schedule is known by its file; without one by the title and shape it was opened with. While a run goes on, what it
/// has measured is written again and again, so that a bad end costs seconds of it. The oldest runs go: of a schedule
/// when there are more than twenty, of all schedules together when they take more than half a GiB.
class RunStore : public QObject {
    Q_OBJECT

public:
    static constexpr int kMostRuns = 20;
    static constexpr qint64 kMostBytes = qint64{512} << 20;
    static constexpr int kPulseMs = 3'000;

    explicit RunStore(Document& document, QObject* parent = nullptr);
    ~RunStore() override { m_writer.waitForDone(); }

    static QString folder();

    /// Newest first.
    const std::vector<KeptRun>& runs() const { return m_runs; }
    /// A run begins: what the document's run is from now on belongs to it.
    void begin();
    /// It has ended with the document's run; without one nothing is kept.
    void end();
    void remove(std::size_t row);
    /// Reads the list from the disk again.
    void reload();
    /// Returns when all that is to be written is.
    void finish();

Q_SIGNALS:
    void changed();

private:
    void open();
    void follow();
    void write();
    /// The runs of the schedule under its former name are those of the new one, too.
    void carry(const QString& from, const QString& to);

    Document& m_document;
    QString m_place; ///< folder of the document's runs
    std::vector<KeptRun> m_runs;
    QString m_current; ///< file of the run that goes on; empty: none
    QDateTime m_began;
    std::shared_ptr<const Run> m_written;
    QTimer m_pulse;
    QThreadPool m_writer;
};

} // namespace lanewright::app
