// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/tray/tray.h"

#include "tests/app/timeline/testdrive.h"
#include "tests/support/rows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>

namespace lanewright::app {
namespace {

std::vector<Op> opsOf(const Schedule& schedule) {
    std::vector<Op> ops;
    for (const Row& row : schedule.order)
        for (const Block& block : row) {
            ops.push_back(block.op);
            if (block.paired)
                ops.push_back(*block.paired);
        }
    std::ranges::sort(ops);
    return ops;
}

/// A person who does not know what they want.
class Monkey {
public:
    explicit Monkey(TestDrive& drive, unsigned seed) : m_drive(drive), m_random(seed) {}

    void act() {
        switch (m_random() % 8) {
        case 0:
        case 1:
        case 2: drag(point(), point()); return;
        case 3: drag(block(), block()); return;
        case 4: m_drive.click(point(), m_random() % 2 ? Qt::ControlModifier : Qt::ShiftModifier); return;
        case 5: m_drive.key(m_random() % 2 ? Qt::Key_Left : Qt::Key_Right, Qt::ControlModifier); return;
        case 6: key(); return;
        case 7: m_drive.wheel(point(), {0, m_random() % 2 ? 120 : -120}, Qt::ControlModifier); return;
        }
    }

private:
    double part(double whole) { return whole * static_cast<double>(m_random() % 1000) / 1000; }

    QPointF point() { return {part(m_drive.view.viewport()->width()), part(m_drive.view.viewport()->height())}; }

    QPointF block() {
        const Schedule& schedule = m_drive.document.schedule();
        const Row& row = schedule.order[m_random() % schedule.order.size()];
        return m_drive.view.rectOf(row[m_random() % row.size()].op).center();
    }

    void drag(QPointF from, QPointF to) {
        m_drive.dragTo(from, to);
        if (m_random() % 5 == 0)
            m_drive.key(Qt::Key_Escape);
        if (m_random() % 7 == 0)
            m_drive.document.history().undo();
        m_drive.release(to);
    }

    void key() {
        constexpr std::array keys = {Qt::Key_Delete, Qt::Key_Escape,      Qt::Key_Up, Qt::Key_Down,
                                     Qt::Key_Home,   Qt::Key_BracketLeft, Qt::Key_F,  Qt::Key_BracketRight};
        m_drive.key(keys[m_random() % keys.size()]);
    }

    TestDrive& m_drive;
    std::mt19937 m_random;
};

TEST(RandomGestures, NeitherLoseNorInventAnOp) {
    int steps = 0;
    for (unsigned seed = 1; seed <= 4; ++seed) {
        TestDrive drive;
        const std::vector<Op> ops = opsOf(drive.document.schedule());
        const Schedule start = drive.document.schedule();
        Monkey monkey(drive, seed);
        for (int gesture = 0; gesture < 60; ++gesture) {
            monkey.act();
            std::vector<Op> there = opsOf(drive.document.schedule());
            const std::vector<Op> inTray = drive.view.tray().ops();
            there.insert(there.end(), inTray.begin(), inTray.end());
            std::ranges::sort(there);
            ASSERT_EQ(there, ops) << "seed " << seed << ", gesture " << gesture;
        }
        steps += drive.document.history().count();
        while (drive.document.history().canUndo())
            drive.document.history().undo();
        EXPECT_EQ(drive.document.schedule(), start);
    }
    EXPECT_GT(steps, 12) << "the gestures hardly edit anything";
}

} // namespace
} // namespace lanewright::app
