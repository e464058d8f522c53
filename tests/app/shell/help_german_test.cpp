// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/frame/help_window.h"
#include "app/frame/language.h"
#include "app/lesson/lesson_window.h"
#include "tests/app/child.h"
#include "tests/app/shell/drive.h"
#include "tests/app/shell/help_pages.h"

#include <QDir>
#include <QListWidget>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QRegularExpression>
#include <QTextBrowser>
#include <QUrl>

/// The German pages follow the English ones: whoever changes one changes the other.
namespace lanewright::app {
namespace {

QString english(const QString& page) { return helpText(QStringLiteral(":/help/%1.md").arg(page)); }
QString german(const QString& page) { return helpText(QStringLiteral(":/help/de/%1.md").arg(page)); }

/// Takes what the pattern finds out of the text: its first group, or all of it.
QStringList takeOut(QString& text, const char* pattern) {
    const QRegularExpression expression(QString::fromUtf8(pattern), QRegularExpression::MultilineOption |
                                                                        QRegularExpression::DotMatchesEverythingOption);
    QStringList found;
    for (auto all = expression.globalMatch(text); all.hasNext();)
        found << all.next().captured(expression.captureCount());
    text.replace(expression, QStringLiteral(" "));
    return found;
}

/// A key or a command as the English pages write it.
QString inEnglish(QString code) {
    for (const auto& [ours, theirs] : {std::pair{"Umschalt", "Shift"},
                                       {"Strg", "Ctrl"},
                                       {"Leertaste", "Space"},
                                       {"Pos1", "Home"},
                                       {"Ende", "End"},
                                       {"Eingabe", "Enter"},
                                       {"Rücktaste", "Backspace"},
                                       {"Entf", "Delete"},
                                       {"Bild ab", "Page Down"},
                                       {"Bild auf", "Page Up"},
                                       {"Return", "Enter"},
                                       {"ORDNER", "FOLDER"}})
        code.replace(QString::fromUtf8(ours), QString::fromUtf8(theirs));
    return code;
}

/// What a page must have in common with its translation.
struct Shape {
    QStringList blocks;   ///< code
    QStringList links;    ///< names of pages and pictures, sorted
    QStringList code;     ///< keys and commands, sorted
    QStringList headings; ///< their marks
    QStringList rows;     ///< tables: their bars
    QStringList numbers;  ///< in the text, sorted
    qsizetype items = 0;  ///< in lists
    qsizetype paragraphs = 0;
};

Shape shapeOf(QString text) {
    Shape shape;
    shape.paragraphs = text.trimmed().count(QRegularExpression(QStringLiteral("\\n\\s*\\n")));
    shape.blocks = takeOut(text, "^```.*?^```");
    for (const QString& link : takeOut(text, "\\]\\(([^)\\s]+)\\)"))
        shape.links << link.section(u'/', -1);
    for (const QString& code : takeOut(text, "`([^`]+)`"))
        shape.code << inEnglish(code);
    QString rest = text;
    shape.headings = takeOut(rest, "^(#+) ");
    for (const QString& row : takeOut(rest, "^(\\|[^\\n]*)"))
        shape.rows << QString(row.count(u'|'), u'|');
    shape.items = takeOut(rest, "^ *(?:\\*|\\d+\\.) ").size();
    shape.numbers = takeOut(text, "\\d+");
    for (QStringList* list : {&shape.links, &shape.code, &shape.numbers})
        list->sort();
    return shape;
}

std::string listed(const QStringList& words) { return words.join(QStringLiteral(" · ")).toStdString(); }

/// What stands in `a` more often than in `b`.
std::string more(QStringList a, const QStringList& b) {
    for (const QString& word : b)
        if (const qsizetype at = a.indexOf(word); at >= 0)
            a.removeAt(at);
    return listed(a);
}

void expectEqual(const QStringList& theirs, const QStringList& ours, const char* what, const QString& page) {
    EXPECT_EQ(theirs, ours) << page.toStdString() << ", " << what << "; only in English: " << more(theirs, ours)
                            << "; only in German: " << more(ours, theirs);
}

class HelpGerman : public testing::Test {
protected:
    void SetUp() override { installLanguage(QStringLiteral("de")); }
    void TearDown() override { installLanguage(QStringLiteral("en")); }
};

TEST_F(HelpGerman, HasAPageForEachEnglishOneOfTheSameShape) {
    EXPECT_EQ(QDir(QStringLiteral(":/help/de")).entryList({QStringLiteral("*.md")}).size(), helpPages().size());
    for (const QString& page : helpPages()) {
        const Shape theirs = shapeOf(english(page));
        const Shape ours = shapeOf(german(page));
        EXPECT_FALSE(theirs.headings.isEmpty()) << page.toStdString();
        expectEqual(theirs.blocks, ours.blocks, "blocks of code", page);
        expectEqual(theirs.links, ours.links, "links and pictures", page);
        expectEqual(theirs.code, ours.code, "keys and commands", page);
        expectEqual(theirs.headings, ours.headings, "headings", page);
        expectEqual(theirs.rows, ours.rows, "rows of tables", page);
        expectEqual(theirs.numbers, ours.numbers, "numbers", page);
        EXPECT_EQ(theirs.items, ours.items) << page.toStdString() << ": items of lists";
        EXPECT_EQ(theirs.paragraphs, ours.paragraphs) << page.toStdString() << ": paragraphs";
        EXPECT_NE(english(page).section(u'\n', 2, 8), german(page).section(u'\n', 2, 8)) << page.toStdString();
    }
}

TEST_F(HelpGerman, ShowsAndFollowsGermanPages) {
    const std::map<QString, QString> sheets{{QStringLiteral("keys"), QStringLiteral("a sheet of its own")}};
    HelpWindow help(sheets);
    for (const QString& page : helpPages()) {
        help.showPage(page);
        const QString title = german(page).section(u'\n', 0, 0).mid(2);
        EXPECT_TRUE(child<QTextBrowser>(help).toPlainText().startsWith(title)) << page.toStdString();
    }
    const auto titles = help.findChild<QListWidget*>()->findItems(QString(), Qt::MatchContains);
    for (const QListWidgetItem* item : titles)
        EXPECT_EQ(item->text(), german(item->data(Qt::UserRole).toString()).section(u'\n', 0, 0).mid(2));
    help.showPage(QStringLiteral("desktop"));
    help.follow(QUrl(QStringLiteral("keys.md")));
    EXPECT_EQ(help.shownPage(), QStringLiteral("keys"));
    EXPECT_TRUE(child<QTextBrowser>(help).toPlainText().endsWith(QStringLiteral("a sheet of its own")));
}

/// `File › Print` for every entry below a menu, however deep, with the menus between or without them.
void addMenus(const QString& top, const QString& path, const QMenu& menu, QStringList& into) {
    for (const QAction* action : menu.actions()) {
        const QString name =
            QStringLiteral(" › ") + action->text().section(u'\t', 0, 0).remove(u'&').remove(QStringLiteral(" …"));
        into << top + name;
        if (path != top)
            into << path + name;
        if (action->menu())
            addMenus(top, path + name, *action->menu(), into);
    }
}

QStringList menusOf(const QMainWindow& window) {
    QStringList menus;
    for (const QAction* action : window.menuBar()->actions())
        if (action->menu()) {
            const QString top = action->text().remove(u'&');
            addMenus(top, top, *action->menu(), menus);
        }
    return menus;
}

/// The menus that a page sends its reader to: `*File › Print*`.
QStringList menusOn(QString page) {
    takeOut(page, "`([^`]+)`");
    page = page.simplified();
    return takeOut(page, "\\*([^*|]+ › [^*|]+)\\*");
}

/// The windows of one language beside its pages.
class HelpMenus : public WindowTest, public testing::WithParamInterface<const char*> {
protected:
    void SetUp() override {
        installLanguage(QString::fromLatin1(GetParam()));
        WindowTest::SetUp();
    }
    void TearDown() override {
        WindowTest::TearDown();
        installLanguage(QStringLiteral("en"));
    }
};
INSTANTIATE_TEST_SUITE_P(Help, HelpMenus, testing::Values("en", "de"), [](const auto& which) { return which.param; });

TEST_P(HelpMenus, AreNamedAsTheWindowsNameThem) {
    LessonWindow lesson;
    lesson.setAttribute(Qt::WA_DeleteOnClose, false);
    const QStringList menus = menusOf(window()) + menusOf(lesson);
    int named = 0;
    for (const QString& page : helpPages()) {
        const QStringList found = menusOn(helpPage(page, QString::fromLatin1(GetParam())));
        for (const QString& menu : found)
            EXPECT_TRUE(menus.contains(menu)) << page.toStdString() << ": " << menu.toStdString();
        EXPECT_EQ(found.size(), menusOn(english(page)).size()) << page.toStdString();
        named += static_cast<int>(found.size());
    }
    EXPECT_GE(named, 15);
}

TEST(HelpLanguage, FallsBackToEnglishPageByPage) {
    EXPECT_EQ(helpPage(QStringLiteral("words"), QStringLiteral("de")), german(QStringLiteral("words")));
    EXPECT_EQ(helpPage(QStringLiteral("words"), QStringLiteral("fr")), english(QStringLiteral("words")));
    EXPECT_EQ(helpPage(QStringLiteral("words"), QStringLiteral("en")), english(QStringLiteral("words")));
    EXPECT_TRUE(helpPage(QStringLiteral("no such page"), QStringLiteral("de")).isEmpty());
}

} // namespace
} // namespace lanewright::app
