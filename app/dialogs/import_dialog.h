// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/file_content.h"
#include "app/document/latest.h"
#include "app/widgets/qt_names.h"
#include "core/trace/import_traces.h"

#include <QDialog>

#include <memory>
#include <vector>

namespace lanewright::app {

/// The run that would be taken of traces, or why there is none.
struct ImportPreview {
    std::shared_ptr<const FileContent> content = {}; ///< null: there is no run
    ImportReport report = {};
    Error error = {};
};

/// Made on any thread.
ImportPreview previewOf(const TracesRead& traces, const ImportOptions& options);

/// Shows what was recognised in traces, and what was not, before their run is taken; which steps, which replicas and
/// whose plan can be chosen first. What is shown is the run that would be taken, made anew at each change on another
/// thread.
class ImportDialog : public QDialog {
    Q_OBJECT

public:
    /// `all` is the run of all of it. `present` is the plan of the window, which the job may have been told to run;
    /// null: none is offered.
    ImportDialog(std::shared_ptr<const TracesRead> traces, const ImportPreview& all,
                 std::shared_ptr<const Plan> present, QWidget* parent = nullptr);

    /// What of the traces is taken as things are chosen.
    ImportOptions options() const;
    /// The run on show; null while it is being made, and where there is none.
    std::shared_ptr<const FileContent> content() const { return m_made.content; }
    /// Takes the plan of a file for the one that the job was told to run. Says in the dialog what is wrong with it.
    void usePlanOf(const QString& path);

Q_SIGNALS:
    void accepted(const FileContent& content);

private:
    /// The present choices. Plans are only added, so that a number stays that of its plan.
    struct Choices {
        int first = 0;
        int last = 0;
        int replica = 0;
        int plan = 0;

        friend bool operator==(const Choices&, const Choices&) = default;
    };

    Choices choices() const;
    /// A label for each fact, named by its key, which `showFacts` fills.
    QGridLayout* makeFacts();
    QWidget* makeChoices();
    void changed();
    void show(const ImportPreview& made);
    void offerAll();
    void showFacts();
    void choosePlan(int index);
    void finish();

    std::shared_ptr<const TracesRead> m_traces;
    std::vector<std::shared_ptr<const Plan>> m_plans; ///< beside the first choice, which is none
    ImportPreview m_made;
    bool m_offered = false;       ///< the choices hold what there is to choose
    Choices m_asked;              ///< what the run on show, or the one that is being made, is made of
    bool m_isMade = false;        ///< the run of these choices is there, or the reason why there is none
    bool m_opensWhenMade = false; ///< somebody has pressed *Open* meanwhile
    int m_planShown = 0;
    Latest m_latest;
    QSpinBox* m_first;
    QSpinBox* m_last;
    QComboBox* m_replica;
    QComboBox* m_plan;
    QPlainTextEdit* m_notes;
    QLabel* m_notesTitle;
    QLabel* m_sentence;
    QPushButton* m_open;
};

} // namespace lanewright::app
