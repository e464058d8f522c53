// SPDX-License-Identifier: Apache-2.0
#include "core/api/lanewright.h"

#include "core/api/board/board.h"
#include "core/api/board/board_questions.h"
#include "core/api/question.h"
#include "core/base/caught.h"
#include "core/base/heartbeat.h"
#include "core/base/places.h"
#include "core/io/reading.h"
#include "core/io/schedule_json.h"
#include "core/lesson/lesson_json.h"
#include "core/simulate/simulate.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#if defined(__linux__)
#include <sys/mman.h>
#endif

struct lanewright_document {
    std::string text = {};
    std::optional<lanewright::Result<lanewright::Opened>> opened = {}; ///< what `text` holds, once it was read
    std::optional<lanewright::Timeline> simulated = {};                ///< that of a schedule, once spans were asked of
    std::map<std::string, std::weak_ptr<lanewright_document>> named = {};
    std::shared_ptr<lanewright::api::Board> board = {}; ///< null: none has begun
    int revision = 0;                                   ///< the board's, whose file `text` is

    void hold(std::string bytes) {
        text = std::move(bytes);
        opened.reset();
        simulated.reset();
    }
    /// Brings the text to where the board is.
    void follow() {
        if (board == nullptr || board->isLesson() || board->revision() == revision)
            return;
        hold(lanewright::planToJson(board->plan()));
        revision = board->revision();
    }
    /// What it holds, read once; `name` is what requests call it.
    const lanewright::Result<lanewright::Opened>& read(const std::string& name = {}) {
        follow();
        if (!opened)
            opened = lanewright::openBytes(name, text);
        return *opened;
    }
};

namespace lanewright::api {

namespace {

/// What stands before all that is given out, so that it can be freed without saying what it is.
struct alignas(std::max_align_t) HandedOut {
    std::shared_ptr<lanewright_document> document = {}; ///< none: plain bytes follow
};

/// Room for so many bytes behind a `HandedOut`; null without memory.
void* roomFor(std::size_t bytes, std::shared_ptr<lanewright_document> document = {}) {
    void* const room = std::malloc(sizeof(HandedOut) + bytes);
    return room == nullptr ? nullptr : new (room) HandedOut{std::move(document)} + 1;
}

/// Asks for large pages behind memory that nobody has written to: handing out pages of the usual size takes longer than
/// filling them. A wish, of no matter where the system refuses it.
void wantLargePages(void* memory, std::size_t bytes) {
#if defined(MADV_HUGEPAGE)
    constexpr std::size_t kPage = 2 << 20;
    const std::size_t before = -reinterpret_cast<std::uintptr_t>(memory) % kPage;
    if (memory != nullptr && bytes >= before + kPage)
        static_cast<void>(
            madvise(static_cast<char*>(memory) + before, (bytes - before) / kPage * kPage, MADV_HUGEPAGE));
#else
    static_cast<void>(memory);
    static_cast<void>(bytes);
#endif
}

HandedOut* behind(void* pointer) { return static_cast<HandedOut*>(pointer) - 1; }

std::shared_ptr<lanewright_document> documentOf(lanewright_document* handle) {
    return handle == nullptr ? nullptr : behind(handle)->document;
}

char* handedText(std::string_view text) {
    char* const copy = static_cast<char*>(roomFor(text.size() + 1));
    if (copy != nullptr)
        *std::copy(text.begin(), text.end(), copy) = '\0';
    return copy;
}

std::string objectOf(const std::function<void(json::Writer&)>& members) {
    json::Writer writer;
    writer.beginObject(json::Layout::Line);
    members(writer);
    writer.endObject();
    return writer.take();
}

/// Who asks in another language. The rule it guards: the hearer is never called twice at once, and once it has said so,
/// work stops.
class CallingAsker : public Asker {
public:
    CallingAsker(lanewright_document* document, lanewright_hearer hearer, void* context)
        : m_document(document), m_hearer(hearer), m_context(context) {}

