// SPDX-License-Identifier: Apache-2.0
#include "core/trace/chrome_events.h"

#include "core/model/totals.h"
#include "core/trace/json_stream.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace lanewright {

namespace {

using Token = JsonStream::Token;

constexpr std::int64_t kEventsBetweenReports = 1 << 14;
/// Until the year 2039 as counted from 1970, so that sums and differences of two times have room.
constexpr Time kMostNanoseconds = Time{2'200'000'000'000'000'000};

bool isOver(Token token) { return token == Token::Cut || token == Token::Wrong || token == Token::End; }

bool isScalar(Token token) { return token == Token::String || token == Token::Number || token == Token::Bool; }

/// Reads over the rest of the value. Gives its first token, or the failure that ended the text.
Token skipped(JsonStream& json, Token token) { return json.skip(token) ? token : json.next(); }

/// The members of the object whose bracket was read: `read` gets each key and the first token of its value, and gives
/// the last one. Gives EndObject, or what ended the text. `key` is room for them.
Token readMembers(JsonStream& json, std::string& key, const auto& read) {
    Token token = json.next();
    while (token == Token::Key) {
        key = json.text();
        token = read(key, json.next());
        if (!isOver(token))
            token = json.next();
    }
    return token;
}

/// The event's `args`, of which lists and objects are read over. Gives the token that ended it.
Token readArguments(JsonStream& json, ChromeEvent& event, std::string& room) {
    return readMembers(json, room, [&](std::string& key, Token token) {
        if (!isScalar(token))
            return skipped(json, token);
        if (event.argumentCount == event.arguments.size())
            event.arguments.emplace_back();
        auto& [own, value] = event.arguments[event.argumentCount++];
        own.swap(key);
        value = json.text();
        return token;
    });
}

void setTime(const std::string& text, Time& time, bool& timed) {
    const std::optional<Time> read = nanosecondsOf(text);
    time = read.value_or(0);
    timed = read.has_value();
}

void setField(std::string_view key, const std::string& text, ChromeEvent& event) {
    if (key == "ph")
        event.phase = text.empty() ? '\0' : text.front();
    else if (key == "name")
        event.name = text;
    else if (key == "cat")
        event.category = text;
    else if (key == "pid")
        event.process = text;
    else if (key == "tid")
        event.thread = text;
    else if (key == "ts")
        setTime(text, event.start, event.timed);
    else if (key == "dur") {
        setTime(text, event.duration, event.lasts);
        event.duration = std::min(event.duration, kMaxTime);
    }
}

/// The event whose bracket was read. Gives EndObject, or what ended the text. `room` is for the keys of arguments,
/// which millions of events share.
Token readEvent(JsonStream& json, ChromeEvent& event, std::string& room) {
    event.phase = 0;
    event.name.clear();
    event.category.clear();
    event.process.clear();
    event.thread.clear();
    event.start = event.duration = 0;
    event.timed = false;
    event.lasts = true;
    event.argumentCount = 0;
    event.where = json.where();
    std::string own;
    return readMembers(json, own, [&](const std::string& key, Token token) {
        if (key == "args" && token == Token::BeginObject)
            return readArguments(json, event, room);
        if (!isScalar(token))
            return skipped(json, token);
        setField(key, json.text(), event);
        return token;
    });
}

struct EventReader {
    JsonStream* json;
    TraceBytes* bytes;
    const std::function<bool(const ChromeEvent&)>* take;
    const TraceControl* control;
    std::int64_t total = 0;
    ChromeHeader header = {};
    ChromeEvent event = {};
    std::string room = {}; ///< for keys of arguments
    bool found = false;    ///< a list of events began
    bool enough = false;
    bool stopped = false;

    /// The list whose bracket was read. Gives EndArray, or what ended the text.
    Token readEvents() {
        found = true;
        Token token = json->next();
        while (token == Token::BeginObject) {
            token = readEvent(*json, event, room);
            if (token != Token::EndObject)
                return token;
            if (++header.events % kEventsBetweenReports == 0) {
                if (control->progress)
                    control->progress(bytes->position(), total);
                stopped = control->stop.stop_requested();
            }
            enough = !(*take)(event);
            if (enough || stopped)
                return Token::EndArray;
            token = json->next();
        }
        return token;
    }

    /// The members of an object inside another: only those that stand directly in it.
    Token readDistributed() {
        std::string own;
        return readMembers(*json, own, [&](const std::string& key, Token token) {
            if (!isScalar(token))
                return skipped(*json, token);
            int number = -1;
            const std::string& text = json->text();
            const bool isNumber = std::from_chars(text.data(), text.data() + text.size(), number).ec == std::errc{};
            if (key == "rank" && isNumber)
                header.rank = number;
            else if (key == "world_size" && isNumber)
                header.worldSize = number;
            else if (key == "backend")
                header.backend = text;
            return token;
        });
    }

