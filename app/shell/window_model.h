// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document.h"
#include "app/document/lower_bounds.h"
#include "app/document/selection.h"
#include "app/document/variants.h"
#include "app/frame/autosave.h"
#include "app/frame/settings.h"
#include "app/lanes/time_range.h"
#include "app/run/job_watch.h"
#include "app/run/plan_again.h"
#include "app/run/run_controller.h"
#include "app/run/run_store.h"
#include "app/run/solve_job.h"

namespace lanewright::app {

/// What a window is about, without any widget: it goes on as it is when the widgets are made anew.
struct WindowModel {
    Settings settings;
    Document document;
    LowerBounds bounds{document};
    Variants variants{document};
    Selection selection;
    TimeRange range;
    RunController runs{document};
    JobWatch watch;
    RunStore store{document};
    PlanAgain again;
    SolveJob solving;
    Autosave autosave{document};
};

} // namespace lanewright::app
