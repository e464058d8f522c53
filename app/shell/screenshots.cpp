// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/screenshots.h"

#include "app/lesson/lesson_window.h"
#include "app/panels/findings_panel.h"
#include "app/panels/generate_dialog.h"
#include "app/shell/compare_window.h"
#include "app/shell/lesson_screenshots.h"
#include "app/shell/look.h"
#include "app/shell/main_window.h"
#include "core/edit/edits.h"
#include "core/generate/catalogue.h"

#include <QApplication>
#include <QDir>
#include <QEventLoop>
#include <QFontDatabase>
#include <QMouseEvent>
#include <QPixmap>
#include <QProcess>
#include <QTabWidget>
#include <QTimer>

#include <functional>

namespace lanewright {
namespace {

constexpr QSize kWindow{1600, 1000};
constexpr int kRunLimitMs = 180'000;

void settle(int ms = 60) {
    QEventLoop loop;
    QTimer::singleShot(ms, &loop, &QEventLoop::quit);
    loop.exec();
}

bool waitFor(const std::function<bool()>& done, int limitMs) {
    for (int waited = 0; waited < limitMs && !done(); waited += 50)
        settle(50);
    return done();
}

/// Two pixels where others have one.
bool isDense() { return qApp->devicePixelRatio() > 1.5; }

Result<Done> shoot(QWidget& widget, const QString& folder, const char* name) {
    settle();
    QString file = QLatin1String(name);
    if (isDense())
        file.replace(QStringLiteral(".png"), QStringLiteral("@2x.png"));
    const QString path = QDir(folder).filePath(file);
    if (!widget.grab().save(path))
        return Error{"this picture can't be written", path.toStdString()};
    return Done{};
}

void mouse(QWidget& target, QEvent::Type type, QPointF at, Qt::MouseButtons buttons) {
    const Qt::MouseButton button = type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton;
    QMouseEvent event(type, at, target.mapToGlobal(at), button, buttons, Qt::NoModifier);
    QApplication::sendEvent(&target, &event);
}

/// Drags the block of an op to a place on its lane, takes the picture before it is dropped, and gives the drag up.
Result<Done> shootDrag(MainWindow& window, const Op& op, const Op& before, const QString& folder) {
    TimelineView& lanes = window.lanes();
    QWidget& viewport = *lanes.viewport();
    const QPointF from = lanes.rectOf(op).center();
    const QPointF to(lanes.rectOf(before).left() + 1, from.y());
    mouse(viewport, QEvent::MouseButtonPress, from, Qt::LeftButton);
    for (int step = 1; step <= 12; ++step)
        mouse(viewport, QEvent::MouseMove, from + (to - from) * step / 12.0, Qt::LeftButton);
    Result<Done> done = shoot(window, folder, "drag.png");
    lanes.cancelGesture();
    mouse(viewport, QEvent::MouseButtonRelease, to, Qt::NoButton);
    return done;
}

Result<Done> shootFinding(MainWindow& window, const QString& folder) {
    const auto slot = slotOf(window.document().schedule(), {.kind = OpKind::B, .stage = 1, .microbatch = 1});
    const Result<Schedule> broken =
        slot ? moveBlock(window.document().schedule(), *slot, 0) : Result<Schedule>(Error{"no order"});
    if (!broken)
        return broken.error();
    window.document().apply(MainWindow::tr("Move B1.1 before F1.0"), Schedule(*broken));
    window.bottom().setCurrentWidget(&window.findings());
    window.findings().step(1);
    Result<Done> done = shoot(window, folder, "finding.png");
    window.document().history().undo();
    window.range().fit();
    return done;
}

Result<Done> shootGenerate(MainWindow& window, const QString& folder) {
    GenerateDialog* dialog = window.showGenerateDialog(QStringLiteral("zb-h2"));
    if (!waitFor([dialog] { return dialog->plan().has_value(); }, 20'000))
        return Error{"the generator's preview did not come: " + dialog->sentence().toStdString()};
    Result<Done> done = shoot(*dialog, folder, "generate.png");
    dialog->close();
    return done;
}

Result<Done> shootMeasured(MainWindow& window, const QString& folder) {
    RunSettings settings;
    settings.steps = 4;
    window.runPanel().setSettings(settings);
    window.startRun(settings);
    if (!waitFor([&window] { return !window.runs().isActive(); }, kRunLimitMs)) {
        window.runs().stop();
        return Error{"the run did not end in time"};
    }
    if (!window.runs().failure().isEmpty())
        return Error{window.runs().failure().toStdString()};
    return shoot(window, folder, "measured.png");
}

/// The plan beside others of its shape, each with what it takes.
Result<Done> shootCompare(MainWindow& window, const QString& folder) {
    Plan problem = window.document().plan();
    problem.schedule.order.clear();
    problem.memory.limit.clear();
    CompareWindow* compare = window.showComparison();
    for (const char* name : {"gpipe", "1f1b", "zb-h2"})
        if (const Result<Plan> plan = generate(name, problem))
            compare->add(*plan, QString::fromStdString(plan->title));
    Result<Done> done = shoot(*compare, folder, "compare.png");
    delete compare;
    return done;
}

/// The windows that are shown light and dark.
Result<Done> shootBoth(QWidget& window, const QString& folder, const char* light, const char* dark) {
    applyLook(QStringLiteral("light"));
    Result<Done> done = shoot(window, folder, light);
    applyLook(QStringLiteral("dark"));
    if (done)
        done = shoot(window, folder, dark);
    applyLook(QStringLiteral("light"));
    return done;
}

Result<Done> shootLesson(const QString& folder) {
    const std::unique_ptr<LessonWindow> window = lessonToShoot();
    window->resize(kWindow);
    window->show();
    return shootBoth(*window, folder, "lesson-light.png", "lesson-dark.png");
}

/// The density is chosen once and for all when a program starts, so another one makes the pictures at 2×.
Result<Done> shootDense(const QString& folder) {
    QProcess again;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("QT_SCALE_FACTOR"), QStringLiteral("2"));
    again.setProcessEnvironment(environment);
    again.start(QCoreApplication::applicationFilePath(), {QStringLiteral("--screenshots"), folder});
    if (!again.waitForFinished(kRunLimitMs) || again.exitCode() != 0)
        return Error{"the pictures at twice the density can't be made: " + again.readAllStandardError().toStdString()};
    return Done{};
}

} // namespace

Result<Done> makeScreenshots(const QString& folder) {
    if (!QDir().mkpath(folder))
        return Error{"this folder can't be made", folder.toStdString()};
    if (QFontDatabase::families().contains(QStringLiteral("Noto Sans")))
        QApplication::setFont(QFont(QStringLiteral("Noto Sans"), 10));
    applyLook(QStringLiteral("light"));
    auto* window = new MainWindow;
    window->showPlan(firstPlan());
    window->resize(kWindow);
    window->show();
    const Op shown{.kind = OpKind::B, .stage = 1, .microbatch = 3};
    window->selection().set(shown);
    Result<Done> done = shootBoth(*window, folder, "main-light.png", "main-dark.png");
    if (done)
        done = shootLesson(folder);
    if (isDense()) {
        delete window;
        return done;
    }
    if (done)
        done = shootDrag(*window, shown, {.kind = OpKind::F, .stage = 1, .microbatch = 5}, folder);
    if (done)
        done = shootFinding(*window, folder);
    window->selection().set(shown);
    window->bottom().setCurrentIndex(0);
    if (done)
        done = shootGenerate(*window, folder);
    if (done)
        done = shootMeasured(*window, folder);
    if (done)
        done = shootCompare(*window, folder);
    delete window;
    return done ? shootDense(folder) : done;
}

} // namespace lanewright
