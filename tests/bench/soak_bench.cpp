// SPDX-License-Identifier: GPL-3.0-or-later
// An hour, or as long as is said, of edits, searches and runs in turn in one window, and what they leave behind:
// memory, descriptors, threads, processes, files of shared memory. Prints tests/bench/reports/soak.md; the exit code is
// 1 where anything grows.
//
//   bench_soak [MINUTES]      with LANEWRIGHT_ENGINE, or beside the engine's program
#include "app/document/document.h"
#include "app/frame/style_sheet.h"
#include "app/shell/main_window.h"
#include "app/shell/session.h"
#include "app/shell/window_model.h"
#include "core/base/allocation.h"
#include "core/edit/edits.h"
#include "core/generate/catalogue.h"
#include "core/generate/problem.h"

#include <QApplication>
#include <QDateTime>
#include <QDir>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QTemporaryDir>
#include <QUndoStack>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace lanewright::app {
namespace {

namespace fs = std::filesystem;

constexpr int kTimeoutMs = 120'000; ///< for what a round waits for
constexpr int kEdits = 40;          ///< in a round

/// What the program holds of the system.
struct Holdings {
    double minutes = 0;
    int rounds = 0;
    long memory = 0;    ///< KiB that lie in memory
    long allocated = 0; ///< KiB that are in use of what malloc handed out
    int descriptors = 0;
    int threads = 0;
    int processes = 0; ///< that it has started
    int sharedFiles = 0;
};

int countIn(const fs::path& folder, const std::function<bool(const std::string&)>& counts) {
    std::error_code none;
    int count = 0;
    for (const auto& entry : fs::directory_iterator(folder, none))
        count += counts(entry.path().filename().string()) ? 1 : 0;
    return count;
}

bool isAny(const std::string& /*name*/) { return true; }

bool isOpenMpis(const std::string& name) {
    return name.starts_with("vader_segment.") || name.starts_with("sm_segment.");
}

Holdings holdingsNow() {
    Holdings held;
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("VmRSS:"))
            held.memory = std::stol(line.substr(6));
#if defined(__GLIBC__)
    const struct mallinfo2 heap = mallinfo2(); // all arenas
    held.allocated = static_cast<long>((heap.uordblks + heap.hblkhd) / 1024);
#endif
    held.descriptors = countIn("/proc/self/fd", isAny);
    held.threads = countIn("/proc/self/task", isAny);
    std::ifstream children("/proc/self/task/" + std::to_string(QCoreApplication::applicationPid()) + "/children");
    for (int child = 0; children >> child;)
        ++held.processes;
    held.sharedFiles = countIn("/dev/shm", isOpenMpis);
    return held;
}

/// Lets events come until it is done. False when it took too long.
bool await(const std::function<bool()>& done) {
    QElapsedTimer clock;
    clock.start();
    while (!done() && clock.elapsed() < kTimeoutMs)
        QApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents, 20);
    return done();
}

class Soak {
public:
    explicit Soak(MainWindow& window) : m_window(window) {}

    /// One round: a new schedule, edits, a search whose order is taken, two runs. False where one of them did not end
    /// as it must.
    bool round(int number) {
        static constexpr const char* kNames[] = {"1f1b", "zb-h1", "gpipe", "zb-auto"};
        const auto problem = problemOf({.ranks = 2 + number % 3,
                                        .microbatches = 4 + number % 5,
                                        .timeUnit = TimeUnit::Ms,
                                        .forward = 1'000'000,
                                        .backwardInput = 1'000'000,
                                        .backwardWeight = 1'000'000});
        Result<Plan> plan = problem ? generate(kNames[number % 4], *problem) : Result<Plan>(problem.error());
        if (!plan)
            return failed("generate", plan.error().message.text());
        m_window.files().giveUpEdits();
        m_window.files().showPlan(*std::move(plan));
        edit();
        return search(number) && run(true, false) && run(false, number % 4 == 3);
    }

private:
    static bool failed(const char* what, const std::string& why) {
        std::fprintf(stderr, "%s: %s\n", what, why.c_str());
        return false;
    }

    /// Moves blocks and takes the moves back.
    void edit() {
        Document& document = m_window.document();
        for (int edit = 0; edit < kEdits; ++edit) {
            const Schedule& schedule = document.schedule();
            const int rank = static_cast<int>(m_random() % schedule.order.size());
            const int size = static_cast<int>(schedule.order[static_cast<std::size_t>(rank)].size());
            const int from = static_cast<int>(m_random() % static_cast<unsigned>(size));
            const int to = static_cast<int>(m_random() % static_cast<unsigned>(size));
            if (Result<Schedule> moved = moveBlock(schedule, {rank, from}, to))
                document.apply(QStringLiteral("Move"), *std::move(moved));
            QApplication::processEvents();
        }
        while (document.history().canUndo()) {
            document.history().undo();
            QApplication::processEvents();
        }
    }

    bool search(int number) {
        SolveJob& solving = m_window.model().solving;
        solving.start(m_window.document().plan(), {.timeLimit = 1, .seed = static_cast<std::uint64_t>(number)});
        if (!await([&] { return !solving.isActive(); }) || !solving.best())
            return failed("solve", solving.failure().toStdString());
        m_window.document().apply(QStringLiteral("Solve"), solving.best()->schedule);
        return true;
    }

