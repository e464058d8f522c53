// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QListWidget;
class QTextBrowser;

namespace lanewright {

/// The help pages of `resources/help`, with the keyboard sheet of the window's own actions.
class HelpWindow : public QDialog {
    Q_OBJECT

public:
    /// `keyboardSheet` is Markdown that stands at the end of the page `keys`.
    HelpWindow(const QString& keyboardSheet, QWidget* parent = nullptr);

    /// Pages are named as their files: `getting-started`, `words`, `numbers`, `findings`, `keys`.
    void showPage(const QString& name);
    QString pageText() const;

private:
    void load(const QString& name);

    QString m_keyboardSheet;
    QListWidget* m_list;
    QTextBrowser* m_text;
};

} // namespace lanewright
