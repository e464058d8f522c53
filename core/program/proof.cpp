// SPDX-License-Identifier: Apache-2.0
#include "core/program/program.h"

#include "core/base/places.h"
#include "core/base/take_last.h"
#include "core/model/dataflow.h"
#include "core/model/text.h"
#include "core/program/stage_values.h"

#include <algorithm>
#include <cstddef>
#include <unordered_map>
#include <unordered_set>

namespace lanewright {

namespace {

struct ValueHash {
    std::size_t operator()(const Value& value) const {
        std::uint64_t mixed = static_cast<std::uint64_t>(value.kind);
        mixed = mixed * 0x9E3779B97F4A7C15u + static_cast<std::uint32_t>(value.stage);
        mixed = mixed * 0x9E3779B97F4A7C15u + static_cast<std::uint32_t>(value.microbatch);
        return static_cast<std::size_t>(mixed ^ (mixed >> 29));
    }
};

struct OpHash {
    std::size_t operator()(const Op& op) const {
        const auto kind = static_cast<std::uint64_t>(op.kind) * 1024 + static_cast<std::uint64_t>(op.part);
        return ValueHash{}({ValueKind::Activation, op.stage, op.microbatch}) ^
               static_cast<std::size_t>(kind * 0xC2B2AE3D27D4EB4Fu);
    }
};

/// Where an instruction stands.
struct At {
    int rank = -1;
    int index = -1;
};

/// Both ends of a transfer, and how far it has come.
struct Transfer {
    At send = {};
    At post = {};
    bool posted = false;
    bool arrived = false;
};

constexpr Phrase kNegativeTimes = phrase("program", "times can't be negative");

/// Fails on what is wrong with an instruction of the programs that is taken by itself.
class ShapeCheck {
public:
    ShapeCheck(const std::vector<Program>& programs, const Plan& plan) : m_programs(programs), m_plan(plan) {}

    Result<Done> check(const Instruction& instruction, int rank) const {
        switch (instruction.act) {
        case Act::Run: return checkRun(instruction, rank);
        case Act::Send: return checkTransfer(instruction, rank);
        case Act::Post:
            if (instruction.slot < 0 || instruction.slot >= m_programs[rank].slots)
                return Error{say(phrase("program", "there is no slot %1 on rank %2"), instruction.slot, rank)};
            return checkTransfer(instruction, rank);
        }
        return Error{say(phrase("program", "an instruction is run, send or post"))};
    }

private:
    Result<Done> checkRun(const Instruction& run, int rank) const {
        for (const Op& op : opsIn(run.block)) {
            const int parts = op.kind == OpKind::W ? m_plan.costs.weightParts : 1;
            if (static_cast<int>(op.kind) >= kOpKinds || !inside(op.stage, op.microbatch) || op.part < 0 ||
                op.part >= parts)
                return Error{say(phrase("program", "the op is outside the schedule's shape"))};
            if (m_plan.schedule.rankOf(op) != rank)
                return Error{say(phrase("program", "the op belongs on rank %1"), m_plan.schedule.rankOf(op))};
        }
        if (run.start < 0 || run.length < 0 || run.block.gap < 0)
            return Error{say(kNegativeTimes)};
        return Done{};
    }

    Result<Done> checkTransfer(const Instruction& instruction, int rank) const {
        const Value& value = instruction.value;
        if (static_cast<int>(value.kind) >= kValueKinds || !crossesRanks(value.kind) ||
            !inside(value.stage, value.microbatch))
            return Error{say(phrase("program", "no such value travels in this schedule"))};
        if (instruction.peer < 0 || instruction.peer >= static_cast<int>(m_programs.size()) || instruction.peer == rank)
            return Error{say(phrase("program", "rank %1 is no peer"), instruction.peer)};
        if (instruction.transfer < 0)
            return Error{say(phrase("program", "a transfer's number can't be negative"))};
        if (instruction.start < 0 || instruction.length < 0)
            return Error{say(kNegativeTimes)};
        return Done{};
    }

