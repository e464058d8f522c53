// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/protocol/protocol.h"

#include "engine/accelerator/device.h"
#include "engine/ranks/inbox.h"
#include "engine/ranks/process_map.h"

#include <string>
#include <vector>

namespace lanewright::engine {

/// A process's part in choosing the algorithms of products: all processes compute by the same, and whoever goes on from
/// a state computes as the run that saved it. They lie beside the state, in `products.txt`, as `Device::timeProducts`
/// says them. All processes make each call; a failure throws `Failure`.
class ProductChooser {
public:
    /// `times`: the quickest are to be found. What process 0 wants counts.
    ProductChooser(const RunRequest& request, Device& device, const ProcessMap& processMap, int process, bool times,
                   Inbox& inbox);

    /// From here on products are computed by what lies beside the state that training goes on from.
    void adoptKept();
    /// From here on products that were computed since are computed by the quickest. `stream` has nothing to do. False
    /// when that is not wanted.
    bool adoptQuickest(Stream stream);
    /// Process 0 puts them beside the state that was saved, where there may be those of another training.
    void keep() const;

private:
    template <typename Value>
    Value await(int from);
    void adopt(const std::string& choices);
    std::string gather(const std::string& own);

    const RunRequest* m_request;
    Device* m_device;
    const ProcessMap* m_processMap;
    int m_process;
    bool m_times;
    Inbox* m_inbox;
    std::string m_choices; ///< those in force; empty: none
};

/// What several processes found, in the order of the processes: the first line of each product.
std::string mergeChoices(const std::vector<std::string>& choices);

} // namespace lanewright::engine
