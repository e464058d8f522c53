// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/frame/settings.h"
#include "app/panels/run_panel.h"
#include "core/generate/catalogue.h"
#include "core/generate/problem.h"
#include "tests/support/app/waiting.h"

#include <gtest/gtest.h>

#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QTemporaryDir>

namespace lanewright::app {
namespace {

/// The panel of runs, whose Python says what a test tells it.
class TorchTest : public testing::Test {
protected:
    void SetUp() override {
        m_python = qgetenv("LANEWRIGHT_PYTHON");
        const auto problem = problemOf({.ranks = 2, .microbatches = 2});
        ASSERT_TRUE(problem);
        const auto plan = generate("1f1b", *problem);
        ASSERT_TRUE(plan) << plan.error().message;
        m_document.reset(*plan);
    }
    void TearDown() override { qputenv("LANEWRIGHT_PYTHON", m_python); }

    void pythonSays(const QByteArray& answer) {
        qputenv("LANEWRIGHT_PYTHON", scriptSays(QStringLiteral("python"), answer).toUtf8());
    }
    /// The path of a program of that name that says so.
    QString scriptSays(const QString& name, const QByteArray& answer) const {
        QFile script(m_folder.filePath(name));
        EXPECT_TRUE(script.open(QFile::WriteOnly));
        script.write("#!/bin/sh\necho '" + answer + "'\n");
        script.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        return script.fileName();
    }
    QLineEdit& pythonField() { return *panel().findChild<QLineEdit*>(QStringLiteral("runPython")); }
    void name(const QString& python) {
        pythonField().setText(python);
        Q_EMIT pythonField().editingFinished();
    }
    RunPanel& panel() { return m_panel; }
    RunController& runs() { return m_runs; }
    QComboBox& backends() { return *panel().findChild<QComboBox*>(QStringLiteral("runBackend")); }

private:
    QByteArray m_python;
    QTemporaryDir m_folder;
    Document m_document;
    RunController m_runs{m_document};
    RunPanel m_panel{m_document, m_runs, {}};
};

TEST_F(TorchTest, IsListedWhereAPythonHasIt) {
    pythonSays(R"({"torch": "9.8.7", "pairs": true, "gpus": 0})");
    EXPECT_GE(backends().findText(QStringLiteral("PyTorch (name a Python)")), 0) << "nobody has looked yet";
    panel().setFormVisible(true);
    ASSERT_TRUE(waitUntil([this] { return backends().findText(QStringLiteral("PyTorch 9.8.7")) >= 0; }));
    backends().setCurrentIndex(backends().findText(QStringLiteral("PyTorch 9.8.7")));
    const RunSettings settings = panel().settings();
    EXPECT_EQ(settings.backend, QStringLiteral("torch"));
    EXPECT_EQ(settings.python, QString()) << "the one that is found";
    EXPECT_TRUE(panel().backendNote().contains(QStringLiteral("PyTorch's own"))) << panel().backendNote().toStdString();
    for (const QCheckBox* box : panel().findChildren<QCheckBox*>())
        EXPECT_FALSE(box->isEnabled()) << "it is never paced, and traces no kernels";
    // A run that is set up elsewhere, as from the last session, shows the same.
    panel().setSettings({});
    EXPECT_EQ(panel().settings().backend, QStringLiteral("cpu"));
    panel().setSettings(settings);
    EXPECT_EQ(panel().settings().backend, QStringLiteral("torch"));
}

TEST_F(TorchTest, IsSaidToBeMissingWhereItIs) {
    pythonSays(R"({"torch": null, "reason": "no module named torch"})");
    RunSettings settings;
    settings.backend = QStringLiteral("torch");
    panel().setSettings(settings);
    ASSERT_TRUE(waitUntil([this] { return panel().backendNote().contains(QStringLiteral("module named torch")); }))
        << panel().backendNote().toStdString();
    EXPECT_TRUE(backends().currentText().contains(QStringLiteral("name a Python"))) << "it was chosen, and is kept";
}

TEST_F(TorchTest, ThePythonIsNamedInAFieldWhereTorchIsChosen) {
    pythonSays(R"({"torch": null, "reason": "no module named torch"})");
    panel().setFormVisible(true);
    QLineEdit& field = pythonField();
    EXPECT_TRUE(field.isHidden() || field.parentWidget()->isHidden()) << "the processor needs none";
    backends().setCurrentIndex(backends().findData(QStringLiteral("torch")));
    EXPECT_FALSE(field.parentWidget()->isHidden());
    ASSERT_TRUE(waitUntil([this] { return panel().backendNote().contains(QStringLiteral("module named torch")); }));

    const QString other = scriptSays(QStringLiteral("other"), R"({"torch": "9.8.7", "pairs": true, "gpus": 0})");
    name(other);
    ASSERT_TRUE(waitUntil([this] { return backends().currentText() == QStringLiteral("PyTorch 9.8.7"); }));
    EXPECT_EQ(panel().settings().python, other);
    EXPECT_EQ(panel().settings().backend, QStringLiteral("torch"));

    name(QStringLiteral("/nonexistent/python"));
    ASSERT_TRUE(waitUntil([this] {
        return panel().backendNote().contains(QStringLiteral("/nonexistent/python is not"));
    })) << panel().backendNote().toStdString();
    name(QString());
    ASSERT_TRUE(waitUntil([this] { return panel().backendNote().contains(QStringLiteral("module named torch")); }))
        << "the one that is found again";
}

TEST_F(TorchTest, ThePythonIsRememberedWithTheOtherSettings) {
    pythonSays(R"({"torch": null, "reason": "no module named torch"})");
    RunSettings settings;
    settings.backend = QStringLiteral("torch");
    settings.python = scriptSays(QStringLiteral("mine"), R"({"torch": "9.8.7", "pairs": true, "gpus": 0})");
    Settings store;
    store.setRun(settings);
    EXPECT_EQ(store.run().python, settings.python);
    panel().setSettings(store.run());
    EXPECT_EQ(pythonField().text(), settings.python);
    ASSERT_TRUE(waitUntil([this] { return backends().currentText() == QStringLiteral("PyTorch 9.8.7"); }));
    store.setRun({});
}

TEST_F(TorchTest, ARunWithoutAPythonSaysSo) {
    qputenv("LANEWRIGHT_PYTHON", "/nonexistent/python");
    RunSettings settings;
    settings.backend = QStringLiteral("torch");
    runs().start(settings);
    ASSERT_TRUE(waitUntil([this] { return !runs().isActive(); }));
    EXPECT_TRUE(runs().failure().contains(QStringLiteral("/nonexistent/python is not there")))
        << runs().failure().toStdString();
}

} // namespace
} // namespace lanewright::app