    void setHeader(std::string_view key, const std::string& text) {
        if (key == "baseTimeNanoseconds") {
            std::from_chars(text.data(), text.data() + text.size(), header.base);
            header.base = std::clamp<Time>(header.base, 0, kMostNanoseconds);
        }
        if (key == "host_name")
            header.host = text;
        header.kineto |= key == "baseTimeNanoseconds" || key == "schemaVersion" || key == "deviceProperties";
    }

    /// The object whose bracket was read, up to its end, or as far as anybody wants to read.
    Token readObject() {
        Token token = json->next();
        while (token == Token::Key) {
            const std::string key = json->text();
            token = json->next();
            if (key == "traceEvents" && token == Token::BeginArray) {
                token = readEvents();
                if (enough || stopped || token != Token::EndArray)
                    return token;
            } else if (key == "distributedInfo" && token == Token::BeginObject) {
                header.kineto = true;
                token = readDistributed();
            } else if (isScalar(token)) {
                setHeader(key, json->text());
            } else {
                token = skipped(*json, token);
            }
            if (isOver(token))
                return token;
            token = json->next();
        }
        return token;
    }
};

Error notChrome(const JsonStream& json) {
    return {say(phrase("trace", "this is no list of trace events, nor an object with `traceEvents`")), json.where()};
}

/// Nothing where it is no number, or out of range.
std::optional<Time> nanosecondsOfReal(std::string_view microseconds) {
    double value = 0;
    const char* const end = microseconds.data() + microseconds.size();
    if (std::from_chars(microseconds.data(), end, value).ptr != end ||
        !(value < static_cast<double>(kMostNanoseconds) / 1000))
        return {};
    return static_cast<Time>(std::llround(value * 1000));
}

/// The same, digit by digit: exact where a double is not.
std::optional<Time> nanosecondsOfDecimal(std::string_view microseconds) {
    const std::size_t point = std::min(microseconds.find('.'), microseconds.size());
    Time value = 0;
    const auto push = [&](char digit) {
        if (digit < '0' || digit > '9' || value > kMostNanoseconds / 10)
            return false;
        value = value * 10 + (digit - '0');
        return true;
    };
    for (const char digit : microseconds.substr(0, point))
        if (!push(digit))
            return {};
    const std::string_view fraction = microseconds.substr(std::min(point + 1, microseconds.size()));
    for (std::size_t at = 0; at < 3; ++at)
        if (!push(at < fraction.size() ? fraction[at] : '0'))
            return {};
    if (fraction.size() > 3 && fraction[3] >= '5')
        ++value;
    return value > kMostNanoseconds ? std::nullopt : std::optional(value);
}

} // namespace

std::optional<std::string_view> ChromeEvent::argument(std::string_view key) const {
    for (std::size_t at = 0; at < argumentCount; ++at)
        if (arguments[at].first == key)
            return arguments[at].second;
    return {};
}

std::optional<std::int64_t> ChromeEvent::number(std::string_view key) const {
    const auto text = argument(key);
    std::int64_t value = 0;
    if (!text || std::from_chars(text->data(), text->data() + text->size(), value).ptr != text->data() + text->size())
        return {};
    return value;
}

Result<ChromeHeader> readChromeEvents(const std::string& path, const std::function<bool(const ChromeEvent&)>& take,
                                      const TraceControl& control) {
    Result<TraceBytes> bytes = TraceBytes::open(path, control.stop);
    if (!bytes)
        return bytes.error();
    JsonStream json{*bytes};
    EventReader reader{.json = &json, .bytes = &*bytes, .take = &take, .control = &control, .total = sizeOfFile(path)};
    Token token = json.next();
    if (token == Token::BeginArray)
        token = reader.readEvents();
    else if (token == Token::BeginObject)
        token = reader.readObject();
    else if (!isOver(token))
        return notChrome(json);
    if (reader.stopped || control.stop.stop_requested())
        return Error{say(phrase("trace", "stopped"))};
    if (reader.enough)
        return reader.header;
    const bool isCut = token == Token::Cut || token == Token::End;
    if (!reader.found && isCut && !bytes->trouble().empty())
        return Error{bytes->trouble(), json.where()};
    if (token == Token::Wrong)
        return json.error();
    if (!reader.found)
        return notChrome(json);
    if (isCut)
        reader.header.cut = json.error().message;
    else if (token != Token::EndArray && token != Token::EndObject)
        return Error{say(phrase("trace", "a trace event must be an object")), json.where()};
    return reader.header;
}

std::optional<Time> nanosecondsOf(std::string_view text) {
    const bool negative = text.starts_with('-');
    if (negative || text.starts_with('+'))
        text.remove_prefix(1);
    if (text.empty() || (text.front() != '.' && (text.front() < '0' || text.front() > '9')))
        return {};
    const bool hasExponent = text.find_first_of("eE") != std::string_view::npos;
    const std::optional<Time> value = hasExponent ? nanosecondsOfReal(text) : nanosecondsOfDecimal(text);
    return value && negative ? -*value : value;
}

} // namespace lanewright
