// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/live_edit.h"
#include "app/frame/edit_actions.h"
#include "core/check/unplaced.h"
#include "core/edit/bubble_fixes.h"
#include "core/edit/cost_fields.h"
#include "core/edit/edits.h"
#include "core/edit/fixes.h"
#include "core/edit/pattern.h"
#include "core/edit/place.h"
#include "core/generate/catalogue.h"
#include "core/generate/problem.h"
#include "core/io/files.h"
#include "core/model/text.h"

#include <gtest/gtest.h>

#include <QTemporaryDir>

#include <algorithm>
#include <iterator>
#include <random>

namespace lanewright::app {
namespace {

Plan planBy(const char* generator) {
    const auto problem = problemOf({.ranks = 4,
                                    .microbatches = 8,
                                    .timeUnit = TimeUnit::Ms,
                                    .forward = 10'000'000,
                                    .backwardInput = 12'000'000,
                                    .backwardWeight = 7'000'000,
                                    .memoryLimit = 8 * kMemoryUnit});
    const auto plan = problem ? generate(generator, *problem) : Result<Plan>(problem.error());
    EXPECT_TRUE(plan) << plan.error().message;
    return plan ? *plan : Plan{};
}

/// The op as it is counted: a BW is a B and a W.
void count(std::vector<Op>& ops, const Op& op) {
    if (op.kind != OpKind::BW) {
        ops.push_back(op);
        return;
    }
    ops.push_back({.kind = OpKind::B, .stage = op.stage, .microbatch = op.microbatch});
    ops.push_back({.kind = OpKind::W, .stage = op.stage, .microbatch = op.microbatch});
}

/// Every op of the order and of the tray.
std::vector<Op> everyOp(const Plan& plan) {
    std::vector<Op> ops;
    for (const Row& row : plan.schedule.order)
        for (const Block& block : row) {
            count(ops, block.op);
            if (block.paired)
                count(ops, *block.paired);
        }
    for (const Op& op : unplacedOps(plan, false))
        count(ops, op);
    std::ranges::sort(ops);
    return ops;
}

/// What is in one list and not in the other: `+W1.3 -B2.0`; empty when they are the same.
std::string difference(const std::vector<Op>& now, const std::vector<Op>& before) {
    std::vector<Op> more;
    std::vector<Op> less;
    std::ranges::set_difference(now, before, std::back_inserter(more));
    std::ranges::set_difference(before, now, std::back_inserter(less));
    std::string words;
    for (const Op& op : more)
        words.append(" +").append(toText(op));
    for (const Op& op : less)
        words.append(" -").append(toText(op));
    return words;
}

/// Someone who tries every edit there is, in any order.
class Tinkerer {
public:
    Tinkerer(Document& document, unsigned seed)
        : m_document(document), m_edits(document, m_selection), m_random(seed) {}

    void act() {
        select();
        switch (below(21)) {
        case 0: return apply(moveBlock(schedule(), slot(), below(rowAt(slot().rank) + 1)));
        case 1: return apply(nudgeBlock(schedule(), slot(), sign()));
        case 2: return apply(shiftBlocks(schedule(), m_selection.ops(), sign() * (1 + below(4))));
        case 3: return strand();
        case 4: return ignore(m_edits.stamp(below(4) == 0));
        case 5: return ignore(m_edits.cutOrder());
        case 6: return ignore(m_edits.pasteOrder());
        case 7: return m_edits.copyOrder();
        case 8: return pair();
        case 9: return ignore(m_edits.unpair());
        case 10: return ignore(m_edits.split());
        case 11: return ignore(m_edits.fuse());
        case 12: return apply(removeOps(schedule(), m_selection.ops()));
        case 13: return place();
        case 14: return apply(setGap(schedule(), slot(), below(3) * 1'500'000));
        case 15: return moveStage();
        case 16: return setNumber();
        case 17: return slide();
        case 18: return fix();
        case 19: return ignore(m_edits.moveToChange(sign()));
        case 20: return fixBubble();
        }
    }

private:
    const Plan& plan() const { return m_document.plan(); }
    const Schedule& schedule() const { return plan().schedule; }
    int below(int most) { return most > 0 ? static_cast<int>(m_random() % static_cast<unsigned>(most)) : 0; }
    int sign() { return below(2) == 0 ? -1 : 1; }
    int rowAt(int rank) const { return static_cast<int>(schedule().order[rank].size()); }
    Slot slot() { return m_edits.slot().value_or(Slot{}); }

    // What an edit refuses changes nothing.
    static void ignore(const Result<Done>&) {}
    void apply(Result<Schedule> next) {
        if (next)
            m_document.apply(QStringLiteral("Edit"), *std::move(next));
    }
    void apply(Result<Plan> next) {
        if (next)
            m_document.apply(QStringLiteral("Edit"), *std::move(next));
    }

    void select() {
        std::set<Op> ops;
        Op current{};
        for (int i = 1 + below(4); i > 0; --i) {
            const Row& row = schedule().order[below(schedule().ranks())];
            if (row.empty())
                continue;
            current = row[below(static_cast<int>(row.size()))].op;
            ops.insert(current);
        }
        if (!ops.empty())
            m_selection.set(std::move(ops), current);
    }

