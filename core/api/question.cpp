// SPDX-License-Identifier: Apache-2.0
#include "core/api/question.h"

#include "core/api/table.h"
#include "core/base/joined_by.h"
#include "core/base/option_names.h"
#include "core/io/quoted_text.h"
#include "core/io/reading.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace lanewright::api {

namespace {

/// Reads a number from `Option::least` to `Option::most` of the kind of the slot.
template <typename Number>
Number numberFrom(const json::Node& node, const Option& option, Trouble& trouble) {
    if constexpr (std::is_same_v<Number, int>) {
        constexpr double kMost = std::numeric_limits<int>::max();
        return integerFrom(node, static_cast<int>(std::max(option.least, -kMost)),
                           static_cast<int>(std::min(option.most, kMost)), trouble);
    } else if constexpr (std::is_same_v<Number, std::uint64_t>) {
        return unsignedFrom(node, trouble);
    } else {
        const double number = realFrom(node, trouble);
        if (!(number >= option.least && number <= option.most))
            trouble.add(say(phrase("file", "must be a number from %1 to %2"), printed("%g", option.least),
                            printed("%g", option.most)),
                        node);
        return number;
    }
}

void readWord(const json::Node& node, const Option& option, std::string& word, Trouble& trouble) {
    // Numbers may be said as such: what a person types is text all the same.
    word = node.kind() == json::Kind::Number ? std::string{node.text()} : stringFrom(node, trouble);
    if (!trouble && word.empty())
        trouble.add("is empty; leave it out where it says nothing", node);
    if (trouble || option.choices.empty() || std::ranges::find(option.choices, word) != option.choices.end())
        return;
    addNoneOf(joinedBy(", ", option.choices), word, node, trouble);
}

/// Puts the value where the option stands.
struct Reader {
    const json::Node& node;
    const Option& option;
    Trouble& trouble;

    void operator()(std::string* word) const {
        // A list of numbers as a person types it.
        if (node.kind() != json::Kind::Array)
            return readWord(node, option, *word, trouble);
        for (const json::Node item : node.children()) {
            std::string part;
            readWord(item, option, part, trouble);
            word->append(word->empty() ? "" : ",").append(part);
        }
        if (!trouble && word->empty())
            trouble.add("is empty; leave it out where it says nothing", node);
    }
    void operator()(bool* flag) const { *flag = boolFrom(node, trouble); }
    template <typename Number>
    void operator()(Number* number) const {
        *number = numberFrom<Number>(node, option, trouble);
    }
    template <typename Number>
    void operator()(std::optional<Number>* number) const {
        *number = numberFrom<Number>(node, option, trouble);
    }
    template <typename Item>
    void operator()(std::vector<Item>* list) const {
        if (!expect(node, json::Kind::Array, trouble))
            return;
        for (const json::Node item : node.children())
            std::visit(
                [&](auto* slot) {
                    Reader{item, option, trouble}(slot);
                },
                std::variant<Item*>(&list->emplace_back()));
    }
};

std::string longNameOf(const Option& option) { return option.names.substr(option.names.find("--")); }

} // namespace

std::string Option::key() const {
    std::string key = isArgument() ? names : longNameOf(*this).substr(2);
    for (char& letter : key)
        letter = letter == '-' ? '_' : static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    return key;
}

std::string_view Option::kind() const {
    struct Name {
        std::string_view operator()(std::string*) const { return "text"; }
        std::string_view operator()(bool*) const { return "flag"; }
        std::string_view operator()(double*) const { return "real"; }
        std::string_view operator()(std::optional<double>*) const { return "real"; }
        std::string_view operator()(std::vector<std::string>*) const { return "texts"; }
        std::string_view operator()(std::vector<int>*) const { return "numbers"; }
        std::string_view operator()(void*) const { return "number"; }
    };
    return std::visit(Name{}, slot(nullptr));
}

Option Option::required() && {
    isRequired = true;
    return std::move(*this);
}

Option Option::oneOf(std::vector<std::string> all) && {
    choices = std::move(all);
    return std::move(*this);
}

Option Option::range(double from, double to) && {
    least = from;
    most = to;
    return std::move(*this);
}

Option Option::separatedBy(char letter) && {
    delimiter = letter;
    return std::move(*this);
}

Option Option::with(std::string other) && {
    needs.push_back(std::move(other));
    return std::move(*this);
}

Option Option::without(std::vector<std::string> others) && {
    excludes = std::move(others);
    return std::move(*this);
}