    void remark(const std::string& file, const Error& error) const override {
        const std::string sentence = within(error.where, error.message).text();
        m_lastRemark = sentence;
        tell([&](json::Writer& writer) {
            writer.key("remark").string(sentence);
            writer.key("file").string(file);
        });
    }
    void progress(const std::string& line) const override {
        tell([&](json::Writer& writer) { writer.key("progress").string(line); });
    }
    void best(const std::function<void(json::Writer&)>& object) const override {
        tell([&](json::Writer& writer) { object(writer.key("best")); });
    }
    Result<Done> print(std::string_view text) const override {
        m_printed += text;
        return Done{};
    }
    void note(std::string_view text) const override { remark("", {text}); }
    Stops stops() const override {
        return {m_stop.get_token(), m_stop.get_token(),
                m_hearer == nullptr ? nullptr : heartbeat([this] { tell([](json::Writer&) {}); })};
    }
    bool wantsObject() const override { return false; }
    Result<std::string> bytes(const std::string& file) const override {
        if (const std::shared_ptr<lanewright_document> meant = documentNamed(file)) {
            meant->follow();
            return meant->text;
        }
        return file.empty() ? Error{"no file is named, and there is no document"} : Asker::bytes(file);
    }
    Result<Opened> open(const std::string& file) const override {
        const std::shared_ptr<lanewright_document> meant = documentNamed(file);
        if (meant == nullptr)
            return Asker::open(file);
        const Result<Opened>& opened = meant->read(file);
        if (const Plan* const plan = opened ? std::get_if<Plan>(&*opened) : nullptr)
            remarkKeys(file, *plan);
        return opened;
    }
    Result<Done> checkOutput(const std::string& file) const override {
        return outputNamed(file) ? Result<Done>{Done{}} : Asker::checkOutput(file);
    }
    Result<Done> write(const std::string& file, std::string_view written) const override {
        const std::shared_ptr<lanewright_document> meant = outputNamed(file);
        if (meant == nullptr)
            return Asker::write(file, written);
        meant->hold(std::string{written});
        meant->board.reset();
        meant->revision = 0;
        return Done{};
    }
    std::shared_ptr<Board>* board() const override { return m_document == nullptr ? nullptr : &m_document->board; }
    std::optional<std::string> textNamed(const std::string& name) const override {
        const std::shared_ptr<lanewright_document> meant = documentNamed(name);
        return meant == nullptr ? std::nullopt : std::optional(meant->text);
    }

    const std::string& printed() const { return m_printed; }
    const std::string& lastRemark() const { return m_lastRemark; }

private:
    /// The document that the name means, or null.
    std::shared_ptr<lanewright_document> documentNamed(const std::string& name) const {
        if (m_document == nullptr)
            return nullptr;
        if (name.empty())
            return {std::shared_ptr<void>{}, m_document};
        const auto named = m_document->named.find(name);
        return named == m_document->named.end() ? nullptr : named->second.lock();
    }
    /// The same of what is to be written, which no name asks for.
    std::shared_ptr<lanewright_document> outputNamed(const std::string& name) const {
        return name.empty() ? nullptr : documentNamed(name);
    }
    void tell(const std::function<void(json::Writer&)>& members) const {
        if (m_hearer == nullptr)
            return;
        const std::string event = objectOf(members);
        const std::scoped_lock one(m_mutex);
        if (m_hearer(event.c_str(), m_context) != 0)
            m_stop.request_stop();
    }

    lanewright_document* m_document;
    lanewright_hearer m_hearer;
    void* m_context;
    mutable std::mutex m_mutex = {};
    mutable std::stop_source m_stop = {};
    mutable std::string m_printed = {};
    mutable std::string m_lastRemark = {};
};

std::string refusal(Exit exit, const std::string& file, const Error& error) {
    return objectOf([&](json::Writer& writer) {
        writer.key("error").beginObject(json::Layout::Line);
        writer.key("sentence").string(error.message.text());
        writer.key("place").string(error.where.text());
        writer.key("file").string(file);
        writer.endObject();
        writer.key("exit").number(static_cast<int>(exit));
    });
}

/// A request without what says how it is to be answered.
struct Asked {
    const Question* question = nullptr;
    std::shared_ptr<void> request = {};
    std::string form = "json";
    CalledOptions called = {};

