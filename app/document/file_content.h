// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/analysis.h"
#include "core/base/result.h"
#include "core/io/pytorch_csv.h"
#include "core/io/run_json.h"
#include "core/model/plan.h"

#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace lanewright {

/// What a file holds that a document can show, with all that is known of it before anybody looks: made on any thread.
struct FileContent {
    std::shared_ptr<const Plan> plan = {};
    std::shared_ptr<const Analysis> analysis = {};       ///< of the plan
    std::shared_ptr<const Run> run = {};                 ///< null: the file is no run
    std::optional<std::vector<PytorchFinding>> csv = {}; ///< what there is to say of a CSV; none: it is none
};

/// Reads a schedule, a run or a PyTorch CSV. Fails as the readers of these do.
Result<FileContent> readContent(const QString& path);

/// Files from this size on are read on another thread, while the window says so; smaller ones are there at once.
constexpr qint64 kLargeFile = qint64{4} << 20;

} // namespace lanewright
