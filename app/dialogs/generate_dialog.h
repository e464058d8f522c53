// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document.h"
#include "app/document/latest.h"
#include "app/document/selection.h"
#include "app/lanes/time_range.h"
#include "app/widgets/qt_names.h"
#include "core/base/result.h"
#include "core/bounds/bounds.h"
#include "core/frameworks/method_fits.h"
#include "core/generate/catalogue.h"

#include <QDialog>
#include <QLabel>
#include <QTimer>

#include <optional>

namespace lanewright::app {

class Figure;
class GenerateFields;
class TimelineView;

/// Makes an order by one of the generators, with a live preview of its lanes and what it changes in the numbers.
class GenerateDialog : public QDialog {
    Q_OBJECT

public:
    /// `present` gives the first values of the fields and what the numbers are compared with.
    explicit GenerateDialog(const Document& present, QWidget* parent = nullptr);

    void choose(const QString& generator);
    /// What is chosen; null: nothing.
    const Generator* generator() const;
    /// The plan on show; none while it is being made or when it can't be made.
    const std::optional<Plan>& plan() const { return m_plan; }
    QString sentence() const { return m_sentence->isHidden() ? QString() : m_sentence->text(); }
    /// Who runs what the chosen method makes, or nothing while that is not known.
    QString runners() const { return m_runners->isHidden() ? QString() : m_runners->text(); }

Q_SIGNALS:
    /// The plan shall replace the present one, or open in a window of its own.
    void accepted(const Plan& plan, bool inNewWindow);

private:
    /// Enter in a field does what the default button says, with what the fields say now.
    void keyPressEvent(QKeyEvent* event) override;
    /// Keeps the chosen method in sight and the numbers whole, however little room there is.
    bool eventFilter(QObject* watched, QEvent* event) override;

    QWidget* buildList();
    QWidget* buildPreview();
    void changed();
    void startPreview();
    void showPreview(const Result<Plan>& made, const std::vector<Bound>& bounds);
    void showNumbers();
    /// Asks of every method whether it suits the problem, and who runs what it makes.
    void startMarks(const Plan& problem);
    void showMarks(std::vector<MethodFit> fits);
    void showRunners();
    /// What is on show is of something else than the fields say, and has been for a while.
    void showWaiting();
    /// Puts the numbers in one row, or in two where there is no room.
    void arrangeNumbers();
    /// Hands over what the fields say: now, or as soon as it is made.
    void finish(bool inNewWindow);

    const Document& m_present;
    Document m_preview;
    Selection m_selection;
    TimeRange m_range;
    std::optional<Plan> m_plan;
    bool m_isPending = false;           ///< the preview of what the fields say is yet to come
    std::optional<bool> m_awaited = {}; ///< a button was pressed before it came: whether for a new window
    QTimer m_wait;
    QTimer m_slow; ///< from a change until it is said that something is waited for
    Latest m_latest;
    Latest m_latestMarks;
    std::vector<MethodFit> m_fits; ///< what is known of the methods, for the problem on show
    std::vector<Bound> m_bounds;   ///< lower bounds for the plan on show

    QListWidget* m_list;
    QLabel* m_about;
    QLabel* m_runners;
    GenerateFields* m_fields;
    Figure* m_iteration;
    Figure* m_bubble;
    Figure* m_idle;
    Figure* m_avoidable;
    Figure* m_memory;
    QWidget* m_numbers = nullptr;
    QGridLayout* m_grid = nullptr; ///< the numbers are in it
    int m_columns = 0;             ///< that it has
    TimelineView* m_lanes;
    QWidget* m_noLanes; ///< in their place
    QLabel* m_sentence;
    QLabel* m_waiting;
    QLabel* m_leftOut;
    QPushButton* m_replace;
    QPushButton* m_new;
};

} // namespace lanewright::app
