// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lesson/lesson_window.h"
#include "tests/support/app/waiting.h"

#include <gtest/gtest.h>

#include <QTemporaryDir>

#include <functional>
#include <memory>

/// How tests sit in the classroom.
namespace lanewright::app {

class ClassroomTest : public testing::Test {
protected:
    void SetUp() override;
    void TearDown() override;

    LessonWindow& window() { return *m_window; }
    /// Presses and releases a key where the focus is.
    void key(int key, Qt::KeyboardModifiers keys = Qt::NoModifier);
    QString write(const char* name, const QByteArray& text);

private:
    QTemporaryDir m_folder;
    std::unique_ptr<LessonWindow> m_window;
};

} // namespace lanewright::app
