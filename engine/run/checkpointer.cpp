// SPDX-License-Identifier: Apache-2.0
#include "engine/run/checkpointer.h"

#include "engine/device/failure.h"
#include "engine/device/whereabouts.h"
#include "engine/run/stage_settings.h"

#include <algorithm>

namespace lanewright::engine {

namespace {

/// A run of numbers of one tensor.
struct Piece {
    int tensor = 0; ///< its place in the model
    std::int64_t from = 0;
    std::int64_t count = 0;
};

[[noreturn]] void giveUp(const Error& error) {
    whereabouts().op.reset();
    throw Failure(withPlace(error));
}

/// The process of the first direction's copy; all copies are equal.
int ownerOf(int tensor, const ProcessStages& here) {
    int stage = here.request->plan.schedule.placement.stages() - 1;
    for (; stage > 0; --stage) {
        const ParameterLayout layout = layoutOf(*here.request, stage);
        if (!layout.parameters().empty() && layout.parameters().front().number <= tensor)
            break;
    }
    return here.processOf(stage);
}

template <typename Value>
Value awaitState(MessageKind kind, int from, const ProcessStages& here) {
    return here.inbox->await<Value>(kind, from, [&] {
        return say(phrase("engine", "a rank has waited for the training state of rank %1"),
                   here.processMap->lowestRankOn(from));
    });
}

/// Answers what others want until `count` messages that all are served have come.
void serve(int count, Inbox& inbox, auto serve, const Message& what) {
    inbox.waiter().until(
        [&] {
            while (const std::optional<ControlMessage> message = inbox.take(MessageKind::Want))
                inbox.send(message->from, MessageKind::Given, packed(serve(unpacked<Piece>(message->body))));
            while (count > 0 && inbox.take(MessageKind::Served))
                --count;
            return count == 0;
        },
        [&] { return what; });
}

/// Numbers of a tensor that is here.
Numbers ownNumbers(const Piece& piece, const ProcessStages& here) {
    return here.stages->numbersOf(piece.tensor, piece.from, piece.count);
}

/// Process 0: the numbers, wherever they are.
Numbers collect(const Piece& piece, const ProcessStages& here) {
    const int owner = ownerOf(piece.tensor, here);
    if (owner == here.process)
        return ownNumbers(piece, here);
    here.inbox->send(owner, MessageKind::Want, packed(piece));
    return awaitState<Numbers>(MessageKind::Given, owner, here);
}

/// Puts the numbers that `read` gives into all tensors that are here.
void fill(const ProcessStages& here, auto read) {
    const ParameterLayout layout = wholeModel(here.request->model);
    for (const Parameter& parameter : layout.parameters()) {
        if (!here.stages->hosts(parameter.number))
            continue;
        for (std::int64_t from = 0; from < parameter.size(); from += kPiece) {
            const Piece piece{parameter.number, from, std::min(kPiece, parameter.size() - from)};
            here.stages->put(piece.tensor, from, read(piece));
        }
    }
}

/// Process 0: reads what belongs here, and what the others ask for.
Progress giveOut(const ProcessStages& here) {
    const Result<Checkpoint> page = openCheckpoint(here.request->resume);
    if (!page)
        giveUp(page.error());
    StateReader reader;
    if (const Result<Done> opened = reader.open(here.request->resume, *page); !opened)
        giveUp(opened.error());
    const ParameterLayout layout = wholeModel(here.request->model);
    const auto read = [&](const Piece& piece) {
        const Result<Numbers> numbers = reader.read(layout.parameters()[piece.tensor], piece.from, piece.count);
        if (!numbers)
            giveUp(numbers.error());
        return *numbers;
    };
    here.inbox->sendAll(MessageKind::Progress, Packer().put(page->progress));
    fill(here, read);
    serve(here.processMap->processes - 1, *here.inbox, read,
          say(phrase("engine", "rank 0 has waited for the others to take their training state")));
    return page->progress;
}

/// Another process: asks process 0 for what belongs here.
Progress fetch(const ProcessStages& here) {
    const auto progress = awaitState<Progress>(MessageKind::Progress, 0, here);
    fill(here, [&](const Piece& piece) {
        here.inbox->send(0, MessageKind::Want, packed(piece));
        return awaitState<Numbers>(MessageKind::Given, 0, here);
    });
    here.inbox->send(0, MessageKind::Served, {});
    return progress;
}

} // namespace

void saveState(const ProcessStages& here, const Progress& progress) {
    if (here.process != 0)
        return serve(
            1, *here.inbox, [&](const Piece& piece) { return ownNumbers(piece, here); },
            say(phrase("engine", "a rank has waited for the training state to be saved")));
    const auto numbers = [&](const Parameter& parameter, std::int64_t from, std::int64_t count) {
        return collect({parameter.number, from, count}, here);
    };
    const Checkpoint page = checkpointOf(*here.request, *here.corpus, progress);
    if (const Result<Done> written = writeState(here.request->save, page, numbers); !written)
        giveUp(written.error());
    here.inbox->sendAll(MessageKind::Served, {});
}

Progress restoreState(const ProcessStages& here) { return here.process == 0 ? giveOut(here) : fetch(here); }

} // namespace lanewright::engine
