// SPDX-License-Identifier: Apache-2.0
#include "core/pytorch/csv_check.h"

#include <algorithm>

namespace lanewright::pytorch {

namespace {

bool isWait(Act act) { return act == Act::WaitReduceGrad || act == Act::WaitSendF || act == Act::WaitSendB; }

/// What has happened to a stage so far in its row.
struct StageState {
    int ended = 0; ///< gradients of weights that are complete
    bool reduced = false;
    bool active = false; ///< unsharded
    bool shards = false; ///< the row unshards it somewhere
};

/// One row's actions on whole stages, in its order.
class RowCheck {
public:
    RowCheck(const Sheet& sheet, int row, std::vector<StageState>& states, Report& report)
        : m_sheet(sheet), m_row(row), m_states(states), m_report(report) {}

    void run() {
        const CellRow& cells = m_sheet.rows[static_cast<std::size_t>(m_row) - 1];
        for (const Cell& cell : cells) {
            m_waits = m_waits || isWait(cell.action.act);
            if (cell.action.act == Act::Unshard)
                state(cell.action).shards = true;
        }
        for (const Cell& cell : cells)
            eachAction(cell, [&](const Action& action) { take(action, cell.column); });
        if (m_pending >= 0 && m_waits)
            error("wait", 0, say(phrase("csv", "%1REDUCE_GRAD has no WAIT_REDUCE_GRAD behind it"), m_pending));
    }

private:
    StageState& state(const Action& action) { return m_states[action.stage]; }
    void error(const std::string& code, int column, const Message& message) {
        m_report.add(Severity::Error, code, m_row, column, message);
    }

    void take(const Action& action, int column) {
        if (isCompute(action.act))
            return compute(action, column);
        switch (action.act) {
        case Act::Unshard: return unshard(action, column);
        case Act::Reshard: return reshard(action, column);
        case Act::ReduceGrad: return reduce(action, column);
        case Act::WaitReduceGrad: return waitReduce(action, column);
        case Act::F:
        case Act::I:
        case Act::W:
        case Act::B:
        case Act::BW:
        case Act::SendF:
        case Act::RecvF:
        case Act::WaitSendF:
        case Act::SendB:
        case Act::RecvB:
        case Act::WaitSendB: return;
        }
    }

    void compute(const Action& action, int column) {
        StageState& stage = state(action);
        if (endsWeights(action.act)) {
            ++stage.ended;
            if (stage.reduced)
                error("reduction", column,
                      say(phrase("csv", "%1 comes after its stage's REDUCE_GRAD, so its gradient is not reduced"),
                          toText(action)));
        }
        if (stage.shards && !stage.active)
            error(
                "shard", column,
                say(phrase("csv", "%1 runs while its stage is sharded; an UNSHARD must come before"), toText(action)));
    }

    void unshard(const Action& action, int column) {
        if (state(action).active)
            error("shard", column, say(phrase("csv", "%1: the stage is unsharded already"), toText(action)));
        state(action).active = true;
    }

    void reshard(const Action& action, int column) {
        if (!state(action).active)
            error("shard", column, say(phrase("csv", "%1: the stage is not unsharded here"), toText(action)));
        state(action).active = false;
    }

    void reduce(const Action& action, int column) {
        StageState& stage = state(action);
        if (stage.reduced)
            return error("reduction", column,
                         say(phrase("csv", "%1 stands here again; a stage is reduced once"), toText(action)));
        stage.reduced = true;
        if (m_pending >= 0 && m_waits)
            error("wait", column,
                  say(phrase("csv", "%1 starts while %2REDUCE_GRAD is not waited for"), toText(action), m_pending));
        m_pending = action.stage;
    }

    void waitReduce(const Action& action, int column) {
        if (m_pending != action.stage)
            error("wait", column,
                  say(phrase("csv", "%1 does not follow a %2REDUCE_GRAD"), toText(action), int{action.stage}));
        m_pending = -1;
    }

    const Sheet& m_sheet;
    int m_row;
    std::vector<StageState>& m_states;
    Report& m_report;
    int m_pending = -1;   ///< the stage whose reduction runs
    bool m_waits = false; ///< the row has waits, as from torch 2.15 on
};

} // namespace

void checkStageActions(const Sheet& sheet, bool reductions, Report& report) {
    std::vector<StageState> states(sheet.stages());
    for (int row = 1; row <= sheet.ranks(); ++row)
        RowCheck{sheet, row, states, report}.run();
    if (!reductions)
        return;
    const bool waits = std::ranges::any_of(sheet.rows, [](const CellRow& cells) {
        return std::ranges::any_of(cells, [](const Cell& cell) { return isWait(cell.action.act); });
    });
    if (!waits && std::ranges::none_of(states, &StageState::reduced))
        return report.add(Severity::Warning, "reduction", 0, 0,
                          say(phrase("csv", "there is no REDUCE_GRAD, so the file is for torch 2.6 to 2.9: since 2.10 "
                                            "gradients are reduced and scaled there and nowhere else")));
    for (int stage = 0; stage < sheet.stages(); ++stage)
        if (!states[stage].reduced)
            report.add(Severity::Error, "reduction", sheet.rankOf[stage] + 1, 0,
                       say(phrase("csv", "%1REDUCE_GRAD is missing: since torch 2.10 gradients are reduced and scaled "
                                         "there and nowhere else"),
                           stage));
}

} // namespace lanewright::pytorch
