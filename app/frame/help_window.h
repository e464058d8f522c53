// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/widgets/qt_names.h"

#include <QDialog>

#include <map>

class QUrl;

namespace lanewright::app {

/// A help page as Markdown, in a language (`de`) where there is a page in it, else in English; empty: there is none of
/// that name.
QString helpPage(const QString& name, const QString& language);

/// The help pages of `resources/help`, in the language of the desktop, with the sheets that the program writes itself.
class HelpWindow : public QDialog {
    Q_OBJECT

public:
    /// `sheets`: Markdown that stands at the end of the page of that name.
    explicit HelpWindow(std::map<QString, QString> sheets, QWidget* parent = nullptr);

    /// Shows the page in a window of its own, which goes when it is closed.
    static HelpWindow* open(std::map<QString, QString> sheets, const QString& page, QWidget* parent);

    /// Pages are named as their files: `getting-started`, `words`, `numbers`; `words#rank` is a page at the entry
    /// whose name is printed bold.
    void showPage(const QString& name);
    QString shownPage() const;
    /// Goes to the page that a link names, or opens what lies outside in the desktop's own way.
    void follow(const QUrl& link);

private:
    void load(const QString& name);
    /// False where there is none.
    bool showEntry(const QString& name);

    std::map<QString, QString> m_sheets;
    QListWidget* m_list;
    QTextBrowser* m_text;
};

} // namespace lanewright::app
