// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document.h"
#include "app/plots/loss_plot.h"
#include "app/run/gpu_detector.h"
#include "app/run/run_controller.h"
#include "app/run/runnable.h"
#include "app/run/torch_detector.h"
#include "app/widgets/qt_names.h"

#include <QWidget>

namespace lanewright::app {

class OfferCard;

/// What to run and how, how the run stands, and what went wrong.
class RunPanel : public QWidget {
    Q_OBJECT

public:
    RunPanel(Document& document, RunController& controller, const RunSettings& settings, QWidget* parent = nullptr);

    /// What the form says.
    RunSettings settings() const;
    void setSettings(const RunSettings& settings);
    /// Shows or hides the form.
    void setFormVisible(bool visible);
    /// What is said of the chosen backend: why there is no GPU, or what it can't do; empty: nothing.
    QString backendNote() const;
    /// Whether the schedule can run, and why not.
    Runnable& runnable() { return m_runnable; }

Q_SIGNALS:
    void startRequested();
    void stopRequested();
    void settingsChanged();

private:
    static constexpr int kLetters = 8; ///< that a box of choices shows at least

    /// A line for the name of a file, with a button that chooses one.
    struct FileRow {
        QWidget* row;
        QLineEdit* line;
    };
    QWidget* makeForm();
    void addTrainingRows(QFormLayout& form);
    FileRow makeFileRow(const QString& what, const QString& tip, const QString& choose);
    /// @name What computes; see run_panel_backend.cpp
    /// @{
    void addBackendRows(QFormLayout& form);
    void fillBackends();
    void askPython();
    QString torchNote() const;
    void chooseBackend(const RunSettings& settings);
    void showBackend();
    /// @}
    void lookForBackends(bool visible);
    void refresh();
    void showSummary();
    void showProgress();

    Document& m_document;
    RunController& m_controller;
    Runnable m_runnable;
    GpuDetector m_gpus;
    TorchDetector m_torch;
    QLabel* m_summary;
    QLabel* m_reason;
    OfferCard* m_fix;
    QLabel* m_cores;
    QToolButton* m_more;
    QWidget* m_form;
    QComboBox* m_backend;
    QFormLayout* m_backendRows;
    QLabel* m_backendNote;
    QWidget* m_pythonRow;
    QLineEdit* m_python;
    QComboBox* m_launch;
    QLabel* m_ranks;
    QSpinBox* m_steps;
    QCheckBox* m_paced;
    QLabel* m_pacedNote;
    QCheckBox* m_kernels;
    QComboBox* m_precision;
    QSpinBox* m_threads;
    QComboBox* m_optimizer;
    QSpinBox* m_layers;
    QLabel* m_layersNote;
    QSpinBox* m_width;
    QSpinBox* m_heads;
    QSpinBox* m_context;
    QSpinBox* m_batch;
    QLineEdit* m_data;
    QPushButton* m_start;
    QPushButton* m_stop;
    QLabel* m_status;
    QProgressBar* m_bar;
    QLabel* m_failure;
    LossPlot* m_loss;
};

} // namespace lanewright::app
