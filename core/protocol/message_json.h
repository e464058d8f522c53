// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"
#include "core/io/json_writer.h"
#include "core/io/reading.h"

#include <cstddef>
#include <string>
#include <string_view>

/// Messages on their way from one program to another: the phrase with its arguments, so that the receiver can say it in
/// its user's language, and the English text beside it for whoever only reads; see section 2 of `engine/PROTOCOL.md`.
namespace lanewright {

template <typename Value>
struct Form;

/// @name The most that is read
/// @{
constexpr int kMaxMessageDepth = 16; ///< messages in the arguments of messages
constexpr int kMaxMessageArguments = 9;
constexpr std::size_t kMaxMessageLength = std::size_t{1} << 20; ///< characters of a text, its arguments filled in
/// @}

/// Writes a message; one that needs no translation is a string. What is nested deeper than can be read is written as
/// its English text.
void writeMessage(json::Writer& writer, const Message& message);
/// Reads a message, which keeps the words of its phrase. Notes what is none, or is more than the most above.
Message messageFrom(const json::Node& node, Trouble& trouble);

/// The two as a value of an object.
Form<Message> messageForm();

/// A message as a text of its own, on one line.
std::string messageToJson(const Message& message);
/// Fails as `messageFrom` does.
Result<Message> messageFromJson(std::string_view text);

} // namespace lanewright
