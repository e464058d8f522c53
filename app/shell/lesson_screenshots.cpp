// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/lesson_screenshots.h"

#include "app/lesson/lesson_shelf.h"
#include "app/lesson/lesson_window.h"

namespace lanewright {

std::unique_ptr<LessonWindow> lessonToShoot() {
    auto window = std::make_unique<LessonWindow>();
    window->setAttribute(Qt::WA_DeleteOnClose, false);
    window->openLesson(shelfPlaceOf(QStringLiteral("zb-h1")));
    window->session().showHint();
    window->session().setHelp(HelpLevel::Coach);
    for (int step = 0; step < 2; ++step)
        window->session().follow();
    window->session().setHelp(HelpLevel::Ready);
    window->selection().clear();
    window->playback().moveTo(kTimeUnit * 29 / 2);
    return window;
}

} // namespace lanewright