    Error inTheirWords(const Error& error) const {
        return {inWordsOf(called, *question, error.message), inWordsOf(called, *question, error.where)};
    }
};

/// What the request calls options of the question.
CalledOptions calledIn(const json::Node& root, const Question& question, Trouble& trouble) {
    CalledOptions called;
    const auto names = root.find("called");
    if (!names || !expect(*names, json::Kind::Object, trouble))
        return called;
    for (const json::Node name : names->children()) {
        if (std::ranges::find(question.options, name.key(), &Option::key) == question.options.end())
            trouble.add(say(phrase("file", "%1 has no such option"), question.name), name);
        called[std::string{name.key()}] = stringFrom(name, trouble);
    }
    return called;
}

Result<Asked> askedIn(std::string_view text, bool hasDocument) {
    const Result<json::Document> document = json::parse(text);
    if (!document)
        return document.error();
    const json::Node root = document->root();
    Trouble trouble;
    Asked asked;
    const auto ask = expect(root, json::Kind::Object, trouble) ? required(root, "ask", trouble) : std::nullopt;
    const std::string name = ask ? stringFrom(*ask, trouble) : "";
    if (const auto form = trouble ? std::nullopt : root.find("form"))
        asked.form = stringFrom(*form, trouble);
    if (trouble)
        return trouble.first();
    const Question* question = nullptr;
    for (const std::vector<Question>* list : {&questions(), &boardQuestions()})
        if (const auto found = std::ranges::find(*list, name, &Question::name); found != list->end())
            question = &*found;
    if (question == nullptr)
        return Error{"there is no question '" + name + "'", "ask"};
    if (asked.form != "json" && asked.form != "csv" && asked.form != "text")
        return Error{"must be json, csv or text", "form"};
    asked.question = question;
    asked.request = question->request();
    asked.called = calledIn(root, *question, trouble);
    if (trouble)
        return trouble.first();
    const Result<Done> read = readRequest(*question, root, hasDocument, asked.called, asked.request.get());
    return read ? Result<Asked>{asked} : asked.inTheirWords(read.error());
}

std::string answerTo(const Asked& asked, const CallingAsker& asker) {
    const Reply reply = asked.question->ask(asked.request.get(), asker);
    const auto& form = asked.form == "csv" ? reply.csv : asked.form == "text" ? reply.text : reply.json;
    if (reply.isPrinted)
        return asker.printed();
    if (form && (!reply.refusal || asked.form == "json"))
        return form();
    if (reply.refusal)
        return refusal(reply.exit, reply.refusal->file, asked.inTheirWords(reply.refusal->error));
    if (asker.lastRemark().empty())
        return refusal(Exit::Usage, "", {"this answer has no such form"});
    return refusal(reply.exit == Exit::Done ? Exit::Usage : reply.exit, "", {asker.lastRemark()});
}

std::string answer(lanewright_document* document, const char* request, lanewright_hearer hearer, void* context) {
    const Result<Asked> asked = askedIn(request == nullptr ? "" : request, document != nullptr);
    if (!asked)
        return refusal(Exit::Usage, "", asked.error());
    return answerTo(*asked, CallingAsker{document, hearer, context});
}

/// The rows of `lanewright_spans`; null without memory. Room is asked for as if every span were a pair: what is never
/// written to costs nothing, and a second look at all spans as much as a quarter of the work.
std::int64_t* spansOf(const Timeline& timeline, std::size_t& rows) {
    std::size_t most = 0;
    for (const Lane& lane : timeline.lanes)
        most += 2 * lane.size();
    const std::size_t bytes = most * LANEWRIGHT_COLUMNS * sizeof(std::int64_t);
    auto* const first = static_cast<std::int64_t*>(roomFor(bytes));
    wantLargePages(first, bytes);
    std::int64_t* row = first;
    for (std::size_t rank = 0; first != nullptr && rank < timeline.lanes.size(); ++rank)
        for (const Span& span : timeline.lanes[rank]) {
            std::int64_t pair = span.paired ? 1 : 0;
            for (const Op& op : opsIn(span)) {
                const std::int64_t columns[LANEWRIGHT_COLUMNS] = {static_cast<std::int64_t>(rank),
                                                                  static_cast<std::int64_t>(op.kind),
                                                                  op.stage,
                                                                  op.microbatch,
                                                                  op.part,
                                                                  pair,
                                                                  span.start,
                                                                  span.end};
                row = std::ranges::copy(columns, row).out;
                pair = 0;
            }
        }
    rows = static_cast<std::size_t>(row - first) / LANEWRIGHT_COLUMNS;
    return first;
}

/// What the document's op times are: simulated once, measured in the run itself. Null where it has none.
const Timeline* timelineIn(lanewright_document& document) {
    const Result<Opened>& opened = document.read();
    if (!opened)
        return nullptr;
    if (const Run* const run = std::get_if<Run>(&*opened)) {
        const StepRecord* const step = representativeStep(*run);
        return step == nullptr ? nullptr : &step->wall;
    }
    const Plan& plan = std::get<Plan>(*opened);
    if (!document.simulated && !plan.isProblem())
        document.simulated = simulate(plan.schedule, plan.costs);
    return document.simulated ? &*document.simulated : nullptr;
}

} // namespace
} // namespace lanewright::api

