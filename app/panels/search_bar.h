// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document.h"
#include "app/document/selection.h"
#include "app/widgets/qt_names.h"
#include "core/explain/search.h"

#include <QWidget>

#include <vector>

namespace lanewright::app {

/// A line above the lanes in which a person looks for blocks. What it finds is lit; Enter goes from one to the next.
class SearchBar : public QWidget {
    Q_OBJECT

public:
    SearchBar(Document& document, Selection& selection, QWidget* parent = nullptr);

    /// Shows itself, ready to type; with `text` where that is not empty.
    void open(const QString& text = {});
    /// The next block that was found; −1: the one before.
    void step(int by);
    /// Selects all that was found; says false where that is nothing.
    bool selectAll();

    const std::vector<Op>& matches() const { return m_matches; }

Q_SIGNALS:
    /// The blocks to light; empty: none.
    void found(const std::vector<Op>& ops);
    void closed();

private:
    bool eventFilter(QObject* watched, QEvent* event) override;

    void search();
    int countInTray(const Search& search) const;
    void close();
    void say();

    Document& m_document;
    Selection& m_selection;
    QLineEdit* m_line;
    QLabel* m_status;
    std::vector<Op> m_matches;
    int m_at = -1;    ///< index into `m_matches`; −1: before the first
    int m_inTray = 0; ///< how many of the ops that the order misses it would find
    QString m_trouble;
};

} // namespace lanewright::app