    bool inside(int stage, int microbatch) const {
        return stage >= 0 && stage < m_plan.schedule.stages() && microbatch >= 0 &&
               microbatch < m_plan.schedule.microbatches;
    }

    const std::vector<Program>& m_programs;
    const Plan& m_plan;
};

/// Runs all programs at once over links that hold nothing.
class Replay {
public:
    Replay(const std::vector<Program>& programs, const Plan& plan) : m_programs(programs), m_plan(plan) {}

    Result<Done> run() {
        if (Result<Done> shape = checkShape(); !shape)
            return shape;
        if (Result<Done> paired = pairTransfers(); !paired)
            return paired;
        m_at.assign(m_programs.size(), 0);
        m_waitsFor.assign(m_programs.size(), -1);
        m_slots.resize(m_programs.size());
        m_posted.resize(m_programs.size());
        m_held.resize(m_programs.size());
        for (std::size_t rank = 0; rank < m_programs.size(); ++rank) {
            m_slots[rank].assign(m_programs[rank].slots, -1);
            m_going.push_back(static_cast<int>(rank));
        }
        while (!m_going.empty()) {
            const int rank = takeLast(m_going);
            if (Result<Done> advanced = advance(rank); !advanced)
                return advanced;
        }
        return conclusion();
    }

private:
    const Instruction& at(const At& place) const { return m_programs[place.rank].code[place.index]; }

    /// `rank 1, instruction 5 (send a0.0 to 2 #0)` without the times.
    Message name(const At& place) const {
        std::string text = toText(at(place), m_plan.costs.weightParts);
        text = text.substr(0, text.find(" @"));
        return say(phrase("program", "rank %1, instruction %2 (%3)"), place.rank, place.index, text);
    }

    Error wrongAt(const At& place, const Message& why) const { return Error{within(name(place), why)}; }

    Result<Done> checkShape() const {
        if (static_cast<int>(m_programs.size()) != m_plan.schedule.ranks())
            return Error{say(phrase("program", "there are %1 programs for %2 ranks"), m_programs.size(),
                             m_plan.schedule.ranks())};
        const ShapeCheck shapes{m_programs, m_plan};
        for (int rank = 0; rank < static_cast<int>(m_programs.size()); ++rank) {
            const Program& program = m_programs[rank];
            if (program.rank != rank)
                return Error{say(phrase("program", "program %1 says that it is of rank %2"), rank, program.rank)};
            if (program.slots < 0 || program.slots > static_cast<int>(program.code.size()))
                return Error{say(phrase("program", "rank %1: %2 receive slots make no sense for %3 instructions"), rank,
                                 program.slots, program.code.size())};
            if (program.staged < 0 || program.staged > static_cast<int>(program.code.size()))
                return Error{say(phrase("program", "rank %1: %2 staged gradients make no sense for %3 instructions"),
                                 rank, program.staged, program.code.size())};
            for (int index = 0; index < static_cast<int>(program.code.size()); ++index)
                if (const Result<Done> sound = shapes.check(program.code[index], rank); !sound)
                    return wrongAt({rank, index}, sound.error().message);
        }
        return Done{};
    }

    /// Finds both ends of every transfer; numbers them anew from 0, because a hostile number may be any number.
    Result<Done> pairTransfers() {
        std::unordered_map<int, int> numbers;
        m_own.resize(m_programs.size());
        for (int rank = 0; rank < static_cast<int>(m_programs.size()); ++rank) {
            const auto& code = m_programs[rank].code;
            m_own[rank].assign(code.size(), -1);
            for (int index = 0; index < static_cast<int>(code.size()); ++index) {
                if (code[index].act == Act::Run)
                    continue;
                const auto [found, isNew] =
                    numbers.try_emplace(code[index].transfer, static_cast<int>(m_transfers.size()));
                if (isNew)
                    m_transfers.emplace_back();
                m_own[rank][index] = found->second;
                Transfer& transfer = m_transfers[found->second];
                At& end = code[index].act == Act::Send ? transfer.send : transfer.post;
                if (end.rank >= 0)
                    return wrongAt({rank, index}, say(phrase("program", "transfer %1 is also that of %2"),
                                                      code[index].transfer, name(end)));
                end = {rank, index};
            }
        }
        for (const Transfer& transfer : m_transfers)
            if (Result<Done> paired = checkPaired(transfer); !paired)
                return paired;
        return checkUncrossed();
    }

