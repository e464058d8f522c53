// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/frame/help_window.h"

#include "app/document/translate.h"
#include "app/frame/help_text.h"
#include "app/lanes/theme.h"
#include "app/widgets/controls.h"
#include "app/widgets/layouts.h"

#include <QDesktopServices>
#include <QFile>
#include <QFileInfo>
#include <QListWidget>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextTable>
#include <QUrl>

#include <utility>

namespace lanewright::app {
namespace {

/// Markdown tables come with the frames of a spreadsheet; thin lines between rows read better.
void styleTables(QTextDocument& document) {
    for (QTextFrame* frame : document.rootFrame()->childFrames()) {
        auto* table = qobject_cast<QTextTable*>(frame);
        if (!table)
            continue;
        QTextTableFormat format = table->format();
        format.setBorderCollapse(true);
        format.setBorder(1);
        format.setBorderBrush(currentTheme().line);
        format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
        format.setCellSpacing(0);
        format.setCellPadding(6);
        format.setTopMargin(6);
        format.setBottomMargin(10);
        table->setFormat(format);
    }
}

} // namespace

QString helpPage(const QString& name, const QString& language) {
    for (const QString& folder : {language + QLatin1Char('/'), QString()}) {
        QFile file(QStringLiteral(":/help/%1%2.md").arg(folder, name));
        if (file.open(QIODevice::ReadOnly))
            return QString::fromUtf8(file.readAll());
    }
    return {};
}

HelpWindow::HelpWindow(std::map<QString, QString> sheets, QWidget* parent)
    : QDialog(parent), m_sheets(std::move(sheets)), m_list(new QListWidget(this)), m_text(new HelpText(this)) {
    setWindowTitle(tr("Lanewright help"));
    resize(920, 660);
    named(m_list, {.name = "pages", .spoken = tr("Pages")});
    m_list->setFixedWidth(190);
    m_list->setFrameShape(QFrame::NoFrame);
    m_text->document()->setDocumentMargin(22);
    m_text->setOpenLinks(false);
    m_text->setAccessibleName(tr("Page"));
    connect(m_text, &QTextBrowser::anchorClicked, this, &HelpWindow::follow);
    makeRow(this, {.between = 0}, {m_list, {m_text, 1}});
    const std::initializer_list<std::pair<const char*, QString>> pages = {{"getting-started", tr("Getting started")},
                                                                          {"words", tr("Words")},
                                                                          {"numbers", tr("Numbers")},
                                                                          {"generators", tr("Generators")},
                                                                          {"solving", tr("Bounds and solving")},
                                                                          {"explaining", tr("Why does it wait?")},
                                                                          {"costs", tr("Costs and limits")},
                                                                          {"planner", tr("The planner")},
                                                                          {"lessons", tr("Lessons")},
                                                                          {"questions", tr("Questions")},
                                                                          {"findings", tr("Findings")},
                                                                          {"legality", tr("May I run this?")},
                                                                          {"pytorch", tr("PyTorch")},
                                                                          {"recording", tr("From script to bubbles")},
                                                                          {"python", tr("In Python")},
                                                                          {"traces", tr("Where did the time go?")},
                                                                          {"desktop", tr("On the desktop")},
                                                                          {"compared", tr("How it compares")},
                                                                          {"keys", tr("Keys and mouse")}};
    for (const auto& [name, title] : pages) {
        auto* item = new QListWidgetItem(title, m_list);
        item->setData(Qt::UserRole, QLatin1String(name));
    }
    connect(m_list, &QListWidget::currentItemChanged, this,
            [this](const QListWidgetItem* item) { load(item->data(Qt::UserRole).toString()); });
}

HelpWindow* HelpWindow::open(std::map<QString, QString> sheets, const QString& page, QWidget* parent) {
    auto* help = new HelpWindow(std::move(sheets), parent);
    help->setAttribute(Qt::WA_DeleteOnClose);
    help->show();
    help->showPage(page);
    return help;
}

void HelpWindow::showPage(const QString& name) {
    const QString page = name.section(u'#', 0, 0);
    for (int row = 0; row < m_list->count(); ++row)
        if (m_list->item(row)->data(Qt::UserRole).toString() == page)
            m_list->setCurrentRow(row);
    const QString entry = name.section(u'#', 1);
    // A method is a word, too, and has its entry among the generators.
    if (name != page && !showEntry(entry) && page == QLatin1String("words"))
        showPage(QStringLiteral("generators#") + entry);
}

bool HelpWindow::showEntry(const QString& name) {
    QTextDocument& document = *m_text->document();
    for (QTextCursor found = document.find(name, 0, QTextDocument::FindCaseSensitively); !found.isNull();
         found = document.find(name, found, QTextDocument::FindCaseSensitively)) {
        const bool isFirst = found.selectionStart() == found.block().position();
        if (!isFirst || found.charFormat().fontWeight() <= QFont::Normal)
            continue;
        m_text->setTextCursor(found);
        QScrollBar& bar = *m_text->verticalScrollBar();
        bar.setValue(bar.value() + m_text->cursorRect().top() - m_text->viewport()->height() / 4);
        m_text->setFocus();
        return true;
    }
    return false;
}

void HelpWindow::follow(const QUrl& link) {
    if (link.isRelative() && link.path().endsWith(QLatin1String(".md")))
        showPage(QFileInfo(link.path()).completeBaseName());
    else
        QDesktopServices::openUrl(link);
}

QString HelpWindow::shownPage() const {
    return m_list->currentItem() ? m_list->currentItem()->data(Qt::UserRole).toString() : QString();
}

void HelpWindow::load(const QString& name) {
    QString words = helpPage(name, currentLanguage());
    if (const auto sheet = m_sheets.find(name); sheet != m_sheets.end())
        words += sheet->second;
    m_text->setMarkdown(words);
    styleTables(*m_text->document());
}

} // namespace lanewright::app
