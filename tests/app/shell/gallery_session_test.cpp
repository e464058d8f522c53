// SPDX-License-Identifier: GPL-3.0-or-later
// A person without a plan plays with every file of the gallery.
#include "app/lesson/player/playback.h"
#include "app/picture/picture.h"
#include "core/io/files.h"
#include "core/page/figure_panel.h"
#include "tests/app/shell/drive.h"
#include "tests/support/repository.h"
#include "tests/support/trials.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QDialog>
#include <QDir>
#include <QImage>
#include <QMimeData>
#include <QTest>
#include <QTimer>

#include <algorithm>
#include <array>
#include <memory>
#include <numeric>
#include <random>

namespace lanewright::app {
namespace {

QString gallery() { return QString::fromStdString(test::inRepository("schedules/gallery")); }

std::vector<std::string> galleryFiles() {
    std::vector<std::string> names;
    for (const QString& name : QDir(gallery()).entryList({QStringLiteral("*.lwsched")}, QDir::Files, QDir::Name))
        names.push_back(name.toStdString());
    return names;
}

/// Actions that leave the window, ask the desktop for a file, or start other programs.
bool leadsElsewhere(const QString& id) {
    constexpr std::array kParts = {"file.", "help.", "run.", "view.language", "view.fullScreen"};
    return std::ranges::any_of(kParts, [&](const char* part) { return id.startsWith(QLatin1String(part)); });
}

/// Whoever opens a menu or a question here presses Escape.
class ForcedStop {
public:
    ForcedStop() {
        QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [] {
            QWidget* open = QApplication::activePopupWidget();
            if (!open)
                open = QApplication::activeModalWidget();
            if (auto* dialog = qobject_cast<QDialog*>(open))
                dialog->reject();
            else if (open)
                open->close();
        });
        m_timer.start(5);
    }

private:
    QTimer m_timer;
};

class Wanderer {
public:
    Wanderer(MainWindow& window, unsigned seed) : m_window(window), m_random(seed) {}

    void act() {
        switch (below(6)) {
        case 0:
        case 1: return dragSomething();
        case 2: return press();
        case 3: return select();
        default: return trigger();
        }
    }

private:
    int below(std::size_t most) { return most > 0 ? static_cast<int>(m_random() % most) : 0; }

    std::optional<Op> anyOp() {
        const std::vector<Row>& order = m_window.document().schedule().order;
        if (order.empty())
            return {};
        const Row& row = order[below(order.size())];
        return row.empty() ? std::nullopt : std::optional(row[below(row.size())].op);
    }

    void dragSomething() {
        const std::optional<Op> from = anyOp();
        const std::optional<Op> to = anyOp();
        if (!from || !to)
            return;
        drag(m_window.lanes(), *from, *to, /*drop=*/below(4) > 0);
        m_window.lanes().cancelGesture();
    }

    void press() {
        constexpr std::array keys = {Qt::Key_Left,  Qt::Key_Right, Qt::Key_Up,     Qt::Key_Down,   Qt::Key_Delete,
                                     Qt::Key_Space, Qt::Key_Comma, Qt::Key_Period, Qt::Key_Escape, Qt::Key_M,
                                     Qt::Key_P,     Qt::Key_F,     Qt::Key_0,      Qt::Key_Return};
        QTest::keyClick(m_window.lanes().viewport(), keys[below(keys.size())],
                        below(4) == 0 ? Qt::ControlModifier : Qt::NoModifier);
    }

    void select() {
        std::set<Op> ops;
        std::optional<Op> current;
        for (int i = below(4); i >= 0; --i)
            if (const std::optional<Op> op = anyOp()) {
                ops.insert(*op);
                current = op;
            }
        if (current)
            m_window.selection().set(ops, *current);
    }

    void trigger() {
        const std::vector<QAction*>& all = m_window.actionRegistry().all();
        QAction& action = *all[below(all.size())];
        if (!leadsElsewhere(action.objectName()) && action.isEnabled())
            action.trigger();
    }

    MainWindow& m_window;
    std::mt19937 m_random;
};

class GallerySession : public testing::TestWithParam<std::string> {
protected:
    QString path(const char* name) const { return m_folder.filePath(QLatin1String(name)); }

    QTemporaryDir m_folder;
};

TEST_P(GallerySession, EverythingIsUndoneToTheBytePlayedAndPictured) {
    const QString source = gallery() + QLatin1Char('/') + QString::fromStdString(GetParam());
    const Result<std::string> bytes = readFile(source.toStdString());
    ASSERT_TRUE(bytes);
    const ForcedStop forcedStop;
    Session session;
    MainWindow window(session);
    window.setAttribute(Qt::WA_DeleteOnClose, false);
    ASSERT_TRUE(window.files().openPath(source));
    window.resize(1400, 900);
    window.show();
    settle();
    Wanderer wanderer(window, std::accumulate(GetParam().begin(), GetParam().end(), 0U));
    for (std::uint64_t i = 0; i < test::trials(20); ++i) {
        wanderer.act();
        QApplication::processEvents();
        ASSERT_FALSE(window.lanes().viewport()->grab().isNull());
    }
    window.panels().playback->rewind();
    for (int i = 0; i < 12; ++i)
        window.panels().playback->stepForward();
    window.panels().playback->close();
    while (window.document().history().canUndo())
        window.document().history().undo();
    ASSERT_TRUE(window.document().save(path("again.lwsched")));
    EXPECT_EQ(*readFile(path("again.lwsched").toStdString()), *bytes);
    const Document& document = window.document();
    const Result<LaidOut> laid = layOut({.panels = {panelOf(document.plan(), document.timeline())}});
    ASSERT_TRUE(laid) << laid.error().message;
    ASSERT_TRUE(writePicture(laid->drawing, path("picture.svg"), 300));
    const std::unique_ptr<QMimeData> copied(pictureForClipboard(laid->drawing));
    EXPECT_FALSE(QImage::fromData(copied->data(QStringLiteral("image/png"))).isNull());
    EXPECT_TRUE(window.close());
}

INSTANTIATE_TEST_SUITE_P(Of, GallerySession, testing::ValuesIn(galleryFiles()), [](const auto& file) {
    std::string name = file.param.substr(0, file.param.find(".lwsched"));
    std::ranges::replace_if(
        name, [](char letter) { return letter == '-' || letter == '.'; }, '_');
    return name;
});

} // namespace
} // namespace lanewright::app