    /// Some links know no tags: they pair the first send with the first receive.
    Result<Done> checkUncrossed() const {
        std::vector<std::unordered_map<int, At>> last(m_programs.size()); // per receiver, by sender
        for (int rank = 0; rank < static_cast<int>(m_programs.size()); ++rank)
            for (const int number : m_own[rank]) {
                if (number < 0 || m_transfers[number].send.rank != rank)
                    continue;
                const At& post = m_transfers[number].post;
                const auto [before, isFirst] = last[post.rank].try_emplace(rank, post);
                if (!isFirst && before->second.index > post.index)
                    return wrongAt(
                        m_transfers[number].send,
                        say(phrase("program", "its receive is posted before that of %1, which the link carries first"),
                            toText(at(before->second).value)));
                before->second = post;
            }
        return Done{};
    }

    Result<Done> checkPaired(const Transfer& transfer) const {
        if (transfer.send.rank < 0)
            return wrongAt(transfer.post, say(phrase("program", "rank %1 never sends it"), at(transfer.post).peer));
        if (transfer.post.rank < 0)
            return wrongAt(transfer.send, say(phrase("program", "rank %1 never receives it"), at(transfer.send).peer));
        const Instruction& send = at(transfer.send);
        const Instruction& post = at(transfer.post);
        if (send.peer != transfer.post.rank || post.peer != transfer.send.rank || send.value != post.value)
            return wrongAt(transfer.send, say(phrase("program", "it does not fit %1"), name(transfer.post)));
        return Done{};
    }

    /// Runs the rank until it must wait or is done.
    Result<Done> advance(int rank) {
        const auto& code = m_programs[rank].code;
        m_waitsFor[rank] = -1;
        while (m_at[rank] < static_cast<int>(code.size())) {
            const At place{rank, m_at[rank]};
            Result<Done> stepped = step(place);
            if (!stepped || m_waitsFor[rank] >= 0)
                return stepped;
            ++m_at[rank];
        }
        return Done{};
    }

    Result<Done> step(const At& place) {
        switch (at(place).act) {
        case Act::Post: return post(place);
        case Act::Send: return send(place);
        case Act::Run: return runBlock(place);
        }
        return Done{};
    }

    Result<Done> post(const At& place) {
        const Instruction& post = at(place);
        const int transfer = m_own[place.rank][place.index];
        int& slot = m_slots[place.rank][post.slot];
        if (slot >= 0)
            return wrongAt(place,
                           say(phrase("program", "the slot still holds %1"), toText(at(m_transfers[slot].post).value)));
        if (!m_posted[place.rank].emplace(post.value, transfer).second || m_held[place.rank].contains(post.value))
            return wrongAt(place, say(phrase("program", "rank %1 has that value already"), place.rank));
        slot = transfer;
        m_transfers[transfer].posted = true;
        wake(m_transfers[transfer].send.rank, transfer);
        return Done{};
    }

    Result<Done> send(const At& place) {
        const int number = m_own[place.rank][place.index];
        if (!m_held[place.rank].contains(at(place).value))
            return wrongAt(place, say(phrase("program", "rank %1 has not made that value yet"), place.rank));
        Transfer& transfer = m_transfers[number];
        if (!transfer.posted) {
            m_waitsFor[place.rank] = number;
            return Done{};
        }
        transfer.arrived = true;
        wake(transfer.post.rank, number);
        return Done{};
    }

    Result<Done> runBlock(const At& place) {
        const OpList ops = opsIn(at(place).block);
        for (const Op& op : ops)
            for (const Value& need : needsOf(op, m_plan.schedule.stages(), recomputes(op, m_plan)))
                if (Result<Done> taken = take(place, need); !taken || m_waitsFor[place.rank] >= 0)
                    return taken;
        for (const Op& op : ops)
            if (!m_ran.insert(op).second)
                return wrongAt(place, say(phrase("program", "it has run before")));
        for (const Op& op : ops)
            settle(place.rank, op);
        return Done{};
    }