using namespace lanewright::api;

const char* lanewright_version(void) { return LANEWRIGHT_VERSION; }

lanewright_document* lanewright_open(const char* text) {
    const auto open = [text] {
        auto document = std::make_shared<lanewright_document>();
        document->text = text == nullptr ? "" : text;
        return static_cast<lanewright_document*>(roomFor(0, std::move(document)));
    };
    return lanewright::caught(open, [](const char* /*why*/) -> lanewright_document* { return nullptr; });
}

int lanewright_name(lanewright_document* document, const char* name, lanewright_document* other) {
    if (document == nullptr || name == nullptr)
        return 1;
    const auto call = [&] {
        documentOf(document)->named[name] = documentOf(other);
        return 1;
    };
    return lanewright::caught(call, [](const char* /*why*/) { return 0; });
}

char* lanewright_ask(lanewright_document* document, const char* request, lanewright_hearer hearer, void* context) {
    const auto ask = [&] { return handedText(answer(documentOf(document).get(), request, hearer, context)); };
    return lanewright::caught(ask, [](const char* /*why*/) {
        return handedText(
            R"({"error": {"sentence": "the system refused what this takes", "place": "", "file": ""}, "exit": 3})");
    });
}

int64_t* lanewright_spans(lanewright_document* document, size_t* rows) {
    std::size_t count = 0;
    const auto read = [&] {
        const auto asked = documentOf(document);
        const lanewright::Timeline* const timeline = asked == nullptr ? nullptr : timelineIn(*asked);
        return timeline == nullptr ? nullptr : spansOf(*timeline, count);
    };
    std::int64_t* const spans = lanewright::caught(read, [](const char* /*why*/) -> std::int64_t* { return nullptr; });
    if (rows != nullptr)
        *rows = count;
    return spans;
}

const char* lanewright_holds(lanewright_document* document) {
    const auto read = [document]() -> const char* {
        const auto asked = documentOf(document);
        if (asked != nullptr && lanewright::isLessonFile("", asked->text))
            return "lesson";
        if (asked == nullptr || !asked->read())
            return nullptr;
        return std::holds_alternative<lanewright::Run>(*asked->read()) ? "run" : "schedule";
    };
    return lanewright::caught(read, [](const char* /*why*/) -> const char* { return nullptr; });
}

char* lanewright_text(lanewright_document* document, size_t* size) {
    const auto asked = documentOf(document);
    if (asked != nullptr)
        asked->follow();
    if (size != nullptr)
        *size = asked == nullptr ? 0 : asked->text.size();
    return handedText(asked == nullptr ? std::string_view{} : asked->text);
}

void lanewright_free(void* pointer) {
    if (pointer == nullptr)
        return;
    behind(pointer)->~HandedOut();
    std::free(behind(pointer));
}
