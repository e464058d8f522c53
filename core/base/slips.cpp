// SPDX-License-Identifier: Apache-2.0
#include "core/base/slips.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace lanewright {

int slipsBetween(std::string_view a, std::string_view b) {
    std::vector<int> last;
    std::vector<int> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j)
        row[j] = static_cast<int>(j);
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::vector<int> next{static_cast<int>(i) + 1};
        for (std::size_t j = 0; j < b.size(); ++j) {
            int slips = std::min({row[j] + (a[i] == b[j] ? 0 : 1), row[j + 1] + 1, next[j] + 1});
            if (i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j])
                slips = std::min(slips, last[j - 1] + 1);
            next.push_back(slips);
        }
        last = std::exchange(row, std::move(next));
    }
    return row.back();
}

} // namespace lanewright