    /// The rank must hold the value, or wait for it.
    Result<Done> take(const At& place, const Value& need) {
        if (m_held[place.rank].contains(need))
            return Done{};
        const auto found = m_posted[place.rank].find(need);
        if (found == m_posted[place.rank].end())
            return wrongAt(
                place, say(phrase("program", "it needs %1, which is neither made nor received before"), nameOf(need)));
        if (!m_transfers[found->second].arrived)
            m_waitsFor[place.rank] = found->second;
        return Done{};
    }

    /// What the op yields is there, and the slots of what it needed are free again.
    void settle(int rank, const Op& op) {
        for (const Value& need : needsOf(op, m_plan.schedule.stages(), recomputes(op, m_plan)))
            if (const auto found = m_posted[rank].find(need); found != m_posted[rank].end()) {
                m_slots[rank][at(m_transfers[found->second].post).slot] = -1;
                m_posted[rank].erase(found);
            }
        for (const Value& value : yieldsOf(op, m_plan.schedule.stages(), recomputes(op, m_plan)))
            m_held[rank].insert(value);
    }

    void wake(int rank, int transfer) {
        if (m_waitsFor[rank] == transfer)
            m_going.push_back(rank);
    }

    Message nameOf(const Value& value) const {
        if (crossesRanks(value.kind))
            return toText(value);
        const Op producer =
            producerOf(value, false, recomputes({.stage = value.stage, .microbatch = value.microbatch}, m_plan));
        return say(phrase("program", "what %1 keeps"), toText(producer));
    }

    Result<Done> conclusion() const {
        for (int rank = 0; rank < static_cast<int>(m_programs.size()); ++rank)
            if (m_waitsFor[rank] >= 0)
                return stuck({rank, m_at[rank]});
        for (int rank = 0; rank < static_cast<int>(m_programs.size()); ++rank)
            for (const int transfer : m_slots[rank])
                if (transfer >= 0)
                    return wrongAt(m_transfers[transfer].post,
                                   say(phrase("program", "no block needs it, so its slot is never free again")));
        return Done{};
    }

    Error stuck(const At& place) const {
        const Transfer& transfer = m_transfers[m_waitsFor[place.rank]];
        const bool sends = at(place).act == Act::Send;
        const At& other = sends ? transfer.post : transfer.send;
        const Message past = name({other.rank, m_at[other.rank]});
        if (sends)
            return wrongAt(
                place, say(phrase("program", "waits for a receive that rank %1 posts only at instruction %2, but that "
                                             "rank can't get past %3"),
                           other.rank, other.index, past));
        return wrongAt(
            place, say(phrase("program", "waits for %1 that rank %2 sends only at instruction %3, but that rank can't "
                                         "get past %4"),
                       toText(at(other).value), other.rank, other.index, past));
    }

    const std::vector<Program>& m_programs;
    const Plan& m_plan;
    std::vector<Transfer> m_transfers = {};
    std::vector<std::vector<int>> m_own = {};   ///< per instruction: its place in m_transfers
    std::vector<int> m_at = {};                 ///< per rank: the instruction it is at
    std::vector<int> m_waitsFor = {};           ///< per rank: the transfer it waits for, or −1
    std::vector<int> m_going = {};              ///< ranks that may be able to go on
    std::vector<std::vector<int>> m_slots = {}; ///< per rank and slot: the transfer in it, or −1
    std::vector<std::unordered_map<Value, int, ValueHash>> m_posted = {}; ///< per rank: values in slots
    std::vector<std::unordered_set<Value, ValueHash>> m_held = {};        ///< per rank: values made here
    std::unordered_set<Op, OpHash> m_ran = {};
};

} // namespace

Result<Done> proveDeadlockFree(const std::vector<Program>& programs, const Plan& plan) {
    return Replay{programs, plan}.run();
}

} // namespace lanewright
