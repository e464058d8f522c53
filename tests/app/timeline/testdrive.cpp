// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/timeline/testdrive.h"

#include "tests/support/rows.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include <memory>

namespace lanewright::app {
namespace {

void sendMouse(QWidget* to, QEvent::Type type, QPointF at, Qt::MouseButton button, Qt::MouseButtons held,
               Qt::KeyboardModifiers keys) {
    QMouseEvent event(type, at, to->mapToGlobal(at), button, held, keys);
    QApplication::sendEvent(to, &event);
}

} // namespace

TestDrive::TestDrive(int width, int height) : view(document, selection, range) {
    setThemeByName(QStringLiteral("light"));
    Plan plan = test::linearPlan(4, 8, test::zbH1Rows());
    plan.title = "ZB-H1, 4 ranks, 8 microbatches";
    plan.timeUnit = TimeUnit::Ms;
    plan.memory = test::unitMemory(4, 4, 0, 4 * kMemoryUnit);
    document.reset(plan);
    QObject::connect(&view, &TimelineView::hint, [this](const QString& words) { lastHint = words; });
    view.resize(width, height);
    view.show();
    QApplication::processEvents();
}

void TestDrive::press(QPointF at, Qt::MouseButton button, Qt::KeyboardModifiers keys) {
    sendMouse(view.viewport(), QEvent::MouseButtonPress, at, button, button, keys);
}

void TestDrive::move(QPointF at, Qt::KeyboardModifiers keys) {
    sendMouse(view.viewport(), QEvent::MouseMove, at, Qt::NoButton, Qt::LeftButton, keys);
}

void TestDrive::hover(QPointF at) {
    sendMouse(view.viewport(), QEvent::MouseMove, at, Qt::NoButton, Qt::NoButton, Qt::NoModifier);
}

void TestDrive::release(QPointF at, Qt::MouseButton button, Qt::KeyboardModifiers keys) {
    sendMouse(view.viewport(), QEvent::MouseButtonRelease, at, button, Qt::NoButton, keys);
}

void TestDrive::click(QPointF at, Qt::KeyboardModifiers keys) {
    press(at, Qt::LeftButton, keys);
    release(at, Qt::LeftButton, keys);
}

void TestDrive::doubleClick(QPointF at) {
    click(at);
    sendMouse(view.viewport(), QEvent::MouseButtonDblClick, at, Qt::LeftButton, Qt::LeftButton, Qt::NoModifier);
    release(at);
}

void TestDrive::wheel(QPointF at, QPoint angle, Qt::KeyboardModifiers keys) {
    QWheelEvent event(at, view.viewport()->mapToGlobal(at), {}, angle, Qt::NoButton, keys, Qt::NoScrollPhase, false);
    QApplication::sendEvent(view.viewport(), &event);
}

void TestDrive::key(int key, Qt::KeyboardModifiers keys) {
    QKeyEvent down(QEvent::KeyPress, key, keys);
    QApplication::sendEvent(&view, &down);
    QKeyEvent up(QEvent::KeyRelease, key, keys);
    QApplication::sendEvent(&view, &up);
}

void TestDrive::dragTo(QPointF from, QPointF to, Qt::KeyboardModifiers keys) {
    press(from, Qt::LeftButton, keys);
    constexpr int kSteps = 12;
    for (int step = 1; step <= kSteps; ++step)
        move(from + (to - from) * step / kSteps, keys);
}

QPointF TestDrive::on(std::string_view word) const {
    const QRectF rect = view.rectOf(test::op(word));
    return {rect.left() + rect.width() * 0.6, rect.center().y()};
}

QPointF TestDrive::before(std::string_view word) const {
    const QRectF rect = view.rectOf(test::op(word));
    return {rect.left() + rect.width() * 0.25, rect.center().y()};
}

QPointF TestDrive::after(std::string_view word) const {
    const QRectF rect = view.rectOf(test::op(word));
    return {rect.left() + rect.width() * 0.75, rect.center().y()};
}

QPointF TestDrive::edgeOf(std::string_view word) const {
    const QRectF rect = view.rectOf(test::op(word));
    return {rect.left() + 2, rect.center().y()};
}

int TestDrive::positionOf(std::string_view word) const { return slotOf(document.schedule(), test::op(word))->position; }

void TestDrive::measure(int percent) {
    Run run;
    run.plan = document.plan();
    StepRecord step;
    step.wall = document.timeline();
    for (Lane& lane : step.wall.lanes)
        for (Span& span : lane) {
            span.start = span.start * percent / 100;
            span.end = span.end * percent / 100;
        }
    run.losses = {5};
    run.steps.push_back(step);
    document.setRun(std::make_shared<const Run>(run));
}

} // namespace lanewright::app
