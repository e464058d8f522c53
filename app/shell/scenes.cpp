// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/scenes.h"

#include "app/document/first_plan.h"
#include "app/document/translate.h"
#include "app/lesson/built_in_lessons.h"
#include "app/lesson/lesson_window.h"
#include "app/lesson/playback.h"
#include "app/planner/planner_window.h"
#include "app/shell/compare_window.h"
#include "app/shell/main_window.h"
#include "core/generate/catalogue.h"

namespace lanewright::app {
namespace {

constexpr QSize kWindow{1600, 1000};

template <class Window>
std::unique_ptr<Window> makeWindow() {
    auto window = std::make_unique<Window>();
    window->setAttribute(Qt::WA_DeleteOnClose, false);
    window->resize(kWindow);
    return window;
}

} // namespace

std::unique_ptr<MainWindow> mainScene() {
    auto window = makeWindow<MainWindow>();
    window->files().showPlan(firstPlan());
    window->selection().set({.kind = OpKind::B, .stage = 1, .microbatch = 3});
    return window;
}

std::unique_ptr<CompareWindow> compareScene(std::shared_ptr<const Run> run) {
    auto window = makeWindow<CompareWindow>();
    const Plan first = firstPlan();
    window->add(first, translatedTitle(first.title), std::move(run));
    Plan problem = first;
    problem.schedule.order.clear();
    problem.memory.limit.clear();
    for (const char* name : {"1f1b", "zb-h2"})
        if (const Result<Plan> plan = generate(name, problem))
            window->add(*plan, translatedTitle(plan->title));
    return window;
}

std::unique_ptr<PlannerWindow> plannerScene() {
    constexpr double kSeconds = 3;
    auto window = makeWindow<PlannerWindow>();
    window->openPresets(QStringLiteral("gpt2-medium"), QStringLiteral("mixed"));
    window->plannerDocument().search({.seconds = kSeconds}, true);
    return window;
}

std::unique_ptr<LessonWindow> lessonScene() {
    const int place = builtInIndexOf(QStringLiteral("zb-h1"));
    for (int done = 0; done < place; ++done)
        LessonProgress::setDone(builtInLessons()[static_cast<std::size_t>(done)].name);
    auto window = makeWindow<LessonWindow>();
    window->openLesson(place);
    window->session().showHint();
    window->session().setHelp(HelpLevel::Coach);
    for (int step = 0; step < 2; ++step)
        window->session().follow();
    window->session().setHelp(HelpLevel::Ready);
    window->selection().clear();
    window->playback().moveTo(kTimeUnit * 29 / 2);
    return window;
}

} // namespace lanewright::app
