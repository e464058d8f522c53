// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/file_fields.h"
#include "core/lesson/lesson.h"

#include <string>
#include <vector>

/// The words of a `*.lwlesson`: its own paragraphs, and all it says in other languages.
namespace lanewright {

/// Texts that may be given as one text or as a list of them.
Form<std::vector<std::string>> textsForm();

/// The member `in`: words by language. A language with some hints but not as many as the lesson is trouble, as are
/// unknown keys and languages that are no two or three small letters. Nothing is written where there is no other
/// language.
FileField<Lesson> translationsField();

} // namespace lanewright
