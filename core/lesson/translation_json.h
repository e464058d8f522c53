// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/json_writer.h"
#include "core/io/reading.h"
#include "core/lesson/lesson.h"

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

/// The words of a `*.lwlesson`: its own paragraphs, and all it says in other languages.
namespace lanewright {

/// Texts that may be given as one text or as a list of them.
std::vector<std::string> textsIn(const json::Node& object, std::string_view key, Trouble& trouble);
void writeTexts(json::Writer& writer, std::string_view key, const std::vector<std::string>& texts);

/// The member `in`: words by language. `hints` is how many hints the lesson has; a language with some but not as many
/// is trouble, as are unknown keys and languages that are no two or three small letters.
std::map<std::string, LessonText> translationsIn(const json::Node& root, std::size_t hints, Trouble& trouble);
/// Writes nothing where there is no other language.
void writeTranslations(json::Writer& writer, const std::map<std::string, LessonText>& in);

} // namespace lanewright
