// SPDX-License-Identifier: GPL-3.0-or-later
// How long a frame of the lanes takes, a step of a drag, a hit test and the opening of a file: on the real widgets,
// without a screen. Prints the table of tests/bench/reports/frames.md. With a file of a measured job instead: how long
// that takes to open in a whole window, and to scroll and walk over its map (`tests/bench/large_job.py` makes one).
#include "app/frame/style_sheet.h"
#include "app/job/job_map_view.h"
#include "app/job/job_panel.h"
#include "app/lanes/canvas.h"
#include "app/shell/main_window.h"
#include "app/shell/session.h"
#include "app/timeline/gesture_controller.h"
#include "app/timeline/key_navigator.h"
#include "app/timeline/tray/tray.h"
#include "core/base/allocation.h"
#include "core/generate/catalogue.h"
#include "core/generate/problem.h"
#include "core/io/files.h"
#include "core/io/schedule_json.h"

#include <QApplication>
#include <QMouseEvent>
#include <QScrollBar>
#include <QTemporaryDir>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <random>
#include <vector>

namespace lanewright::app {
namespace {

constexpr int kLanes = 64;
constexpr int kFrames = 60;
constexpr Time kOp = 1'000'000;

/// ZB-H1: three blocks per microbatch and rank.
Plan planOf(int ranks, int microbatches) {
    const auto problem = problemOf({.ranks = ranks,
                                    .microbatches = microbatches,
                                    .timeUnit = TimeUnit::Ms,
                                    .forward = kOp,
                                    .backwardInput = kOp,
                                    .backwardWeight = kOp});
    const auto plan = problem ? generate("zb-h1", *problem) : Result<Plan>(problem.error());
    if (!plan) {
        std::fprintf(stderr, "%s\n", plan.error().message.text().c_str());
        std::exit(1);
    }
    return *plan;
}

int microbatchesFor(int ops) { return (ops + 3 * kLanes - 1) / (3 * kLanes); }

/// A run of the plan in which every op took up to a tenth less than its place.
std::shared_ptr<const Run> runOf(const Plan& plan, const Timeline& timeline) {
    Run run;
    run.plan = plan;
    run.losses = {1};
    StepRecord step;
    step.wall = timeline;
    std::mt19937 random(1);
    for (Lane& lane : step.wall.lanes)
        for (Span& span : lane)
            span.end -= static_cast<Time>(random() % (kOp / 10));
    run.steps.push_back(std::move(step));
    return std::make_shared<const Run>(std::move(run));
}

/// The middle of so many measurements, in ms; `before` is not timed.
template <typename Before, typename What>
double median(int times, Before&& before, What&& what) {
    std::vector<double> samples;
    for (int i = 0; i < times; ++i) {
        before(i);
        const auto start = std::chrono::steady_clock::now();
        what(i);
        samples.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
    }
    std::ranges::nth_element(samples, samples.begin() + times / 2);
    return samples[static_cast<std::size_t>(times / 2)];
}

template <typename What>
double median(int times, What&& what) {
    return median(
        times, [](int) {}, what);
}

void report(const char* what, double ms, const char* budget) {
    std::printf("| %s | %.*f ms | %s |\n", what, ms < 0.1 ? 4 : 2, ms, budget);
    std::fflush(stdout);
}

/// The lanes alone, as large as a whole screen.
struct Lanes {
    Document document;
    Selection selection;
    TimeRange range;
    TimelineView view{document, selection, range};

    explicit Lanes(const Plan& plan, QSize size) {
        document.reset(plan);
        view.resize(size);
        view.show();
        range.fit();
        QApplication::processEvents();
    }

    /// A frame per small step to the right.
    double pan() {
        const Time step = range.length() / 200 + 1;
        return median(kFrames, [&](int i) {
            range.pan(i % 2 == 0 ? step : -step);
            view.viewport()->repaint();
        });
    }

