// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/run_panel.h"
#include "core/generate/catalogue.h"
#include "core/generate/problem.h"
#include "core/io/files.h"
#include "core/protocol/capabilities.h"
#include "core/protocol/obstacles.h"
#include "tests/support/app/waiting.h"

#include <gtest/gtest.h>

#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QTemporaryDir>

namespace lanewright::app {
namespace {

/// The panel of runs, whose engine says what a test tells it.
class GpusTest : public testing::Test {
protected:
    void SetUp() override {
        m_engine = qgetenv("LANEWRIGHT_ENGINE");
        m_python = qgetenv("LANEWRIGHT_PYTHON");
        qputenv("LANEWRIGHT_PYTHON", "/nonexistent/python"); // what else is in the list is not for these tests
        const auto problem = problemOf({.ranks = 2, .microbatches = 2});
        ASSERT_TRUE(problem);
        const auto plan = generate("1f1b", *problem);
        ASSERT_TRUE(plan) << plan.error().message;
        m_document.reset(*plan);
    }
    void TearDown() override {
        qputenv("LANEWRIGHT_ENGINE", m_engine);
        qputenv("LANEWRIGHT_PYTHON", m_python);
    }

    /// `first` is a line of shell that it runs before it answers.
    void engineSays(const CapabilityReport& report, const QByteArray& first = {}) {
        ASSERT_TRUE(writeFile(path("answer").toStdString(), capabilitiesToJson(report) + "\n"));
        QFile script(path("engine"));
        ASSERT_TRUE(script.open(QFile::WriteOnly));
        script.write("#!/bin/sh\n" + first + "\necho \"$@\" >> '" + path("asked").toUtf8() + "'\ncat '" +
                     path("answer").toUtf8() + "'\n");
        script.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        script.close();
        qputenv("LANEWRIGHT_ENGINE", path("engine").toUtf8());
    }

