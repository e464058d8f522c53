// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/protocol/checkpoint.h"

#include "engine/gpt/parameters.h"

#include <array>
#include <string>
#include <vector>

/// The numbers of a training state on disk, as `core/protocol/checkpoint.h` lays them out.
namespace lanewright::engine {

/// Some numbers of one tensor: weights, first and second moments.
using Numbers = std::array<std::vector<float>, 3>;

/// How many numbers of each kind are dealt with at a time.
constexpr std::int64_t kPiece = std::int64_t{1} << 20;

/// The hash of a tensor's numbers, piece after piece.
class TensorHasher {
public:
    explicit TensorHasher(int number);
    void add(const Numbers& piece);
    std::uint64_t hash() const;

private:
    std::array<std::uint64_t, 3> m_parts;
};

/// Writes a state into a folder. Until `finish` has succeeded the state that was there is whole and in force; without
/// it nothing is left behind.
class StateWriter {
public:
    StateWriter(std::string folder, const ParameterLayout& model) : m_folder(std::move(folder)), m_model(&model) {}
    ~StateWriter();
    StateWriter(const StateWriter&) = delete;
    StateWriter& operator=(const StateWriter&) = delete;

    /// Makes the folder if need be.
    Result<Done> open(std::int64_t steps);
    /// Pieces come in the order of the model.
    Result<Done> write(const Parameter& parameter, std::int64_t from, const Numbers& piece);
    /// `page` without the file's name and hashes, which are filled in.
    Result<Done> finish(Checkpoint page);

private:
    std::string pathOf(const std::string& name) const;
    void removeOthers() const;

    std::string m_folder;
    const ParameterLayout* m_model;
    std::string m_name; ///< the name of the file of numbers, once it is whole
    int m_file = -1;
    int m_tensor = -1; ///< that is being written
    std::vector<TensorHasher> m_hashers;
};

/// Reads the numbers of a state.
class StateReader {
public:
    StateReader() = default;
    ~StateReader();
    StateReader(const StateReader&) = delete;
    StateReader& operator=(const StateReader&) = delete;

    Result<Done> open(const std::string& folder, const Checkpoint& page);
    Result<Numbers> read(const Parameter& parameter, std::int64_t from, std::int64_t count) const;

private:
    int m_file = -1;
};

/// Refuses, in words, a state that does not fit the model or is not whole; looks at every number.
Result<Done> checkState(const std::string& folder, const Checkpoint& page, const ModelSpec& model);

/// Makes the folder for states if there is none. Fails when nothing can be written there.
Result<Done> prepareFolder(const std::string& folder);

} // namespace lanewright::engine