    void strand() {
        m_edits.selectSame(EditActions::Same::Microbatch);
        apply(shiftBlocks(schedule(), m_selection.ops(), sign()));
    }

    void pair() {
        const Row& row = schedule().order[below(schedule().ranks())];
        if (row.size() < 2)
            return;
        const Op first = row[below(static_cast<int>(row.size()))].op;
        const Op second = row[below(static_cast<int>(row.size()))].op;
        m_selection.set({first, second}, first);
        ignore(m_edits.pair());
    }

    void place() {
        const std::vector<Op> tray = unplacedOps(plan(), below(2) == 0);
        if (tray.empty())
            return;
        if (below(2) == 0)
            return apply(placeOps(plan(), tray));
        const Op op = tray[below(static_cast<int>(tray.size()))];
        apply(insertOp(schedule(), op, below(rowAt(schedule().rankOf(op)) + 1)));
    }

    void moveStage() { ignore(m_edits.moveStage(m_selection.current(), below(schedule().ranks()))); }

    void setNumber() {
        const StageField figure = kStageFields[below(static_cast<int>(kStageFields.size()))];
        // A stage that begins to recompute asks for ops that were not there.
        if (figure == StageField::Recompute)
            return apply(setLimitOf(plan(), below(schedule().ranks()), below(9) * kMemoryUnit));
        std::vector<StageCopy> copies = costedCopies(plan());
        if (below(3) > 0)
            copies = {copies[below(static_cast<int>(copies.size()))]};
        apply(setField(plan(), copies, figure, (below(25) - 4) * (isTime(figure) ? 1'000'000 : kMemoryUnit / 4)));
    }

    void slide() {
        LiveEdit slide(m_document);
        slide.begin();
        for (int i = 0; i < 4; ++i) {
            Result<Plan> next = below(2) == 0 ? setTransfer(slide.before(), below(20) * 500'000)
                                              : setLimits(slide.before(), below(20) * kMemoryUnit / 2);
            if (next)
                slide.show(QStringLiteral("Slide"), *std::move(next));
        }
        if (below(4) == 0)
            slide.cancel();
        else
            slide.end();
    }

    void fix() {
        const std::vector<Finding>& findings = m_document.analysis().findings;
        if (findings.empty())
            return;
        const std::vector<Fix> fixes = fixesOf(plan(), findings[below(static_cast<int>(findings.size()))]);
        if (!fixes.empty())
            apply(fixes[below(static_cast<int>(fixes.size()))].plan);
    }

    void fixBubble() {
        const Timeline& timeline = m_document.timeline();
        const std::vector<Bubble> bubbles = bubblesOf(timeline, below(schedule().ranks()));
        if (bubbles.empty() || !m_document.analysis().stalls.empty())
            return;
        const auto fixes = fixesOf(plan(), timeline, bubbles[below(static_cast<int>(bubbles.size()))]);
        if (!fixes.empty())
            apply(withFix(schedule(), fixes.front()));
    }

    Document& m_document;
    Selection m_selection;
    EditActions m_edits;
    std::mt19937 m_random;
};

class RandomEdits : public testing::TestWithParam<const char*> {
protected:
    std::string saved(Document& document) {
        const QString path = m_folder.filePath(QStringLiteral("edited.lwsched"));
        const auto done = document.save(path);
        EXPECT_TRUE(done);
        const auto bytes = readFile(path.toStdString());
        EXPECT_TRUE(bytes);
        return bytes ? *bytes : std::string();
    }

    QTemporaryDir m_folder;
};

TEST_P(RandomEdits, LoseNoOpAndAreUndoneAndRedoneToTheByte) {
    for (unsigned seed = 1; seed <= 3; ++seed) {
        Document document;
        document.reset(planBy(GetParam()));
        const std::string first = saved(document);
        const std::vector<Op> ops = everyOp(document.plan());
        Tinkerer tinkerer(document, seed);
        for (int edit = 0; edit < 200; ++edit) {
            tinkerer.act();
            ASSERT_EQ(difference(everyOp(document.plan()), ops), "")
                << "seed " << seed << ", edit " << edit << ": " << document.history().undoText().toStdString();
        }
        const std::string last = saved(document);
        const int steps = document.history().count();
        EXPECT_GT(steps, 80) << "hardly anything was edited";
        while (document.history().canUndo())
            document.history().undo();
        EXPECT_EQ(saved(document), first);
        while (document.history().canRedo())
            document.history().redo();
        EXPECT_EQ(saved(document), last);
        EXPECT_EQ(document.history().count(), steps);
        Document again;
        ASSERT_TRUE(again.open(document.path())) << "what edits make can be read back";
        EXPECT_EQ(again.plan(), document.plan());
    }
}

INSTANTIATE_TEST_SUITE_P(From, RandomEdits, testing::Values("zb-h1", "1f1b", "dualpipe", "zbv"), [](const auto& from) {
    std::string name = from.param;
    std::erase(name, '-');
    return name;
});

} // namespace
} // namespace lanewright::app