    RunPanel& panel() { return m_panel; }
    RunController& runs() { return m_runs; }
    QString path(const char* name) const { return m_folder.filePath(QLatin1String(name)); }
    QComboBox& backends() { return *panel().findChild<QComboBox*>(QStringLiteral("runBackend")); }
    QString note() {
        const auto* const label = panel().findChild<QLabel*>(QStringLiteral("runBackendNote"));
        return label->isHidden() ? QString() : label->text();
    }
    bool waitForItem(const char* words) {
        return waitUntil([&] { return backends().findText(QLatin1String(words), Qt::MatchContains) >= 0; });
    }
    void choose(const char* words) {
        backends().setCurrentIndex(backends().findText(QLatin1String(words), Qt::MatchContains));
    }

private:
    QByteArray m_engine;
    QByteArray m_python;
    QTemporaryDir m_folder;
    Document m_document;
    RunController m_runs{m_document};
    RunPanel m_panel{m_document, m_runs, {}};
};

CapabilityReport twoGpus() {
    return {.backends = {"cpu", "cuda"},
            .gpus = {{.name = "Fine GPU", .processors = 132, .memory = 80LL << 30U, .peers = {1}},
                     {.name = "Fair GPU", .processors = 20, .memory = 8LL << 30U, .peers = {0}}},
            .nccl = "2.28.9"};
}

TEST_F(GpusTest, AreListedByNameAndOneIsChosen) {
    engineSays(twoGpus());
    panel().setFormVisible(true);
    ASSERT_TRUE(waitForItem("GPU 1: Fair GPU, 8.0 GiB"));
    EXPECT_EQ(backends().count(), 5) << "the CPU, two GPUs, both together, PyTorch";
    EXPECT_EQ(panel().settings().backend, QStringLiteral("cpu"));
    EXPECT_EQ(note(), QString());

    choose("GPU 1");
    EXPECT_EQ(panel().settings().backend, QStringLiteral("cuda"));
    EXPECT_EQ(panel().settings().gpu, 1);
    EXPECT_TRUE(note().contains(QStringLiteral("lanes of this GPU"))) << note().toStdString();
    auto* const kernels = panel().findChild<QCheckBox*>(QStringLiteral("runKernels"));
    for (const QCheckBox* box : panel().findChildren<QCheckBox*>())
        EXPECT_EQ(box->isEnabled(), box == kernels) << "a GPU is never paced, and has kernels to trace";
    EXPECT_FALSE(panel().settings().traceKernels);
    kernels->click();
    EXPECT_TRUE(panel().settings().traceKernels);
    // A run that is set up elsewhere, as from the last session, shows the same.
    RunSettings settings = panel().settings();
    settings.gpu = 0;
    panel().setSettings(settings);
    EXPECT_TRUE(backends().currentText().contains(QStringLiteral("Fine GPU")));
    choose("All 2 GPUs");
    EXPECT_EQ(panel().settings().gpu, RunSettings::kAllGpus);
    EXPECT_TRUE(note().contains(QStringLiteral("a process each"))) << note().toStdString();
    choose("CPU");
    EXPECT_EQ(note(), QString());
    EXPECT_TRUE(panel().settings().paced);
    EXPECT_FALSE(kernels->isEnabled());
}

TEST_F(GpusTest, AreAskedForWithoutHoldingTheWindowUp) {
    engineSays(twoGpus(), "while [ -e '" + path("wait").toUtf8() + "' ]; do sleep 0.02; done");
    ASSERT_TRUE(writeFile(path("wait").toStdString(), ""));
    RunSettings settings;
    settings.backend = QStringLiteral("cuda");
    settings.gpu = 1;
    panel().setSettings(settings);
    panel().setFormVisible(true);
    EXPECT_TRUE(backends().currentText().contains(QStringLiteral("looking")));
    EXPECT_TRUE(note().contains(QStringLiteral("Looking")));
    EXPECT_EQ(panel().settings().gpu, 1) << "what was chosen stays while nothing is known";
    ASSERT_TRUE(QFile::remove(path("wait")));
    ASSERT_TRUE(waitForItem("Fine GPU"));
    EXPECT_TRUE(backends().currentText().contains(QStringLiteral("Fair GPU")));
    QFile asked(path("asked"));
    ASSERT_TRUE(asked.open(QFile::ReadOnly));
    EXPECT_EQ(asked.readAll().trimmed(), "--capabilities --gpus") << "once is enough";
}

TEST_F(GpusTest, AreExplainedWhereTheyCanNotBeUsed) {
    const std::vector<std::pair<lanewright::Message, QString>> reasons = {
        {say(obstacle::kNotInstalled, "lanewright-cuda.so"), QStringLiteral("the package lanewright-cuda holds it.")},
        {say(obstacle::kNoDriver, "13.0"), QStringLiteral("No GPU: there is no NVIDIA driver")},
        {say(obstacle::kOldDriver, "12.4", "13.0"), QStringLiteral("it knows CUDA 12.4 and must know CUDA 13.0")},
        {say(obstacle::kNoGpu), QStringLiteral("nvidia-smi lists what it sees")}};
    for (const auto& [reason, words] : reasons) {
        engineSays({.missing = {{"cuda", reason}}});
        panel().setFormVisible(false);
        panel().setFormVisible(true);
        choose("CUDA");
        EXPECT_TRUE(waitUntil([&, &wanted = words] { return note().contains(wanted); })) << note().toStdString();
    }
    // A run says the same.
    runs().start(panel().settings());
    ASSERT_TRUE(waitUntil([this] { return !runs().isActive(); }));
    EXPECT_TRUE(runs().failure().contains(reasons.back().second)) << runs().failure().toStdString();
}

TEST_F(GpusTest, SayWhatSeveralOfThemLack) {
    CapabilityReport report = twoGpus();
    report.gpus[0].peers = {};
    report.nccl = "";
    report.missing = {{"nccl", say(obstacle::kNoNccl)}};
    engineSays(report);
    panel().setFormVisible(true);
    ASSERT_TRUE(waitForItem("Fine GPU"));
    choose("Fine GPU");
    EXPECT_EQ(backends().count(), 4) << "without NCCL the GPUs can't be taken together";
    EXPECT_TRUE(note().contains(QStringLiteral("NCCL is missing"))) << note().toStdString();
    EXPECT_TRUE(note().contains(QStringLiteral("0–1"))) << note().toStdString();
}

TEST_F(GpusTest, MayBeHiddenByAnEngineThatIsNotThere) {
    qputenv("LANEWRIGHT_ENGINE", "/nonexistent/lanewright-engine");
    panel().setFormVisible(true);
    choose("CUDA");
    EXPECT_TRUE(waitUntil([this] { return note().contains(QStringLiteral("engine")); })) << note().toStdString();
}

} // namespace
} // namespace lanewright::app
