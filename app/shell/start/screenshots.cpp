// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/start/screenshots.h"

#include "app/dialogs/generate_dialog.h"
#include "app/document/document.h"
#include "app/document/translate.h"
#include "app/frame/rows.h"
#include "app/frame/style_sheet.h"
#include "app/job/causes_panel.h"
#include "app/lesson/lesson_window.h"
#include "app/panels/findings_panel.h"
#include "app/panels/run_panel.h"
#include "app/planner/planner_window.h"
#include "app/shell/compare_window.h"
#include "app/shell/main_window.h"
#include "app/shell/present/present_window.h"
#include "app/shell/session.h"
#include "app/shell/start/scenes.h"
#include "app/widgets/panel_text.h"
#include "core/base/places.h"
#include "core/edit/edit_sentence.h"
#include "core/edit/edits.h"
#include "core/model/text.h"

#include <QApplication>
#include <QDir>
#include <QEventLoop>
#include <QFontDatabase>
#include <QImage>
#include <QImageWriter>
#include <QMouseEvent>
#include <QPixmap>
#include <QSettings>
#include <QTemporaryDir>
#include <QTimer>

#include <functional>
#include <memory>
#include <utility>

namespace lanewright::app {
namespace {

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

/// The widget once three looks at it in a row are the same: what is computed beside, such as what a schedule is called,
/// comes when it is ready. After three seconds as it is.
QImage atRest(QWidget& widget) {
    QImage shown;
    for (int looks = 0, same = 0; looks < 50 && same < 2; ++looks) {
        settle();
        QImage now = widget.grab().toImage();
        same = now == shown ? same + 1 : 0;
        shown = std::move(now);
    }
    return shown;
}

/// `main-dark.png`: what it shows, and in which theme unless it is light alone.
Result<Done> capture(QWidget& widget, const QString& folder, const QString& name) {
    const QImage shown = atRest(widget);
    const QString path = QDir(folder).filePath(name + QStringLiteral(".png"));
    QImageWriter writer(path, "png");
    writer.setCompression(100);
    if (!writer.write(shown.convertToFormat(QImage::Format_RGB888)))
        return Error{"this picture can't be written", path.toStdString()};
    return Done{};
}

/// The window light and dark.
Result<Done> captureBoth(QWidget& window, const QString& folder, const char* name) {
    window.show();
    Result<Done> done = Done{};
    for (const char* theme : {"light", "dark"}) {
        applyTheme(QLatin1String(theme));
        if (done)
            done = capture(window, folder, QStringLiteral("%1-%2").arg(QLatin1String(name), QLatin1String(theme)));
    }
    applyTheme(QStringLiteral("light"));
    return done;
}

void mouse(QWidget& target, QEvent::Type type, QPointF at, Qt::MouseButtons buttons) {
    const Qt::MouseButton button = type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton;
    QMouseEvent event(type, at, target.mapToGlobal(at), button, buttons, Qt::NoModifier);
    QApplication::sendEvent(&target, &event);
}

/// Drags the block of an op to a place on its lane, takes the picture before it is dropped, and gives the drag up.
Result<Done> captureDrag(MainWindow& window, const Op& op, const Op& before, const QString& folder) {
    TimelineView& lanes = window.lanes();
    QWidget& viewport = *lanes.viewport();
    const QPointF from = lanes.rectOf(op).center();
    const QPointF to(lanes.rectOf(before).left() + 1, from.y());
    mouse(viewport, QEvent::MouseButtonPress, from, Qt::LeftButton);
    for (int step = 1; step <= 12; ++step)
        mouse(viewport, QEvent::MouseMove, from + (to - from) * step / 12.0, Qt::LeftButton);
    Result<Done> done = capture(window, folder, QStringLiteral("drag"));
    lanes.cancelGesture();
    mouse(viewport, QEvent::MouseButtonRelease, to, Qt::NoButton);
    return done;
}

Result<Done> captureFinding(MainWindow& window, const QString& folder) {
    const Op op{.kind = OpKind::B, .stage = 1, .microbatch = 1};
    const auto slot = slotOf(window.document().schedule(), op);
    const Result<Schedule> broken =
        slot ? moveBlock(window.document().schedule(), *slot, 0) : Result<Schedule>(Error{"no order"});
    if (!broken)
        return broken.error();
    window.document().apply(translated(moveSentence(toText(op), *broken, slot->rank, {op}, 1)), Schedule(*broken));
    window.panels().bottom->open(window.panels().findings);
    window.panels().findings->step(1);
    Result<Done> done = capture(window, folder, QStringLiteral("finding"));
    window.document().history().undo();
    window.range().fit();
    return done;
}

Result<Done> captureGenerate(MainWindow& window, const QString& folder) {
    GenerateDialog* dialog = window.files().showGenerateDialog(QStringLiteral("zb-h2"));
    if (!waitFor([dialog] { return dialog->plan().has_value(); }, 20'000))
        return Error{"the generator's preview did not come: " + dialog->sentence().toStdString()};
    Result<Done> done = capture(*dialog, folder, QStringLiteral("generate"));
    dialog->close();
    return done;
}

/// Runs the window's schedule for real, paced.
Result<Done> makeRun(MainWindow& window) {
    RunSettings settings;
    settings.steps = 4;
    window.panels().runPanel->setSettings(settings);
    window.runActions().startRun(settings);
    if (!waitFor([&window] { return !window.model().runs.isActive(); }, kRunLimitMs)) {
        window.model().runs.stop();
        return Error{"the run did not end in time"};
    }
    if (!window.model().runs.failure().isEmpty())
        return Error{window.model().runs.failure().toStdString()};
    return Done{};
}

Error named(const QString& file, const Error& error) {
    return {error.message, within(file.toStdString(), error.where)};
}

Result<std::shared_ptr<const Run>> openRun(const QString& file) {
    Document document;
    if (const Result<Done> opened = document.open(file); !opened)
        return named(file, opened.error());
    if (!document.run())
        return Error{"this is a schedule; --with takes a measured run (*.lwrun)", file.toStdString()};
    return document.run();
}

Result<Done> capturePlanner(const QString& folder) {
    const std::unique_ptr<PlannerWindow> window = plannerScene();
    const PlannerDocument& planner = window->plannerDocument();
    if (!waitFor([&planner] { return planner.shown() && !planner.isSearching() && !planner.isOrdering(); }, 60'000))
        return Error{"the planner found no plan"};
    return captureBoth(*window, folder, "planner");
}

Result<Done> captureJob(Session& session, const QString& folder) {
    const std::unique_ptr<MainWindow> window = jobScene(session);
    if (!waitFor([&window] { return window->panels().causes->lost().has_value(); }, 60'000))
        return Error{"the causes of the job's lost time did not come"};
    return captureBoth(*window, folder, "job");
}

/// A drag, a finding and the dialog of the generators; in a window of its own, because what is done in one stays in its
/// status bar.
Result<Done> captureUses(Session& session, const QString& folder) {
    const std::unique_ptr<MainWindow> window = mainScene(session);
    window->show();
    const Op shown = window->selection().current();
    Result<Done> done = captureDrag(*window, shown, {.kind = OpKind::F, .stage = 1, .microbatch = 5}, folder);
    if (done)
        done = captureFinding(*window, folder);
    window->selection().set(shown);
    window->panels().bottom->setCurrentIndex(0);
    return done ? captureGenerate(*window, folder) : done;
}

/// The run in its window, and compared with orders; where it is null, one is measured now.
Result<Done> captureMeasured(Session& session, MainWindow& window, const std::shared_ptr<const Run>& run,
                             const QString& folder) {
    if (run)
        window.document().setRun(run);
    else if (Result<Done> made = makeRun(window); !made)
        return made;
    const Result<Done> done = captureBoth(window, folder, "measured");
    return done ? captureBoth(*compareScene(session, window.document().run()), folder, "compare") : done;
}

} // namespace

Result<Done> makeScreenshots(const QString& folder, const QString& runFile) {
    if (!QDir().mkpath(folder))
        return Error{"this folder can't be made", folder.toStdString()};
    // The pictures show nobody's settings, and nobody's runs.
    const QTemporaryDir settings;
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, settings.path());
    qputenv("XDG_STATE_HOME", settings.path().toUtf8());
    if (QFontDatabase::families().contains(QStringLiteral("Noto Sans")))
        QApplication::setFont(QFont(QStringLiteral("Noto Sans"), 10));
    applyTheme(QStringLiteral("light"));
    std::shared_ptr<const Run> run;
    if (!runFile.isEmpty()) {
        const auto opened = openRun(runFile);
        if (!opened)
            return opened.error();
        run = *opened;
    }
    Session session;
    const std::unique_ptr<MainWindow> window = mainScene(session);
    Result<Done> done = captureBoth(*window, folder, "main");
    if (done)
        done = captureBoth(*lessonScene(), folder, "lesson");
    if (done)
        done = captureBoth(*presentScene(), folder, "present");
    if (done)
        done = capturePlanner(folder);
    if (done)
        done = captureUses(session, folder);
    if (done)
        done = captureJob(session, folder);
    return done ? captureMeasured(session, *window, run, folder) : done;
}

} // namespace lanewright::app