    bool run(bool inProcess, bool stops) {
        RunController& runs = m_window.model().runs;
        RunSettings settings;
        settings.inProcess = inProcess;
        settings.steps = 3;
        settings.model = {.layers = 8, .width = 16, .heads = 2, .context = 8, .vocabulary = 256, .batch = 1};
        runs.start(settings);
        if (stops && await([&] { return !runs.isActive() || runs.progress().step > 0; }))
            runs.stop();
        if (!await([&] { return !runs.isActive(); }))
            return failed("run", "does not end");
        return runs.failure().isEmpty() || failed("run", runs.failure().toStdString());
    }

    MainWindow& m_window;
    std::minstd_rand m_random{1};
};

/// The middle of one of the numbers over a part of what was seen, from and to as shares of it.
long middleOf(long Holdings::*number, const std::vector<Holdings>& seen, double from, double to) {
    std::vector<long> numbers;
    const auto count = static_cast<double>(seen.size());
    for (auto at = static_cast<std::size_t>(from * count); at < static_cast<std::size_t>(to * count); ++at)
        numbers.push_back(seen[at].*number);
    if (numbers.empty())
        return 0;
    std::ranges::nth_element(numbers, numbers.begin() + static_cast<std::ptrdiff_t>(numbers.size() / 2));
    return numbers[numbers.size() / 2];
}

void print(const std::vector<Holdings>& seen, const Holdings& before, int failed) {
    std::printf(
        "# A soak\n\n`bench_soak %.0f`: %d rounds of a new schedule, %d edits taken back, a search of a second whose "
        "order "
        "is taken, a run in one process and one under mpirun (each fourth stopped), all in one window; %d did not end "
        "as they must. At the start %d descriptors, %d threads, %d files of OpenMPI in shared memory.\n\n",
        std::round(seen.back().minutes), seen.back().rounds, kEdits, failed, before.descriptors, before.threads,
        before.sharedFiles);
    std::puts("| minutes | rounds | memory, MiB | allocated, MiB | descriptors | threads | processes | files in shared "
              "memory |\n"
              "|--:|--:|--:|--:|--:|--:|--:|--:|");
    const std::size_t step = std::max<std::size_t>(1, seen.size() / 20);
    for (std::size_t at = 0; at < seen.size(); ++at) {
        if (at % step != 0 && at + 1 != seen.size())
            continue;
        const Holdings& held = seen[at];
        std::printf("| %.1f | %d | %.1f | %.2f | %d | %d | %d | %d |\n", held.minutes, held.rounds,
                    static_cast<double>(held.memory) / 1024, static_cast<double>(held.allocated) / 1024,
                    held.descriptors, held.threads, held.processes, held.sharedFiles);
    }
}

/// What has grown, in words; empty where nothing has.
std::string growthOf(const std::vector<Holdings>& seen, const Holdings& before) {
    constexpr double kGrowth = 1.03; // what the heap's fragments may take
    const Holdings& first = seen.front();
    const Holdings& last = seen.back();
    std::string grown;
    for (const auto& [name, number] : {std::pair{" memory", &Holdings::memory}, {" allocated", &Holdings::allocated}}) {
        const long early = middleOf(number, seen, 0.25, 0.5);
        const long late = middleOf(number, seen, 0.75, 1);
        if (static_cast<double>(late) > kGrowth * static_cast<double>(early))
            grown += name + (", from " + std::to_string(early)) + " to " + std::to_string(late) + " KiB;";
    }
    if (last.descriptors > first.descriptors)
        grown += " descriptors;";
    if (last.threads > first.threads)
        grown += " threads;";
    if (last.processes > 0)
        grown += " processes;";
    if (last.sharedFiles > before.sharedFiles)
        grown += " files in shared memory;";
    return grown;
}

int soak(double minutes) {
    Session session;
    MainWindow window(session);
    window.setAttribute(Qt::WA_DeleteOnClose, false);
    window.resize(1440, 900);
    window.show();
    QApplication::processEvents();
    Soak soak(window);
    const Holdings before = holdingsNow();
    std::vector<Holdings> seen;
    int failed = 0;
    QElapsedTimer clock;
    clock.start();
    for (int number = 0; seen.size() < 4 || static_cast<double>(clock.elapsed()) < minutes * 60'000; ++number) {
        failed += soak.round(number) ? 0 : 1;
        await([until = clock.elapsed() + 200, &clock] { return clock.elapsed() > until; });
        seen.push_back(holdingsNow());
        seen.back().minutes = static_cast<double>(clock.elapsed()) / 60'000;
        seen.back().rounds = number + 1;
    }
    window.files().giveUpEdits();
    print(seen, before, failed);
    const std::string grown = growthOf(seen, before);
    std::printf("\n%s\n", grown.empty() ? "**Nothing has grown.**" : ("**Has grown:**" + grown).c_str());
    return grown.empty() && failed == 0 ? 0 : 1;
}

} // namespace
} // namespace lanewright::app

int main(int argc, char** argv) {
    lanewright::keepFreedMemory(); // as the program does
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QTemporaryDir home; // no session, settings or autosaves of the user's
    for (const char* name : {"HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"})
        qputenv(name, home.path().toUtf8());
    const QApplication application(argc, argv);
    lanewright::app::initResources();
    lanewright::app::applyTheme(QStringLiteral("light"));
    return lanewright::app::soak(argc > 1 ? std::atof(argv[1]) : 60);
}
