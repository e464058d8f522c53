// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/analysis.h"
#include "app/document/document.h"
#include "app/document/latest.h"
#include "app/widgets/qt_names.h"
#include "core/base/result.h"

#include <QDialog>

#include <optional>

namespace lanewright::app {

class Figure;

/// Asks how many replicas of the pipeline there shall be, and shows by a simulation what that makes of ranks, times and
/// memory before it is done.
class ReplicateDialog : public QDialog {
    Q_OBJECT

public:
    /// `present` is the plan that is replicated; the dialog must not outlive it.
    explicit ReplicateDialog(const Document& present, QWidget* parent = nullptr);

    /// The plan on show; none while it is being made or when it can't be made.
    const std::optional<Plan>& plan() const { return m_plan; }

Q_SIGNALS:
    /// The plan shall replace the present one.
    void accepted(const Plan& plan, int replicas);

private:
    /// Enter does what the default button says, also while the preview is still being made.
    void keyPressEvent(QKeyEvent* event) override;

    void finish();
    struct Made {
        Result<Plan> plan = Error{};
        Analysis analysis = {};
    };
    QWidget* buildNumbers();
    void changed();
    void show(const Made& made);
    void showNumbers(const Analysis& then);

    const Document& m_present;
    std::optional<Plan> m_plan;
    bool m_awaited = false; ///< Enter was pressed before the preview came
    Latest m_latest;
    QSpinBox* m_count;
    Figure* m_ranks = nullptr;
    Figure* m_microbatches = nullptr;
    Figure* m_makespan = nullptr;
    Figure* m_throughput = nullptr;
    Figure* m_memory = nullptr;
    Figure* m_copies = nullptr;
    QLabel* m_sentence;
    QPushButton* m_replicate = nullptr;
};

} // namespace lanewright::app
