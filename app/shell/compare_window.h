// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document.h"
#include "app/document/latest.h"
#include "app/document/selection.h"
#include "app/frame/session_record.h"
#include "app/lanes/time_range.h"
#include "app/widgets/qt_names.h"

#include <QWidget>

#include <cstddef>
#include <memory>
#include <vector>

namespace lanewright::app {

class ComparisonModel;
class OpLegend;
class ParetoPlot;
class PlanLine;
struct PlanOffer;
class Session;
class TimelineView;

/// Any number of plans and runs under each other on one axis of time, with their numbers in a table and what each takes
/// in time and memory. What is selected in one is selected in all. Edits here are tries: the files stay what they are.
class CompareWindow : public QWidget {
    Q_OBJECT

public:
    explicit CompareWindow(Session& session, QWidget* parent = nullptr);
    ~CompareWindow() override;

    /// Opens a schedule, run or CSV as one more row.
    Result<Done> addFile(const QString& path);
    /// The same of several; it says which of them can't be opened, and why.
    void addFiles(const QStringList& paths);
    void add(const Plan& plan, const QString& name, std::shared_ptr<const Run> run = nullptr);
    /// Unless a row of that name shows that plan.
    void addOnce(const Plan& plan, const QString& name);
    /// An open window's plan and run, or what a generator makes of the problem of the first row.
    void addOffer(const PlanOffer& offer);
    int count() const { return static_cast<int>(m_rows.size()); }
    void remove(int row);

    TimelineView& lanes(int row) { return *m_rows[row]->lanes; }
    Document& document(int row) { return m_rows[row]->document; }
    const ComparisonModel& numbers() const { return *m_numbers; }
    const OpLegend& legend() const { return *m_legend; }
    /// The table of numbers as CSV.
    void saveNumbers(const QString& path);

    /// @name Of all comparisons
    /// @{
    CompareRecord record() const;
    /// A comparison of what the record names, not shown yet; null when nothing of it is left.
    static CompareWindow* openAgain(Session& session, const CompareRecord& record);
    /// @}

    /// Says everything in the present language of the desktop.
    void retranslate();

private:
    void closeEvent(QCloseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

    /// It has no menu to hold them: the same keys as in the other windows.
    void bindKeys();
    struct Row {
        QString name;  ///< the file's, or how it was called by who added it
        QString title; ///< the one of its schedule; where that has none the name
        QString file;  ///< that it was read from; empty: none
        Document document;
        Selection selection;
        TimeRange range;
        QWidget* widget = nullptr;
        QLabel* head = nullptr;
        TimelineView* lanes = nullptr;
    };
    void addRow(std::unique_ptr<Row> row);
    void buildRow(Row& row);
    void follow(Row& row);
    /// The words of the window itself.
    void updateText();
    void fitAll();
    /// Lanes are as high as it takes to see all rows, or as a person chose.
    void fitRows();
    void changeLaneHeight(int pixels);
    void refresh();
    void showPoints();
    /// Per row: what tells its title from the others', as `ZB-H1` of `ZB-H1, 4 ranks, 8 microbatches`.
    QStringList shortTitles() const;
    void openFiles();

    Session& m_session;
    std::vector<std::unique_ptr<Row>> m_rows;
    QWidget* m_list;
    QPushButton* m_add;
    QPushButton* m_fit;
    QPushButton* m_save;
    PlanLine* m_line;
    OpLegend* m_legend;
    QScrollArea* m_area;
    QLabel* m_nothing;
    QVBoxLayout* m_layout;
    ComparisonModel* m_numbers;
    QTableView* m_table;
    ParetoPlot* m_plot;
    Latest m_latest;                      ///< what is being made by a generator
    int m_laneHeight = 0;                 ///< that a person chose; 0: none
    std::vector<std::size_t> m_pointRows; ///< per point of the plot: its row
    QStringList m_sentences; ///< what became of what was wanted last: what can't be had, and where numbers are
    bool m_follows = false;  ///< one row is told what another shows
};

} // namespace lanewright::app
