// SPDX-License-Identifier: Apache-2.0
#include "engine/ranks/hang_diagnosis.h"

#include "core/model/text.h"
#include "core/program/program.h"
#include "core/protocol/failed_rank.h"

#include "engine/device/clock.h"
#include "engine/device/failure.h"
#include "engine/device/whereabouts.h"

#include <algorithm>
#include <tuple>

namespace lanewright::engine {

namespace {

constexpr Time kTimeout = kSecond;

const std::vector<Instruction>& codeOf(const RunRequest& request, int rank) { return request.programs[rank].code; }

/// The block at which a rank is; null when it is past its last.
const Instruction* blockAt(const RunRequest& request, int rank, const Position& position) {
    const std::vector<Instruction>& code = codeOf(request, rank);
    for (int at = std::max(position.instruction, 0); at < static_cast<int>(code.size()); ++at)
        if (code[at].act == Act::Run)
            return &code[at];
    return nullptr;
}

/// The place in the rank's program at which the value is sent; −1 when it is not.
int placeOfSend(const RunRequest& request, int rank, int transfer) {
    const auto& code = codeOf(request, rank);
    const auto found = std::ranges::find_if(code, [transfer](const Instruction& instruction) {
        return instruction.act == Act::Send && instruction.transfer == transfer;
    });
    return found == code.end() ? -1 : static_cast<int>(found - code.begin());
}

std::string opNameOf(const RunRequest& request, const Instruction& block) {
    return toText(block.block.op, request.plan.costs.weightParts);
}

/// `it waits for a1.3 (transfer 17), which rank 1 has not sent; that rank is at F1.2`, and whether it is not sent.
std::pair<Message, bool> stateOf(const RunRequest& request, const Instruction& post, int step,
                                 const std::optional<Position>& sender) {
    const std::string value = toText(post.value);
    const int place = placeOfSend(request, post.peer, post.transfer);
    if (sender && (sender->step > step || (sender->step == step && sender->instruction > place)))
        return {say(phrase("engine", "it waits for %1 (transfer %2), which rank %3 has sent: it was lost on the way"),
                    value, post.transfer, post.peer),
                false};
    const Instruction* const at = sender ? blockAt(request, post.peer, *sender) : nullptr;
    const Message missing = say(phrase("engine", "it waits for %1 (transfer %2), which rank %3 has not sent"), value,
                                post.transfer, post.peer);
    return {at ? say(phrase("engine", "%1; that rank is at %2"), missing, opNameOf(request, *at)) : missing, true};
}

/// What keeps the block from going on: the first value that was not sent, else one that was.
Message waitOf(const RunRequest& request, int rank, const Instruction& block,
               const std::vector<std::optional<Position>>& positions) {
    const Schedule& schedule = request.plan.schedule;
    Message lost;
    for (const Op& op : opsIn(block.block)) {
        const bool recomputes = request.plan.costs.recomputes(schedule.direction(op.microbatch), op.stage);
        for (const Value& value : needsOf(op, schedule.stages(), recomputes)) {
            const auto& code = codeOf(request, rank);
            const auto post = std::ranges::find_if(
                code, [&](const Instruction& each) { return each.act == Act::Post && each.value == value; });
            if (post == code.end())
                continue;
            const auto [words, missing] = stateOf(request, *post, positions[rank]->step, positions[post->peer]);
            if (missing)
                return words;
            lost = words;
        }
    }
    return lost.empty() ? say(phrase("engine", "it does not end")) : lost;
}

} // namespace

FailedEvent diagnose(const RunRequest& request, const std::vector<std::optional<Position>>& positions, int from,
                     const Message& complaint) {
    for (int rank = 0; rank < static_cast<int>(positions.size()); ++rank)
        if (!positions[rank])
            return {.rank = rank, .op = {}, .reason = say(kRankIsSilent, rank, from, complaint)};
    // Whoever is first in the total order of the first unfinished step holds up all others.
    const Instruction* first = nullptr;
    int holder = -1;
    for (int rank = 0; rank < static_cast<int>(positions.size()); ++rank) {
        const Position& position = *positions[rank];
        const Instruction* const block = blockAt(request, rank, position);
        if (block == nullptr)
            continue;
        const auto key = [&](int of, const Instruction& at) { return std::tuple(positions[of]->step, at.start, of); };
        if (first == nullptr || key(rank, *block) < key(holder, *first)) {
            first = block;
            holder = rank;
        }
    }
    if (first == nullptr)
        return {.rank = from, .op = {}, .reason = complaint};
    return {.rank = holder, .op = first->block.op, .reason = waitOf(request, holder, *first, positions)};
}

HangDiagnosis::HangDiagnosis(Inbox& inbox, int members, Diagnose diagnose)
    : m_diagnose(std::move(diagnose)), m_inbox(&inbox), m_positions(static_cast<std::size_t>(members)) {}

void HangDiagnosis::begin(int from, const Message& complaint, Position own) {
    if (m_from >= 0)
        return;
    m_from = from;
    m_complaint = complaint;
    m_end = now() + kTimeout;
    m_positions[0] = own;
    m_inbox->sendAll(MessageKind::AskPosition, {});
}

void HangDiagnosis::setPosition(int from, Position position) { m_positions[from] = position; }

void HangDiagnosis::drop(int from) {
    if (from != m_from)
        return;
    m_from = -1;
    std::ranges::fill(m_positions, std::nullopt);
}

void HangDiagnosis::poll() const {
    if (m_from < 0 || (now() < m_end && std::ranges::any_of(m_positions, [](const auto& each) { return !each; })))
        return;
    const FailedEvent failure = m_diagnose(m_positions, m_from, m_complaint);
    whereabouts() = {.rank = failure.rank, .op = failure.op};
    throw Failure(failure.reason);
}

} // namespace lanewright::engine
