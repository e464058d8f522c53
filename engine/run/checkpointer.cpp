// SPDX-License-Identifier: Apache-2.0
#include "engine/run/checkpointer.h"

#include <algorithm>

namespace lanewright::engine {

namespace {

/// The whole model as one stage, however it is cut in this run.
ParameterLayout wholeModel(const ModelSpec& model) {
    return ParameterLayout(model, shapeOf({.layers = model.layers}, 1, 0));
}

[[noreturn]] void giveUp(const Error& error) {
    whereabouts().op.reset();
    fail(error.message.text() + (error.where.empty() ? "" : " (" + error.where + ")"));
}

Packer packedNumbers(const Numbers& numbers) {
    Packer letter;
    for (const std::vector<float>& kind : numbers)
        letter.put(kind);
    return letter;
}

Numbers numbersFrom(const Letter& letter) {
    Unpacker unpacker(letter.body);
    Numbers numbers;
    for (std::vector<float>& kind : numbers)
        kind = unpacker.list<float>();
    return numbers;
}

} // namespace

Checkpointer::Checkpointer(const RunRequest& request, const Corpus& corpus, const Seating& seating, int seat,
                           StageHost& stages, Mailroom& mailroom, Waiter& waiter)
    : m_request(&request), m_corpus(&corpus), m_seating(seating), m_seat(seat), m_stages(&stages),
      m_mailroom(&mailroom), m_waiter(&waiter), m_layout(wholeModel(request.model)) {}

/// The seat of the first direction's copy; twins are equal.
int Checkpointer::ownerOf(int tensor) const {
    const Placement& placement = m_request->plan.schedule.placement;
    int stage = placement.stages() - 1;
    for (; stage > 0; --stage) {
        const ParameterLayout layout(m_request->model, shapeOf(m_request->model, placement.stages(), stage));
        if (!layout.parameters().empty() && layout.parameters().front().number <= tensor)
            break;
    }
    return m_seating.of(placement.rankOf(0, stage));
}

template <typename Visit>
void Checkpointer::forEachPiece(const Parameter& parameter, Visit visit) const {
    for (std::int64_t from = 0; from < parameter.size(); from += kPiece)
        visit(Piece{parameter.number, from, std::min(kPiece, parameter.size() - from)});
}

Numbers Checkpointer::numbersOf(const Piece& piece) {
    return m_stages->numbersOf(piece.tensor, piece.from, piece.count);
}

/// Answers what others want until `count` letters of the kind have come.
template <typename Serve>
void Checkpointer::serve(LetterKind until, int count, Serve serve, const std::string& what) {
    m_waiter->until(
        [&] {
            while (const std::optional<Letter> letter = m_mailroom->take(LetterKind::Want))
                m_mailroom->tell(letter->from, LetterKind::Given,
                                 packedNumbers(serve(Unpacker(letter->body).get<Piece>())));
            while (count > 0 && m_mailroom->take(until))
                --count;
            return count == 0;
        },
        [&] { return what; });
}

/// Seat 0: the numbers, wherever they are.
Numbers Checkpointer::collect(const Piece& piece) {
    const int owner = ownerOf(piece.tensor);
    if (owner == m_seat)
        return numbersOf(piece);
    m_mailroom->tell(owner, LetterKind::Want, std::move(Packer().put(piece)));
    return numbersFrom(await(LetterKind::Given, owner));
}

Letter Checkpointer::await(LetterKind kind, int from) {
    std::optional<Letter> letter;
    m_waiter->until(
        [&] {
            letter = m_mailroom->take(kind, from);
            return letter.has_value();
        },
        [&] {
            return "a rank has waited for the training state of rank " + std::to_string(m_seating.speakerOf(from));
        });
    return *std::move(letter);
}

void Checkpointer::save(const Progress& progress) {
    if (m_seat == 0) {
        if (const Result<Done> written = write(progress); !written)
            giveUp(written.error());
        m_mailroom->tellAll(LetterKind::Served, {});
        return;
    }
    serve(
        LetterKind::Served, 1, [this](const Piece& piece) { return numbersOf(piece); },
        "a rank has waited for the training state to be saved");
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

Progress Checkpointer::restore() { return m_seat == 0 ? giveOut() : fetch(); }

/// Seat 0: reads what belongs here, and what the others ask for.
Progress Checkpointer::giveOut() {
    const Result<Checkpoint> page = openCheckpoint(m_request->resume);
    if (!page)
        giveUp(page.error());
    StateReader reader;
    if (const Result<Done> opened = reader.open(m_request->resume, *page); !opened)
        giveUp(opened.error());
    const auto read = [&](const Piece& piece) {
        const Parameter& parameter = m_layout.parameters()[static_cast<std::size_t>(piece.tensor)];
        const Result<Numbers> numbers = reader.read(parameter, piece.from, piece.count);
        if (!numbers)
            giveUp(numbers.error());
        return *numbers;
    };
    m_mailroom->tellAll(LetterKind::Progress, Packer().put(page->progress));
    for (const Parameter& parameter : m_layout.parameters())
        if (m_stages->hosts(parameter.number))
            forEachPiece(parameter, [&](const Piece& piece) { m_stages->put(piece.tensor, piece.from, read(piece)); });
    serve(LetterKind::Served, m_seating.seats - 1, read,
          "rank 0 has waited for the others to take their training state");
    return page->progress;
}

/// Another seat: asks seat 0 for what belongs here.
Progress Checkpointer::fetch() {
    const Letter progress = await(LetterKind::Progress, 0);
    for (const Parameter& parameter : m_layout.parameters())
        if (m_stages->hosts(parameter.number))
            forEachPiece(parameter, [&](const Piece& piece) {
                m_mailroom->tell(0, LetterKind::Want, std::move(Packer().put(piece)));
                m_stages->put(piece.tensor, piece.from, numbersFrom(await(LetterKind::Given, 0)));
            });
    m_mailroom->tell(0, LetterKind::Served, {});
    return Unpacker(progress.body).get<Progress>();
}

} // namespace lanewright::engine
