// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/protocol/checkpoint.h"
#include "core/protocol/protocol.h"

#include "engine/gpt/corpus.h"
#include "engine/gpt/parameters.h"

#include <array>
#include <functional>
#include <string>
#include <vector>

/// The numbers of a training state on disk, as `core/protocol/checkpoint.h` lays them out.
namespace lanewright::engine {

/// Some numbers of one tensor: weights, first and second moments.
using Numbers = std::array<std::vector<float>, 3>;

/// How many numbers of each kind are dealt with at a time.
constexpr std::int64_t kPiece = std::int64_t{1} << 20;

/// The whole model as one stage, however it is cut in a run: the tensors of a state, in their order.
inline ParameterLayout wholeModel(const ModelSpec& model) { return {model, shapeOf({.layers = model.layers}, 1, 0)}; }

/// What a state is of that the run trains; without the names of files and hashes.
Checkpoint checkpointOf(const RunRequest& request, const Corpus& corpus, const Progress& progress);

/// `count` numbers of a tensor, from `from` on.
using StateSource = std::function<Numbers(const Parameter& parameter, std::int64_t from, std::int64_t count)>;

/// Writes a state into a folder, which is made if need be. `page` is one without the file's name and hashes, which are
/// filled in; `numbers` is asked for piece after piece in the order of the model. Until all has succeeded the state
/// that was there is whole and in force; if it does not, nothing is left behind.
Result<Done> writeState(const std::string& folder, Checkpoint page, const StateSource& numbers);

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
