// SPDX-License-Identifier: Apache-2.0
#include "engine/run/checkpointer.h"

#include "engine/device/failure.h"
#include "engine/device/whereabouts.h"
#include "engine/ranks/await_message.h"

#include <algorithm>

namespace lanewright::engine {

namespace {

/// The whole model as one stage, however it is cut in this run.
ParameterLayout wholeModel(const ModelSpec& model) {
    return ParameterLayout(model, shapeOf({.layers = model.layers}, 1, 0));
}

[[noreturn]] void giveUp(const Error& error) {
    whereabouts().op.reset();
    throw Failure(withPlace(error));
}

} // namespace

Checkpointer::Checkpointer(const RunRequest& request, const Corpus& corpus, const ProcessMap& processMap, int process,
                           StageHost& stages, Inbox& inbox, Waiter& waiter)
    : m_request(&request), m_corpus(&corpus), m_processMap(processMap), m_process(process), m_stages(&stages),
      m_inbox(&inbox), m_waiter(&waiter), m_layout(wholeModel(request.model)) {}

/// The process of the first direction's copy; all copies are equal.
int Checkpointer::ownerOf(int tensor) const {
    const Placement& placement = m_request->plan.schedule.placement;
    int stage = placement.stages() - 1;
    for (; stage > 0; --stage) {
        const ParameterLayout layout(m_request->model, shapeOf(m_request->model, placement.stages(), stage));
        if (!layout.parameters().empty() && layout.parameters().front().number <= tensor)
            break;
    }
    return m_processMap.of(placement.rankOf(0, stage));
}

template <typename Visit>
void Checkpointer::forEachPiece(const Parameter& parameter, Visit visit) const {
    for (std::int64_t from = 0; from < parameter.size(); from += kPiece)
        visit(Piece{parameter.number, from, std::min(kPiece, parameter.size() - from)});
}

Numbers Checkpointer::numbersOf(const Piece& piece) {
    return m_stages->numbersOf(piece.tensor, piece.from, piece.count);
}

/// Answers what others want until `count` messages of the kind have come.
template <typename Serve>
void Checkpointer::serve(MessageKind until, int count, Serve serve, const Message& what) {
    m_waiter->until(
        [&] {
            while (const std::optional<ControlMessage> message = m_inbox->take(MessageKind::Want))
                m_inbox->send(message->from, MessageKind::Given, packed(serve(unpacked<Piece>(message->body))));
            while (count > 0 && m_inbox->take(until))
                --count;
            return count == 0;
        },
        [&] { return what; });
}

/// Process 0: the numbers, wherever they are.
Numbers Checkpointer::collect(const Piece& piece) {
    const int owner = ownerOf(piece.tensor);
    if (owner == m_process)
        return numbersOf(piece);
    m_inbox->send(owner, MessageKind::Want, packed(piece));
    return unpacked<Numbers>(await(MessageKind::Given, owner).body);
}

ControlMessage Checkpointer::await(MessageKind kind, int from) {
    return awaitMessage(*m_inbox, *m_waiter, kind, from, [&] {
        return say(phrase("engine", "a rank has waited for the training state of rank %1"),
                   m_processMap.lowestRankOn(from));
    });
}

void Checkpointer::save(const Progress& progress) {
    if (m_process == 0) {
        if (const Result<Done> written = write(progress); !written)
            giveUp(written.error());
        m_inbox->sendAll(MessageKind::Served, {});
        return;
    }
    serve(
        MessageKind::Served, 1, [this](const Piece& piece) { return numbersOf(piece); },
        say(phrase("engine", "a rank has waited for the training state to be saved")));
}

Result<Done> Checkpointer::write(const Progress& progress) {
    StateWriter writer(m_request->save, m_layout);
    Result<Done> good = writer.open(progress.steps);
    for (const Parameter& parameter : m_layout.parameters())
        forEachPiece(parameter, [&](const Piece& piece) {
            if (good)
                good = writer.write(parameter, piece.from, collect(piece));
        });
    if (!good)
        return good;
    return writer.finish({.model = m_request->model,
                          .optimizer = m_request->optimizer,
                          .precision = m_request->precision,
                          .seed = m_request->seed,
                          .data = m_request->data,
                          .textHash = m_corpus->hash(),
                          .validationShare = m_request->validation.share,
                          .progress = progress});
}

Progress Checkpointer::restore() { return m_process == 0 ? giveOut() : fetch(); }

/// Process 0: reads what belongs here, and what the others ask for.
Progress Checkpointer::giveOut() {
    const Result<Checkpoint> page = openCheckpoint(m_request->resume);
    if (!page)
        giveUp(page.error());
    StateReader reader;
    if (const Result<Done> opened = reader.open(m_request->resume, *page); !opened)
        giveUp(opened.error());
    const auto read = [&](const Piece& piece) {
        const Parameter& parameter = m_layout.parameters()[piece.tensor];
        const Result<Numbers> numbers = reader.read(parameter, piece.from, piece.count);
        if (!numbers)
            giveUp(numbers.error());
        return *numbers;
    };
    m_inbox->sendAll(MessageKind::Progress, Packer().put(page->progress));
    for (const Parameter& parameter : m_layout.parameters())
        if (m_stages->hosts(parameter.number))
            forEachPiece(parameter, [&](const Piece& piece) { m_stages->put(piece.tensor, piece.from, read(piece)); });
    serve(MessageKind::Served, m_processMap.processes - 1, read,
          say(phrase("engine", "rank 0 has waited for the others to take their training state")));
    return page->progress;
}

/// Another process: asks process 0 for what belongs here.
Progress Checkpointer::fetch() {
    const ControlMessage progress = await(MessageKind::Progress, 0);
    for (const Parameter& parameter : m_layout.parameters())
        if (m_stages->hosts(parameter.number))
            forEachPiece(parameter, [&](const Piece& piece) {
                m_inbox->send(0, MessageKind::Want, packed(piece));
                m_stages->put(piece.tensor, piece.from, unpacked<Numbers>(await(MessageKind::Given, 0).body));
            });
    m_inbox->send(0, MessageKind::Served, {});
    return unpacked<Progress>(progress.body);
}

} // namespace lanewright::engine