Option Option::completing(Completes what) && {
    completes = what;
    return std::move(*this);
}

Reply printedFile(Exit exit) { return {.exit = exit, .isPrinted = true}; }

Reply refused(Exit exit, std::string file, Error error) {
    return {.exit = exit, .refusal = Refusal{std::move(file), std::move(error)}};
}

Reply infeasible(std::string file, const Error& error) {
    Reply reply = refused(Exit::No, std::move(file), error);
    reply.json = [error] {
        static const Fields<Error> kFields = {
            {"feasible", "whether there is such an order", [](const Error&) { return false; }},
            {"reason", "why there is none", &Error::message},
            {"where", "what of the file says so", &Error::where}};
        json::Writer writer;
        writeObject(writer, kFields, error, {}, json::Layout::Lines);
        return writer.take();
    };
    return reply;
}

std::optional<Reply> refusedOutputs(const std::string& output, const std::string& other, const Asker& asker) {
    if (isStandardOutput(output) && isStandardOutput(other))
        return refused(Exit::Usage, "", {"schedule and cluster can't both go to the standard output; name one file"});
    for (const std::string& name : {output, other})
        if (const Result<Done> writable = asker.checkOutput(name); !writable)
            return refused(Exit::Usage, name, writable.error());
    return {};
}

namespace {

std::string nameOf(const Option& option, const CalledOptions& called) {
    const auto name = called.find(option.key());
    return name == called.end() ? option.key() : name->second;
}

/// Whether a person types the option so: by a short or long name, or an argument by what stands in its place.
bool isTyped(const Option& option, std::string_view name) {
    return ("," + option.names + ",").find("," + std::string{name} + ",") != std::string::npos;
}

/// Puts the members into the request, and gives the keys of those that say something.
std::set<std::string> takeMembers(const Question& question, const json::Node& object, const CalledOptions& called,
                                  void* request, Trouble& trouble) {
    std::set<std::string> given;
    for (const json::Node member : object.children()) {
        if (member.key() == "ask" || member.key() == "form" || member.key() == "called")
            continue;
        const auto option =
            std::ranges::find(question.options, member.key(), [&](const Option& each) { return nameOf(each, called); });
        if (option == question.options.end()) {
            trouble.add(say(phrase("file", "%1 has no such option"), question.name), member);
            continue;
        }
        if (member.isNull())
            continue;
        given.insert(option->key());
        std::visit([&](auto* slot) { Reader{member, *option, trouble}(slot); }, option->slot(request));
    }
    return given;
}

/// Holds what is given against what goes with what.
void checkTogether(const Question& question, const json::Node& object, const std::set<std::string>& given,
                   bool hasDocument, Trouble& trouble) {
    const auto isGiven = [&](const std::string& name) {
        return std::ranges::any_of(question.options, [&](const Option& each) {
            return !each.isArgument() && longNameOf(each) == name && given.contains(each.key());
        });
    };
    for (const Option& option : question.options) {
        const bool isDocument = hasDocument && option.isArgument() && &option == &question.options.front();
        if (!given.contains(option.key())) {
            if (option.isRequired && !isDocument)
                trouble.add(say(phrase("file", "%1 needs the option %2"), question.name, optionNamed(option.names)),
                            object);
            continue;
        }
        for (const std::string& other : option.needs)
            if (!isGiven(other))
                trouble.add(say(phrase("file", "%1 goes with %2"), optionNamed(longNameOf(option)), optionNamed(other)),
                            object);
        for (const std::string& other : option.excludes)
            if (isGiven(other))
                trouble.add(
                    say(phrase("file", "%1 does not go with %2"), optionNamed(longNameOf(option)), optionNamed(other)),
                    object);
    }
}

} // namespace

Message inWordsOf(const CalledOptions& called, const Question& question, const Message& message) {
    return withOptionsCalled(message, [&](std::string_view typed) {
        const auto option =
            std::ranges::find_if(question.options, [&](const Option& each) { return isTyped(each, typed); });
        return option == question.options.end() ? std::string{typed} : nameOf(*option, called);
    });
}

Result<Done> readRequest(const Question& question, const json::Node& object, bool hasDocument,
                         const CalledOptions& called, void* request) {
    Trouble trouble;
    if (!expect(object, json::Kind::Object, trouble))
        return trouble.first();
    const std::set<std::string> given = takeMembers(question, object, called, request, trouble);
    checkTogether(question, object, given, hasDocument, trouble);
    return trouble ? Result<Done>{trouble.first()} : Done{};
}

} // namespace lanewright::api
