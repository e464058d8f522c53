// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/lesson/classroom.h"

#include "app/lesson/built_in_lessons.h"

#include <QApplication>
#include <QFile>
#include <QTest>

namespace lanewright::app {

void ClassroomTest::SetUp() {
    ASSERT_TRUE(m_folder.isValid());
    Student::forget();
    m_window = std::make_unique<LessonWindow>();
    m_window->setAttribute(Qt::WA_DeleteOnClose, false);
    m_window->show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(m_window.get()));
    m_window->activateWindow();
    settle();
}

void ClassroomTest::TearDown() {
    m_window.reset();
    settle();
}

void ClassroomTest::key(int key, Qt::KeyboardModifiers keys) {
    // No window manager gives the focus back when a dialog has gone.
    if (!QApplication::activeWindow()) {
        m_window->activateWindow();
        settle();
    }
    QWidget* target = QApplication::focusWidget() ? QApplication::focusWidget() : QApplication::activeWindow();
    ASSERT_TRUE(target);
    QTest::keyClick(target, static_cast<Qt::Key>(key), keys);
    settle();
}

QString ClassroomTest::write(const char* name, const QByteArray& text) {
    const QString path = m_folder.filePath(QLatin1String(name));
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(text);
    return path;
}

} // namespace lanewright::app
