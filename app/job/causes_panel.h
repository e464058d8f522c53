// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document.h"
#include "app/document/latest.h"
#include "app/widgets/qt_names.h"
#include "core/measured/loss_fixes.h"
#include "core/measured/lost_by_cause.h"

#include <QTimer>
#include <QWidget>

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lanewright::app {

/// Where a job lost its time, by cause, worst first; beside each what can be tried against it, and what the last try
/// would win. Works on another thread. Hidden where there is no run, and while one goes on.
class CausesPanel : public QWidget {
    Q_OBJECT

public:
    explicit CausesPanel(Document& document, QWidget* parent = nullptr);

    /// None while they are being found, and where that failed.
    const std::optional<LostByCause>& lost() const { return m_lost; }
    /// What was tried last; none while it is being tried.
    const std::optional<TriedFix>& triedFix() const { return m_tried; }
    /// `by`: of several ways to make it, the generator.
    void tryIt(LossFix fix, const std::string& by = {});
    /// How long a fix searches, in seconds.
    void setSearchTime(double seconds) { m_seconds = seconds; }
    void stopTrying();

Q_SIGNALS:
    /// The causes are there, or why there are none.
    void found();
    /// A fix was tried, or failed; `plan` is null then. `name`: of the variant.
    void tried(const std::shared_ptr<const Plan>& plan, const QString& name);
    void showRequested(const QString& name);
    void compareRequested();
    void costsRequested(bool eachMicrobatch);

private:
    void refresh();
    void show(const Result<LostByCause>& lost);
    void addCause(const Loss& loss);
    QVBoxLayout* addShare(const QString& name, double share, const QString& help, const QString& where);
    void enableFixes(bool on);
    void endTrying();
    void showTried(const Result<TriedFix>& tried);
    QFrame* makeCard();
    QWidget* makeCosts();

    Document& m_document;
    std::shared_ptr<const Run> m_run; ///< whose causes are shown
    std::optional<LostByCause> m_lost;
    std::optional<TriedFix> m_tried;
    double m_seconds = FixRequest{}.seconds;
    QString m_name;                           ///< names the variant that came out
    std::shared_ptr<std::atomic<int>> m_done; ///< steps of the fix that is being tried; null: none is
    std::shared_ptr<std::atomic<int>> m_total;
    QTimer m_progressTimer;
    Latest m_finding;
    Latest m_trying;
    QLabel* m_sentence;
    QWidget* m_list;
    QVBoxLayout* m_rows;
    std::vector<QPushButton*> m_buttons; ///< one for each fix
    QFrame* m_card = nullptr;
    QLabel* m_cardTitle = nullptr;
    QLabel* m_cardText = nullptr;
    QPushButton* m_stop = nullptr;
    QPushButton* m_show = nullptr;
    QPushButton* m_compare = nullptr;
};

} // namespace lanewright::app
