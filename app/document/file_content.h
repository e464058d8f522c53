// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/analysis.h"
#include "core/base/result.h"
#include "core/explain/compare.h"
#include "core/model/plan.h"
#include "core/model/run.h"
#include "core/open/open_file.h"
#include "core/pytorch/csv.h"

#include <QByteArray>
#include <QString>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lanewright::app {

/// What a file holds that a document can show, with all that is known of it before anybody looks: made on any thread.
struct FileContent {
    std::shared_ptr<const Plan> plan = {};
    std::shared_ptr<const Analysis> analysis = {};       ///< what follows from the plan
    std::shared_ptr<const Run> run = {};                 ///< null: the file is no run
    std::shared_ptr<const Comparison> comparison = {};   ///< the run's step that is compared by itself; null: no run
    std::optional<std::vector<PytorchFinding>> csv = {}; ///< what there is to say of a CSV; none: it is none
    QByteArray stamp = {};                               ///< `stampOf` the file's text
};

/// What a file's text says, before anything follows from it.
struct ParsedContent {
    Opened opened;
    std::optional<std::vector<PytorchFinding>> csv = {}; ///< as in `FileContent`
};

/// Takes the text of the file at `path` for a schedule, a run or a PyTorch CSV. Fails as the readers of these do.
Result<ParsedContent> parseContent(const QString& path, const std::string& text);

/// Texts with the same stamp are the same: their SHA-1.
QByteArray stampOf(const std::string& text);

/// What there is to show of a run.
FileContent contentOf(Run run);

/// Reads and analyses what `parseContent` understands. Fails as that does, and where the file can't be read.
Result<FileContent> readContent(const QString& path);

/// Files from this size on are read on another thread, while the window says so; smaller ones are there at once.
constexpr qint64 kLargeFile = qint64{4} << 20;

} // namespace lanewright::app
