// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/frame/language.h"
#include "app/widgets/banner.h"
#include "core/frameworks/python_orders.h"
#include "core/generate/catalogue.h"
#include "core/generate/problem.h"
#include "core/io/files.h"
#include "core/io/schedule_json.h"
#include "tests/app/shell/drive.h"

#include <QAction>

#include <string>

namespace lanewright::app {
namespace {

class PageExportTest : public WindowTest {
protected:
    void TearDown() override {
        WindowTest::TearDown();
        installLanguage(QStringLiteral("en"));
    }
    std::string exported(const char* name) {
        const Result<Done> done = window().exports().writePage(path(name));
        EXPECT_TRUE(done) << done.error().message;
        const Result<std::string> page = readFile(path(name).toStdString());
        EXPECT_TRUE(page);
        return page ? *page : std::string{};
    }
    static bool holds(const std::string& page, const char* words) { return page.find(words) != std::string::npos; }
};

TEST_F(PageExportTest, WritesWhatTheWindowShows) {
    const std::string page = exported("a.html");
    EXPECT_TRUE(holds(page, "<html lang=\"en\">"));
    EXPECT_TRUE(holds(page, "\"F1.0\""));
    EXPECT_TRUE(holds(page, "\"Play\""));
    EXPECT_FALSE(holds(page, "{{"));
}

TEST_F(PageExportTest, SpeaksTheLanguageOfTheWindow) {
    installLanguage(QStringLiteral("de"));
    const std::string page = exported("a.html");
    EXPECT_TRUE(holds(page, "<html lang=\"de\">"));
    EXPECT_TRUE(holds(page, "\"Abspielen\""));
    EXPECT_TRUE(holds(page, "\"%1 beginnt ")) << "sentences of blocks are German, too";
}

TEST_F(PageExportTest, FailsInWordsWhereThereIsNoFolder) {
    EXPECT_FALSE(window().exports().writePage(path("no/such/folder/a.html")));
}

TEST_F(PageExportTest, StandsInTheFileMenu) {
    const QAction* action = window().actionRegistry().at("file.exportPage");
    ASSERT_NE(action, nullptr);
    EXPECT_TRUE(action->isEnabled());
}

TEST_F(PageExportTest, EveryTakerOfAClassStandsInTheFileMenuAndSaysWhatItCannotTake) {
    const Result<Plan> both = generate("dualpipe", *problemOf({.ranks = 4, .microbatches = 8}));
    ASSERT_TRUE(both && writeFile(path("both.lwsched").toStdString(), planToJson(*both)));
    ASSERT_TRUE(window().files().openPath(path("both.lwsched")));
    for (const PythonTaker& taker : pythonTakers()) {
        const std::string name{taker.name};
        QAction* action =
            window().actionRegistry().at("file.exportFor." + QByteArray::fromStdString(std::string{taker.key}));
        ASSERT_NE(action, nullptr) << name;
        EXPECT_EQ(action->text().toStdString(), "Export for " + name + " …");
        action->trigger();
        const std::string said = window().findChild<Banner*>()->sentence().toStdString();
        EXPECT_TRUE(said.starts_with(name + " has one direction of microbatches")) << said;
    }
}

} // namespace
} // namespace lanewright::app