    /// So many blocks per lane in sight, from the middle on.
    void show(double blocks) {
        const Time middle = range.extentEnd() / 2;
        range.set(middle, middle + static_cast<Time>(blocks * kOp));
        view.viewport()->repaint();
    }
};

void mouse(QWidget& to, QEvent::Type type, QPointF at, Qt::MouseButton button, Qt::MouseButtons held) {
    QMouseEvent event(type, at, to.mapToGlobal(at), button, held, Qt::NoModifier);
    QApplication::sendEvent(&to, &event);
}

void benchFrames(const Plan& plan, QSize size, const char* name, const char* budget) {
    Lanes lanes(plan, size);
    const auto row = [&](const char* zoom) {
        report((std::string("frame, ") + name + ", " + zoom).c_str(), lanes.pan(), budget);
    };
    row("all in sight");
    lanes.show(size.width() / 2.2);
    row("blocks of 2 pixels");
    lanes.show(30);
    row("30 blocks per lane");
}

void benchRun(const Plan& plan) {
    Lanes lanes(plan, {1920, 1080});
    const auto run = runOf(plan, lanes.document.timeline());
    const auto start = std::chrono::steady_clock::now();
    lanes.document.setRun(run);
    lanes.range.fit();
    lanes.view.viewport()->repaint();
    const std::chrono::duration<double, std::milli> first = std::chrono::steady_clock::now() - start;
    report("first frame of a run of 10^6 blocks", first.count(), "");
    const char* budget = "8 ms";
    report("frame, 10^6 measured under 10^6 planned blocks, 1080p, all in sight", lanes.pan(), budget);
    lanes.show(1920 / 2.2);
    report("the same, blocks of 2 pixels", lanes.pan(), budget);
    lanes.show(30);
    report("the same, 30 blocks per lane", lanes.pan(), budget);
    const QSize size = lanes.view.viewport()->size();
    int found = 0;
    const double hits = median(kFrames, [&](int i) {
        for (int k = 0; k < 1000; ++k)
            found +=
                lanes.view.blockAt(QPointF(200 + (k * 37 + i) % (size.width() - 220), 30 + k % (size.height() - 40)))
                    ? 1
                    : 0;
    });
    report("hit test, 10^6 blocks", found > 0 ? hits / 1000 : -1, "0.05 ms");
}

/// Each step passes the middle of another block: the order changes, is simulated, judged, placed and painted.
void benchDrag(const Plan& plan, const char* name, const char* budget) {
    Lanes lanes(plan, {1920, 1080});
    lanes.show(40);
    QWidget& viewport = *lanes.view.viewport();
    const int rank = 3;
    const double y = lanes.view.rectOf(lanes.document.schedule().order[rank].front().op).center().y();
    const double width = static_cast<double>(kOp) * lanes.view.canvas().scale.perTick();
    QPointF at(lanes.view.canvas().area.left() + 12.6 * width, y);
    while (!lanes.view.blockAt(at))
        at.rx() += width / 4;
    mouse(viewport, QEvent::MouseButtonPress, at, Qt::LeftButton, Qt::LeftButton);
    const double time = median(24, [&](int i) {
        mouse(viewport, QEvent::MouseMove, at + QPointF((i + 2) * width * 0.8, 0), Qt::NoButton, Qt::LeftButton);
        viewport.repaint();
    });
    const bool drags = !lanes.view.gestures().cardText().isEmpty();
    lanes.view.cancelGesture();
    report((std::string("drag preview, ") + name).c_str(), drags ? time : -1, budget);
}

void benchWindow(const Plan& plan, const char* name) {
    Session session;
    auto window = std::make_unique<MainWindow>(session);
    window->setAttribute(Qt::WA_DeleteOnClose, false);
    window->files().showPlan(plan);
    window->resize(1920, 1080);
    window->show();
    QApplication::processEvents();
    window->range().fit();
    QApplication::processEvents();
    const auto row = [&](const char* what, double ms) {
        report((std::string(what) + ", whole window, " + name).c_str(), ms, "");
    };
    const Time step = window->range().length() / 200;
    row("pan", median(kFrames / 2, [&](int i) {
            window->range().pan(i % 2 == 0 ? step : -step);
            QApplication::processEvents();
        }));
    const Row& lane = window->document().schedule().order[1];
    row("select a block", median(kFrames / 2, [&](int i) {
            window->selection().set(lane[lane.size() / 2 + static_cast<std::size_t>(i)].op);
            QApplication::processEvents();
        }));
    row("move a block by a key", median(9, [&](int i) {
            window->lanes().keys().nudge(i % 2 == 0 ? 1 : -1);
            QApplication::processEvents();
        }));
}

/// All ops of the plan from the tray: how long until they stand, and for how long the window does not answer meanwhile.
void benchPlaceAll(Plan plan, const char* name) {
    const int ops = opCount(plan.schedule);
    for (Row& row : plan.schedule.order)
        row.clear();
    Session session;
    auto window = std::make_unique<MainWindow>(session);
    window->setAttribute(Qt::WA_DeleteOnClose, false);
    window->files().showPlan(plan);
    window->resize(1920, 1080);
    window->show();
    QApplication::processEvents();
    using Clock = std::chrono::steady_clock;
    using Ms = std::chrono::duration<double, std::milli>;
    const auto start = Clock::now();
    double held = 0;
    auto last = start;
    window->lanes().tray().placeAll();
    const auto answer = [&](QEventLoop::ProcessEventsFlags how) {
        QApplication::processEvents(how);
        held = std::max(held, Ms(Clock::now() - last).count());
        last = Clock::now();
    };
    while (opCount(window->document().schedule()) == 0)
        answer(QEventLoop::WaitForMoreEvents);
    // What the new plan asks of the panels.
    answer(QEventLoop::AllEvents);
    const bool done = opCount(window->document().schedule()) == ops && window->document().analysis().valid;
    report((std::string("place all, whole window, ") + name).c_str(), done ? Ms(last - start).count() : -1, "1000 ms");
    report("the same, longest time without an answer", held, "");
}

void benchOpen(const Plan& plan) {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("large.lwsched"));
    if (!writeFile(path.toStdString(), planToJson(plan)))
        return;
    const double time = median(5, [&](int) {
        Lanes lanes({}, {1920, 1080});
        if (!lanes.document.open(path))
            std::exit(1);
        lanes.view.viewport()->repaint();
    });
    report("open a file of 10^5 ops and show it", time, "500 ms");
}

void benchJob(const QString& path) {
    Session session;
    MainWindow window(session);
    window.resize(1920, 1080);
    window.show();
    QApplication::processEvents();
    const auto start = std::chrono::steady_clock::now();
    bool done = false;
    window.files().openThen(path, [&](bool opened) {
        if (!opened)
            std::exit(1);
        done = true;
    });
    while (!done)
        QApplication::processEvents(QEventLoop::WaitForMoreEvents);
    window.repaint();
    const auto opened = std::chrono::steady_clock::now() - start;
    std::puts("| what | median | at most |\n| :-- | --: | --: |");
    report("open the job and show it", std::chrono::duration<double, std::milli>(opened).count(), "2000 ms");
    JobMapView& map = window.panels().job->map();
    const JobMap& job = map.map();
    std::printf("| (%zu replicas × %zu steps) | | |\n", job.replicas.size(), job.steps.size());
    QScrollBar& bar = *map.verticalScrollBar();
    report("scroll the map by some rows",
           median(kFrames,
                  [&](int i) {
                      bar.setValue(i * bar.maximum() / kFrames);
                      map.viewport()->repaint();
                  }),
           "6 ms");
    report("choose another pipeline, whole window",
           median(kFrames,
                  [&](int i) {
                      const std::size_t at = static_cast<std::size_t>(i) * 37;
                      window.document().showPipeline(job.replicas[at % job.replicas.size()],
                                                     job.steps[at % job.steps.size()]);
                      window.repaint();
                  }),
           "");
}

void run() {
    std::puts("| what | median | at most |\n| :-- | --: | --: |");
    benchDrag(planOf(16, 209), "10 000 ops", "8 ms");
    const Plan large = planOf(kLanes, microbatchesFor(100'000));
    benchFrames(large, {1920, 1080}, "10^5 blocks, 64 lanes, 1080p", "6 ms");
    benchFrames(large, {3840, 2160}, "10^5 blocks, 64 lanes, 4K", "12 ms");
    benchRun(planOf(kLanes, microbatchesFor(1'000'000)));
    benchOpen(large);
    const Plan wide = planOf(kLanes, 1024);
    benchDrag(wide, "64 ranks × 1024 microbatches", "");
    benchWindow(wide, "64 ranks × 1024 microbatches");
    benchPlaceAll(wide, "64 ranks × 1024 microbatches");
}

} // namespace
} // namespace lanewright::app

int main(int argc, char** argv) {
    lanewright::keepFreedMemory(); // as the program does
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    lanewright::app::initResources();
    lanewright::app::applyTheme(QStringLiteral("light"));
    if (argc > 1)
        lanewright::app::benchJob(QString::fromLocal8Bit(argv[1]));
    else
        lanewright::app::run();
}
