// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/model_spec.h"
#include "core/model/optimizer.h"

#include "engine/device/buffer.h"
#include "engine/device/team.h"
#include "engine/gpt/parameters.h"

#include <array>
#include <cstdint>
#include <functional>
#include <utility>

namespace lanewright::engine {

/// The weights of one copy of a stage and AdamW's moments of them, in one bank or in two.
///
/// The rule it guards: with two banks a step writes the bank that is not in use and then takes it into use, so that the
/// last step can be rolled back to the last bit. With one bank a step writes where it reads.
class StateBanks {
public:
    /// `count` numbers of each kind in a bank, in memory of `source`; null: on the heap, zeros.
    StateBanks(std::int64_t count, int banks, MemorySource* source = nullptr);

    /// @name What is in use, laid out like the weights
    /// @{
    float* weights() { return used().weights.data(); }
    float* moment1() { return used().moment1.data(); }
    float* moment2() { return used().moment2.data(); }
    /// @}

protected:
    struct Bank {
        Buffer weights;
        Buffer moment1;
        Buffer moment2;
    };

    Bank& used() { return m_banks[m_used]; }
    /// The bank that the next step writes.
    Bank& next() { return m_banks[m_next]; }
    /// It has been written.
    void takeNext() { std::swap(m_used, m_next); }
    /// Rolls the last step back: what is read from here on is what was there before it. Needs two banks.
    void rollBack();

private:
    std::array<Bank, 2> m_banks;
    std::size_t m_used = 0;
    std::size_t m_next = 0;
};

/// The same on the CPU.
class OptimizerState : public StateBanks {
public:
    /// The weights that the model begins with, and moments of 0. `layout` stays where it is.
    OptimizerState(const ParameterLayout& layout, const ModelSpec& model, int banks);

    /// What is to be done with some rows of a tensor that have just been written, on the thread that has.
    using OnRows = std::function<void(const Parameter& parameter, std::int64_t first, const Tensor& rows)>;
    /// The `count`-th step, counted from 1, with `gradient` · `scale`, by the threads of `team`. `rowsAtATime` rows of
    /// a tensor are written and handed to `onRows`, then the next ones.
    void step(float* gradient, float scale, const OptimizerSettings& settings, int count, Team& team,
              std::int64_t rowsAtATime, const OnRows& onRows);
    using StateBanks::rollBack;

private:
    const ParameterLayout* m_layout;
};

} // namespace lanewright::engine
