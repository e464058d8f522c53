// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/first_plan.h"
#include "app/frame/language.h"
#include "app/frame/style_sheet.h"
#include "app/lanes/theme.h"
#include "app/lesson/lesson_window.h"
#include "app/shell/compare_window.h"
#include "core/edit/edits.h"
#include "tests/app/shell/drive.h"

#include <QAbstractButton>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QScrollBar>
#include <QToolButton>

#include <algorithm>
#include <set>

namespace lanewright::app {
namespace {

/// Widgets that a person reaches with the Tab key or the mouse, without those that are parts of another one.
std::vector<QWidget*> reachable(QWidget& window) {
    std::vector<QWidget*> found;
    for (QWidget* widget : window.findChildren<QWidget*>()) {
        const QWidget* parent = widget->parentWidget();
        const bool part = qobject_cast<const QAbstractSpinBox*>(parent) || qobject_cast<const QComboBox*>(parent) ||
                          qobject_cast<QScrollBar*>(widget) || widget->objectName().startsWith(QLatin1String("qt_"));
        const auto* label = qobject_cast<const QLabel*>(widget);
        // What says nothing at the moment is hidden.
        const bool empty = label && label->text().isEmpty();
        if (widget->focusPolicy() != Qt::NoFocus && !widget->focusProxy() && !part && !empty &&
            widget->window() == &window)
            found.push_back(widget);
    }
    return found;
}

std::string describe(const QWidget& widget) {
    std::string words = widget.metaObject()->className();
    for (const QWidget* up = &widget; up; up = up->parentWidget())
        words += " < " + (up->objectName().isEmpty() ? std::string(up->metaObject()->className())
                                                     : up->objectName().toStdString());
    return words;
}

void expectNames(QWidget& window) {
    const std::vector<QWidget*> widgets = reachable(window);
    EXPECT_GT(widgets.size(), 3);
    for (QWidget* widget : widgets) {
        QAccessibleInterface* about = QAccessible::queryAccessibleInterface(widget);
        ASSERT_NE(about, nullptr);
        EXPECT_FALSE(about->text(QAccessible::Name).trimmed().isEmpty()) << describe(*widget);
    }
}

/// Words that stand on one line have the room that they ask for, and those that may take several have its height.
void expectRoom(QWidget& window) {
    int looked = 0;
    for (QWidget* widget : window.findChildren<QWidget*>()) {
        if (!widget->isVisible())
            continue;
        const auto* label = qobject_cast<QLabel*>(widget);
        const auto* button = qobject_cast<QAbstractButton*>(widget);
        const bool mayShrink = widget->sizePolicy().horizontalPolicy() == QSizePolicy::Ignored;
        if ((!label && !button) || (label && label->text().isEmpty()))
            continue;
        if (label && label->wordWrap()) {
            ++looked;
            EXPECT_GE(label->height() + 1, label->heightForWidth(label->width()))
                << describe(*widget) << ": " << label->text().toStdString();
            continue;
        }
        if (mayShrink)
            continue;
        ++looked;
        EXPECT_GE(widget->width() + 1, widget->minimumSizeHint().width())
            << describe(*widget) << ": " << (label ? label->text() : button->text()).toStdString();
        EXPECT_GE(widget->height() + 1, widget->minimumSizeHint().height())
            << describe(*widget) << ": " << (label ? label->text() : button->text()).toStdString();
        // A label asks for less than its words where its layout is allowed to cut it.
        if (label) {
            EXPECT_GE(widget->width() + 1, widget->sizeHint().width())
                << describe(*widget) << ": " << label->text().toStdString();
        }
        if (button) {
            EXPECT_GE(widget->width() + 1, widget->sizeHint().width())
                << describe(*widget) << ": " << button->text().toStdString();
        }
    }
    EXPECT_GT(looked, 5);
}

/// No two entries of a menu share a letter; long menus have more entries than there are letters that say something.
void expectOwnLetters(const QMenu& menu) {
    constexpr int kLong = 14;
    if (menu.actions().size() > kLong)
        return;
    std::set<QChar> letters;
    for (const QAction* action : menu.actions()) {
        const qsizetype at = action->text().indexOf(QLatin1Char('&'));
        if (at >= 0) {
            EXPECT_TRUE(letters.insert(action->text()[at + 1].toLower()).second)
                << menu.title().toStdString() << ": " << action->text().toStdString();
        }
        if (action->menu())
            expectOwnLetters(*action->menu());
    }
}

class DisplayTest : public WindowTest {
protected:
    std::unique_ptr<CompareWindow> comparison() {
        auto compare = std::make_unique<CompareWindow>(session());
        compare->add(document().plan(), QStringLiteral("a"));
        compare->add(firstPlan(), QStringLiteral("b"));
        compare->resize(1600, 1000);
        compare->show();
        settle();
        return compare;
    }
    static std::unique_ptr<LessonWindow> classroom() {
        auto lesson = std::make_unique<LessonWindow>();
        lesson->setAttribute(Qt::WA_DeleteOnClose, false);
        lesson->openLesson(4);
        lesson->resize(1600, 1000);
        lesson->show();
        settle();
        return lesson;
    }
};

TEST_F(DisplayTest, NamesEverythingThatTheKeyboardReaches) {
    window().selection().set(op("B1.1"));
    settle();
    expectNames(window());
    expectNames(*comparison());
    expectNames(*classroom());
}

TEST_F(DisplayTest, GivesEachEntryOfAShortMenuALetterOfItsOwn) {
    for (const QAction* action : window().menuBar()->actions())
        expectOwnLetters(*action->menu());
}

TEST_F(DisplayTest, TheRunButtonLooksAsOneThatDoesNothingWhileAnOrderCannotRun) {
    const auto background = [this] {
        const QImage picture = window().panels().runButton->grab().toImage();
        return picture.pixelColor(6, picture.height() / 2);
    };
    EXPECT_EQ(background(), currentTheme().accent);
    document().apply(QStringLiteral("stuck"), *moveBlock(document().schedule(), {1, 3}, 0));
    settle();
    ASSERT_FALSE(document().analysis().stalls.empty());
    EXPECT_FALSE(window().panels().runButton->isEnabled());
    EXPECT_TRUE(window().panels().runButton->toolTip().startsWith(QStringLiteral("It can't run yet. ")));
    EXPECT_NE(background(), currentTheme().accent);
}

TEST_F(DisplayTest, HasNoMenuThatIsLongerThanALowScreen) {
    for (const QAction* action : window().menuBar()->actions()) {
        const QList<QAction*> entries = action->menu()->actions();
        const auto lines = std::ranges::count_if(entries, [](const QAction* entry) { return !entry->isSeparator(); });
        EXPECT_LE(lines, 22) << action->text().toStdString();
    }
}

/// All that the fixture does, in German.
class GermanTest : public DisplayTest {
protected:
    void SetUp() override {
        installLanguage(QStringLiteral("de"));
        DisplayTest::SetUp();
    }
    void TearDown() override {
        DisplayTest::TearDown();
        installLanguage(QStringLiteral("en"));
    }
};

TEST_F(GermanTest, SpeaksGermanInEveryMenu) {
    EXPECT_EQ(window().menuBar()->actions().front()->text(), QStringLiteral("&Datei"));
    for (const QAction* action : window().menuBar()->actions())
        expectOwnLetters(*action->menu());
}

TEST_F(GermanTest, HasRoomForItsWordsInEveryWindow) {
    window().selection().set(op("B1.1"));
    settle();
    expectRoom(window());
    expectRoom(*comparison());
    expectRoom(*classroom());
}

TEST_F(DisplayTest, OpensInHighContrast) {
    window().actionRegistry().at("view.theme.contrast")->trigger();
    settle();
    const QImage picture = window().grab().toImage();
    EXPECT_EQ(picture.pixelColor(3, picture.height() - 4), Theme::contrasting().window);
    window().lanes().setFocus(Qt::TabFocusReason);
    settle();
    const QImage lanes = window().lanes().viewport()->grab().toImage();
    if (window().lanes().hasFocus()) {
        EXPECT_EQ(lanes.pixelColor(1, lanes.height() / 2), Theme::contrasting().selection);
    }
    window().actionRegistry().at("view.theme.light")->trigger();
}

} // namespace
} // namespace lanewright::app
