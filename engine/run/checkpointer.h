// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/protocol/checkpoint.h"
#include "core/protocol/protocol.h"

#include "engine/gpt/corpus.h"
#include "engine/ranks/inbox.h"
#include "engine/ranks/process_map.h"
#include "engine/ranks/waiter.h"
#include "engine/run/stage_host.h"
#include "engine/run/state_file.h"

namespace lanewright::engine {

/// Saves and restores the training state of all ranks, each in one call that all processes make.
///
/// Only process 0 touches the disk. The other processes give and take numbers piece by piece, tensor by tensor in the
/// order of the model, so a state fits any schedule, any number of ranks and any cut, and no process holds more than a
/// piece of it.
class Checkpointer {
public:
    Checkpointer(const RunRequest& request, const Corpus& corpus, const ProcessMap& processMap, int process,
                 StageHost& stages, Inbox& inbox, Waiter& waiter);

    /// Writes the state to the request's folder. The state that was there stays whole until the new one is; a full disk
    /// ends the run in words and leaves it.
    void save(const Progress& progress);
    /// Reads the state of the request's folder into all stages. It has been checked before.
    Progress restore();

private:
    /// A run of numbers of one tensor.
    struct Piece {
        int tensor = 0; ///< its place in the model
        std::int64_t from = 0;
        std::int64_t count = 0;
    };
    Result<Done> write(const Progress& progress);
    Progress giveOut();
    Progress fetch();
    ControlMessage await(MessageKind kind, int from);
    Numbers collect(const Piece& piece);
    Numbers numbersOf(const Piece& piece);
    int ownerOf(int tensor) const;
    template <typename Visit>
    void forEachPiece(const Parameter& parameter, Visit visit) const;
    template <typename Serve>
    void serve(MessageKind until, int count, Serve serve, const Message& what);

    const RunRequest* m_request;
    const Corpus* m_corpus;
    ProcessMap m_processMap;
    int m_process;
    StageHost* m_stages;
    Inbox* m_inbox;
    Waiter* m_waiter;
    ParameterLayout m_layout; ///< the whole model's
};

} // namespace lanewright::engine
