// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/latest.h"
#include "app/shell/present/plan_line.h"
#include "app/widgets/qt_names.h"
#include "core/check/validate.h"
#include "core/model/timeline.h"
#include "core/picture/figure_layout.h"

#include <QString>
#include <QWidget>

#include <vector>

namespace lanewright::app {

class ComparisonModel;
class ParetoPlot;

/// Up to four plans for a room: under each other on one axis, in type that is read from its back, with their numbers
/// in a table and their memory against their time. What a generator makes is made anew for another number of
/// microbatches; iterations in a row show what the optimizer mode does.
class PresentWindow : public QWidget {
    Q_OBJECT

public:
    static constexpr int kMostPlans = 4;

    /// `base` gives the problem that generators order.
    explicit PresentWindow(Plan base, QWidget* parent = nullptr);

    /// The plan by itself, or the generator that made it where it is exactly its order, beside a well known one.
    void start();
    /// A plan that a generator makes is known as that one's.
    void add(const PlanOffer& offer);
    void addFiles(const QStringList& paths);
    int count() const { return static_cast<int>(m_offers.size()); }
    void setMicrobatches(int microbatches);
    void setMode(OptimizerMode mode);
    /// The table of numbers as CSV.
    void saveNumbers(const QString& path);

    /// @name What is shown; what was asked for last may still be made
    /// @{
    bool isMaking() const { return m_isMaking; }
    const Drawing& drawing() const { return m_drawing; }
    /// Pixels of a point of the drawing.
    double scale() const { return m_scale; }
    const ComparisonModel& numbers() const { return *m_numbers; }
    /// @}

    /// Says everything in the present language of the desktop.
    void retranslate();

private:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

    /// A plan as it was made last, or why it was not.
    struct Shown {
        QString title = {};
        Result<Plan> plan = Error{};
        Timeline timeline = {};
        Checked known = {};
    };

    /// What can be chosen.
    QLayout* buildBar();
    void buildParts();
    void bindKeys();
    void setType(int pixels);
    /// Asks for all plans anew.
    void make();
    /// Writes figure, table and points of what was made.
    void refresh();
    /// The largest figure in the room whose type all can be read.
    void layOutFigure();
    /// Below the figure: what is wrong, and what it lacks.
    void say(const QString& lacks);
    /// Names the plans that are as they were before the microbatches were another number; empty: all follow.
    QString whatKeeps() const;
    void choosePlan(int step);
    void removePlan();

    Plan m_base;
    std::vector<PlanOffer> m_offers;
    std::vector<Shown> m_shown;        ///< what came of the offers when they were made last
    std::vector<FigurePanel> m_panels; ///< those that there are, of `m_shown`
    QString m_sentence;                ///< what became of what was wanted last; empty: it is there
    Latest m_latest;
    bool m_isMaking = false;
    OptimizerMode m_mode = OptimizerMode::Synchronous;
    bool m_showsMemory = false;
    Drawing m_drawing;
    double m_scale = 1;
    int m_type = 0; ///< pixels of the smallest type

    QPushButton* m_synchronous;
    QPushButton* m_postValidated;
    QLabel* m_countOfMicrobatches;
    QSlider* m_microbatches;
    QLabel* m_iterationsLabel;
    QSpinBox* m_iterations;
    PlanLine* m_line;
    QPushButton* m_save;
    QPushButton* m_leave;
    QWidget* m_room; ///< where the figure is painted
    QLabel* m_says;
    ComparisonModel* m_numbers;
    QTableView* m_table;
    ParetoPlot* m_plot;
};

} // namespace lanewright::app
