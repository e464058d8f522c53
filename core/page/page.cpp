// SPDX-License-Identifier: Apache-2.0
#include "core/page/page.h"

#include "core/io/schedule_json.h"
#include "core/model/block_ops.h"
#include "core/page/packed_text.h"
#include "core/page/page_data.h"
#include "core/page/page_document.h"

#include <cstdint>

namespace lanewright {

Result<std::string> pageOf(const Plan& plan, const Run* run, const PageLanguage& language) {
    if (plan.isProblem())
        return Error{say(phrase("page", "this is a problem without an order; there are no lanes to show"))};
    if (const std::int64_t blocks = blockCount(plan.schedule.order); blocks > kMostPageBlocks)
        return Error{
            say(phrase("page", "a page holds at most %1 blocks, and this schedule has %2"), kMostPageBlocks, blocks)};
    return pageDocument({.language = language.tag,
                         .data = packedText(pageData(plan, run, language)),
                         .schedule = withoutMarkup(planToJson(plan)),
                         .dictionary = packedText(withoutMarkup(language.dictionary))});
}

} // namespace lanewright
