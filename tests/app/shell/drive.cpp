// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/shell/drive.h"
#include "app/shell/open_windows.h"

#include "app/dialogs/generate_dialog.h"
#include "app/shell/compare_window.h"
#include "core/generate/catalogue.h"
#include "core/generate/problem.h"
#include "core/model/text.h"
#include "tests/app/child.h"
#include "tests/app/window_main.h"

#include <QAbstractButton>
#include <QApplication>
#include <QElapsedTimer>
#include <QLabel>
#include <QMessageBox>
#include <QMouseEvent>
#include <QSpinBox>
#include <QTest>
#include <QTimer>

#include <cstdio>

namespace lanewright::app {
namespace {

void mouse(QWidget& target, QEvent::Type type, QPointF at, Qt::MouseButtons buttons) {
    const Qt::MouseButton button = type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton;
    QMouseEvent event(type, at, target.mapToGlobal(at), button, buttons, Qt::NoModifier);
    QApplication::sendEvent(&target, &event);
}

const TestTask kLeaveEdits("leave-edits", leaveEdits);
const TestTask kKeepEditing("keep-editing", keepEditing);

} // namespace

void setShape(const GenerateDialog& dialog, int ranks, int microbatches) {
    child<QSpinBox>(dialog, "ranks").setValue(ranks);
    child<QSpinBox>(dialog, "microbatches").setValue(microbatches);
}

QString compareHead(const CompareWindow& window, int row) {
    return window.findChildren<QLabel*>(QStringLiteral("compareHead")).at(row)->text();
}

void drag(TimelineView& lanes, const Op& op, const Op& before, bool drop) {
    QWidget& viewport = *lanes.viewport();
    const QPointF from = lanes.rectOf(op).center();
    const QPointF to(lanes.rectOf(before).left() + 1, lanes.rectOf(before).center().y());
    mouse(viewport, QEvent::MouseButtonPress, from, Qt::LeftButton);
    constexpr int kSteps = 8;
    for (int step = 1; step <= kSteps; ++step)
        mouse(viewport, QEvent::MouseMove, from + (to - from) * step / static_cast<double>(kSteps), Qt::LeftButton);
    if (drop)
        mouse(viewport, QEvent::MouseButtonRelease, to, Qt::NoButton);
    settle();
}

Op op(const char* text) {
    const Result<Op> parsed = opFromText(text);
    EXPECT_TRUE(parsed.ok()) << text;
    return parsed ? *parsed : Op{};
}

std::string rowOf(const Document& document, int rank) {
    std::string row;
    for (const Block& block : document.schedule().order[rank])
        row += (row.empty() ? "" : " ") + toText(block);
    return row;
}

void WindowTest::SetUp() {
    ASSERT_TRUE(m_folder.isValid());
    Settings().clearRecentFiles();
    m_window = std::make_unique<MainWindow>(session());
    m_window->setAttribute(Qt::WA_DeleteOnClose, false);
    const auto problem = problemOf({.ranks = 2,
                                    .microbatches = 4,
                                    .timeUnit = TimeUnit::Ms,
                                    .forward = 10'000'000,
                                    .backwardInput = 10'000'000,
                                    .backwardWeight = 10'000'000,
                                    .memoryLimit = 4 * kMemoryUnit});
    ASSERT_TRUE(problem);
    const auto plan = generate("zb-h1", *problem);
    ASSERT_TRUE(plan) << plan.error().message;
    m_window->files().showPlan(*plan);
    m_window->resize(1600, 1000);
    m_window->show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(m_window.get()));
    m_window->range().fit();
    settle();
}

void WindowTest::TearDown() {
    for (CompareWindow* each : openWindows<CompareWindow>())
        delete each;
    m_window.reset();
    settle();
}

void WindowTest::answerNextBox(QMessageBox::StandardButton button) {
    auto* timer = new QTimer(qApp);
    QObject::connect(timer, &QTimer::timeout, timer, [timer, button] {
        auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
        if (!box)
            return;
        timer->deleteLater();
        box->button(button)->click();
    });
    timer->start(20);
}

void WindowTest::answerNextBox(const char* button, const std::function<void(QMessageBox&)>& look) {
    auto* timer = new QTimer(qApp);
    QObject::connect(timer, &QTimer::timeout, timer, [timer, name = QString::fromLatin1(button), look] {
        auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
        if (!box)
            return;
        timer->stop();
        timer->deleteLater();
        if (look)
            look(*box);
        if (name.isEmpty())
            return QTest::keyClick(box, Qt::Key_Escape);
        auto* wanted = box->findChild<QAbstractButton*>(name);
        if (!wanted) {
            ADD_FAILURE() << "no button " << name.toStdString();
            return box->reject();
        }
        wanted->click();
    });
    timer->start(20);
}

int leaveEdits(const QString& path) {
    Session session;
    auto* window = new MainWindow(session);
    if (!window->files().openPath(path))
        return 1;
    window->show();
    if (!window->model().variants.keep(QStringLiteral("as it was")))
        return 1;
    window->selection().set(window->document().schedule().order[0][1].op);
    window->actionRegistry().at("edit.later")->trigger();
    QObject::connect(&window->model().autosave, &Autosave::saved, window, [] {
        std::puts("saved");
        std::fflush(stdout);
    });
    return QApplication::exec();
}

int keepEditing(const QString& path) {
    Session session;
    auto* window = new MainWindow(session);
    if (!window->files().openPath(path))
        return 1;
    window->show();
    settle();
    QElapsedTimer clock;
    clock.start();
    while (true) {
        Schedule next = window->document().schedule();
        ++next.order[0][0].gap;
        window->document().apply(QStringLiteral("Edit"), std::move(next));
        std::printf("%lld\n", static_cast<long long>(clock.elapsed()));
        std::fflush(stdout);
        drag(window->lanes(), op("F1.1"), op("F1.0"), /*drop=*/false);
    }
}

} // namespace lanewright::app
