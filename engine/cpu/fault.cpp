// SPDX-License-Identifier: Apache-2.0
#include "engine/cpu/fault.h"

#include "engine/device/clock.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <limits>
#include <optional>
#include <unistd.h>

namespace lanewright::engine {

namespace {

/// The block at which the request's fault strikes the rank: the last one, where the row is shorter.
std::optional<Block> struckBlock(const RunRequest& request, int rank) {
    if (!request.fault || request.fault->rank != rank)
        return {};
    std::optional<Block> struck;
    int blocks = 0;
    for (const Instruction& instruction : request.programs[rank].code)
        if (instruction.act == Act::Run && blocks++ <= request.fault->block)
            struck = instruction.block;
    return struck;
}

/// Returns from `Delay` and `Nan` only.
void inject(FaultKind kind) {
    constexpr Time kDelay = 300'000'000;
    constexpr int kExitCode = 3;
    switch (kind) {
    case FaultKind::Kill: kill(getpid(), SIGKILL); return;
    case FaultKind::Exit: std::_Exit(kExitCode);
    case FaultKind::Stop: kill(getpid(), SIGSTOP); return;
    case FaultKind::Sleep:
        while (true)
            pause();
    case FaultKind::Delay: sleepUntil(now() + kDelay); return;
    case FaultKind::Nan: return;
    }
}

void spoil(const Tensor& tensor) {
    if (tensor.data != nullptr)
        tensor.data[0] = std::numeric_limits<float>::quiet_NaN();
}

} // namespace

FaultyStages::FaultyStages(const RunRequest& request, int rank, const Corpus& corpus)
    : RankStages(request, rank, corpus), m_request(&request) {
    const std::optional<Block> struck = struckBlock(request, rank);
    m_strikes = struck.has_value();
    m_block = struck.value_or(Block{});
}

void FaultyStages::beginStep(int step, std::uint64_t firstSample) {
    m_step = step;
    RankStages::beginStep(step, firstSample);
}

void FaultyStages::beginBlock(const Block& block) {
    if (m_strikes && m_step == m_request->fault->step && block == m_block)
        inject(m_request->fault->kind);
}

void FaultyStages::run(const Op& op, const Tensor& input, const Tensor& output) {
    const bool isStruck = m_strikes && m_step == m_request->fault->step && m_request->fault->kind == FaultKind::Nan &&
                          (op == m_block.op || op == m_block.paired);
    if (isStruck)
        spoil(input);
    RankStages::run(op, input, output);
    if (!isStruck || op != m_block.op)
        return;
    spoil(output);
    spoil(of(op).gradient());
}

void FaultyStages::endGradients() { poisonGradients(*m_request, m_step, *this); }

std::unique_ptr<RankStages> stagesOf(const RunRequest& request, int rank, const Corpus& corpus) {
    if (request.fault || !request.poison.empty())
        return std::make_unique<FaultyStages>(request, rank, corpus);
    return std::make_unique<RankStages>(request, rank, corpus);
}

} // namespace lanewright::engine
