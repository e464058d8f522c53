// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/asker.h"
#include "core/io/fields.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

/// Whatever the program can be asked: a request goes in, an answer comes out, both plain values with a table of their
/// members. The command line makes its options and what it prints from these tables, other languages their JSON.
namespace lanewright::api {

/// Where a member of a request stands.
using Slot =
    std::variant<std::string*, bool*, int*, double*, std::uint64_t*, std::optional<int>*, std::optional<double>*,
                 std::optional<std::uint64_t>*, std::vector<int>*, std::vector<std::string>*>;

/// What a shell completes where a word is to come.
enum class Completes : std::uint8_t { Files, Generators, Models, Clusters };

/// A row of the table of a request.
struct Option {
    std::string names = {}; ///< as a person types them: `-o,--output`; of an argument told by its place `FILE`
    std::string words = {}; ///< what it is; what counts without it stands in parentheses
    std::function<Slot(void*)> slot = {};
    bool isRequired = false;
    std::vector<std::string> choices = {};                   ///< all that it takes, where these are few words
    double least = -std::numeric_limits<double>::infinity(); ///< a number, or each of a list
    double most = std::numeric_limits<double>::infinity();
    char delimiter = 0;                  ///< between the parts of a list that is given as one word; 0: it can't be
    std::vector<std::string> needs = {}; ///< refused without these options, by their first long names
    std::vector<std::string> excludes = {};
    Completes completes = Completes::Files;

    /// The key in JSON: `memory_limit` of `--memory-limit`, `file` of `FILE`.
    std::string key() const;
    /// What it takes in JSON: `text`, `number`, `real`, `flag`, `texts` or `numbers`.
    std::string_view kind() const;
    bool isArgument() const { return !names.starts_with('-'); }

    /// @name The same row, said more about
    /// @{
    Option required() &&;
    Option oneOf(std::vector<std::string> words) &&;
    Option range(double from, double to) &&;
    Option separatedBy(char letter) &&;
    Option with(std::string other) &&;
    Option without(std::vector<std::string> others) &&;
    Option completing(Completes what) &&;
    /// @}
};

/// A row for a member of a request R: a pointer to it, or of a member's member `memberOf`.
template <typename R, typename Member>
Option option(const std::string& names, Member member, const std::string& words) {
    using Value = std::remove_reference_t<std::invoke_result_t<Member, R&>>;
    return {.names = names, .words = words, .slot = [member](void* request) {
                return Slot{request ? &std::invoke(member, *static_cast<R*>(request)) : static_cast<Value*>(nullptr)};
            }};
}

/// What came of a question. Its texts are made when they are asked for.
struct Reply {
    Exit exit = Exit::Done;
    std::function<std::string()> text = {}; ///< for people
    std::function<std::string()> json = {}; ///< one object, without a line end
    std::function<std::string()> csv = {};  ///< where rows are the answer
    std::optional<Refusal> refusal = {};    ///< why there is no answer, or none for people
    bool isPrinted = false;                 ///< the standard output holds the file that was asked for, and nothing else
};

/// The standard output holds the file that was asked for; there is nothing more to say.
Reply printedFile(Exit exit = Exit::Done);
/// No answer.
Reply refused(Exit exit, std::string file, Error error);
/// No order can be what was asked for: an object whose `feasible` is false, for people a refusal.
Reply infeasible(std::string file, const Error& error);

/// Refused where two files can't be put where they are wanted: both on the standard output, or beside the answer there.
std::optional<Reply> refusedOutputs(const std::string& output, const std::string& other, const Asker& asker);

/// An answer with the table of its members, its words for people and, where it has any, its rows.
template <typename A>
Reply answered(A answer, const Fields<A>& fields, const Units& units, std::string (*text)(const A&),
               Exit exit = Exit::Done, std::string (*csv)(const A&) = nullptr) {
    const auto shared = std::make_shared<const A>(std::move(answer));
    Reply reply{.exit = exit,
                .text = [shared, text] { return text(*shared); },
                .json =
                    [shared, &fields, units] {
                        json::Writer writer;
                        writeObject(writer, fields, *shared, units, json::Layout::Lines);
                        return writer.take();
                    }};
    if (csv != nullptr)
        reply.csv = [shared, csv] { return csv(*shared); };
    return reply;
}

/// `output`: the file that was written, or null. `member` gives its name, empty where there is none.
template <typename A, typename Member>
Field<A> outputField(Member member) {
    return {"output", "the file that was written, or null", [member](const A& answer) {
                const std::string file = std::invoke(member, answer);
                return file.empty() ? std::nullopt : std::optional{file};
            }};
}

/// A question with its request.
struct Question {
    std::string name = {};
    std::string words = {};  ///< what it is about, in a line
    std::string footer = {}; ///< more about it, with examples as a person types them
    std::vector<Option> options = {};
    FieldNotes members = {}; ///< what the answer says in JSON
    bool hasCsv = false;
    std::function<std::shared_ptr<void>()> request = {}; ///< a new one, as it is without any option
    std::function<Reply(const void*, const Asker&)> ask = {};
};

/// A question with a request R, which is a plain struct, the function that answers it, and the table of the answer.
template <typename R, typename A>
Question question(const std::string& name, const std::string& words, const std::string& footer,
                  const std::vector<Option>& options, Reply (*ask)(const R&, const Asker&), const Fields<A>& members) {
    Question question{
        .name = name,
        .words = words,
        .footer = footer,
        .options = options,
        .request = [] { return std::make_shared<R>(); },
        .ask = [ask](const void* request, const Asker& asker) { return ask(*static_cast<const R*>(request), asker); }};
    addNotes(question.members, members);
    return question;
}

/// All questions, in the order in which the command line lists them.
const std::vector<Question>& questions();

/// Other names of options than their keys, by these: those of who asks, in requests and in sentences.
using CalledOptions = std::map<std::string, std::string>;

/// The message in the words of who asks: with the names of the question's options that he has for them.
Message inWordsOf(const CalledOptions& called, const Question& question, const Message& message);

/// Puts the members of an object, but for `ask`, `form` and `called`, into a request by the table of its question; null
/// is as if the member were left out. Fails, with the place, on a key that the question does not have, on a value of
/// another kind, outside its range or none of its words, on options that exclude each other, and where one is missing
/// that it can't do without; `hasDocument` gives the first argument.
Result<Done> readRequest(const Question& question, const json::Node& object, bool hasDocument,
                         const CalledOptions& called, void* request);

} // namespace lanewright::api
