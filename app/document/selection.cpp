// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/selection.h"

#include <utility>

namespace lanewright {

void Selection::clear() {
    if (m_ops.empty())
        return;
    m_ops.clear();
    Q_EMIT changed();
}

void Selection::set(const Op& op) { set({op}, op); }

void Selection::set(std::set<Op> ops, const Op& current) {
    if (ops == m_ops && current == m_current)
        return;
    m_ops = std::move(ops);
    m_current = current;
    Q_EMIT changed();
}

void Selection::toggle(const Op& op) {
    if (m_ops.erase(op) == 0) {
        m_ops.insert(op);
        m_current = op;
    } else if (m_current == op && !m_ops.empty()) {
        m_current = *m_ops.rbegin();
    }
    Q_EMIT changed();
}

void Selection::reveal(const Op& op) {
    set(op);
    Q_EMIT revealRequested();
}

} // namespace lanewright
