// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/check/validate.h"
#include "core/model/plan.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lanewright {

/// What kind of change a fix is; gentler ones come first.
enum class FixKind : std::uint8_t {
    Edit,  ///< an edit that a hand makes
    Anew,  ///< many ops are placed anew
    Limit, ///< the order stays, a limit is raised
};

/// A change that removes a finding, tried out before it is offered.
struct Fix {
    Message sentence = {}; ///< what it does: `Put B1.3 behind F1.3`
    Plan plan = {};        ///< what comes of it
    bool runs = false;     ///< every block of the result runs, so that its makespan is one of a whole
    FixKind kind = FixKind::Edit;
    Time makespan = 0;  ///< the result's, or that of what runs of it
    Time change = 0;    ///< how the makespan changes; negative is better
    int errorsLeft = 0; ///< findings of severity error that the result has
};

/// Whether there are changes that may remove findings of the code; a key that no version knows, for one, lies outside
/// of what an edit changes.
bool hasFixes(std::string_view code);

/// What would remove the finding, best first: with fewest errors left, then the gentler ones, then by makespan. Every
/// one is simulated and judged; what does not remove the finding, or makes more errors than there were, is not offered.
/// At most eight.
///
/// `finding` is one of `validate(plan)`; of any other nothing is offered.
std::vector<Fix> fixesOf(const Plan& plan, const Finding& finding);

} // namespace lanewright
