// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/variants.h"

#include "app/document/document.h"

#include <algorithm>
#include <utility>

namespace lanewright::app {

Variants::Variants(Document& document, QObject* parent) : QObject(parent), m_document(document) {
    // Those of another schedule are none of this one's.
    connect(&m_document, &Document::opened, this, [this] { set({}); });
}

std::optional<int> Variants::present() const {
    const Plan& plan = m_document.plan();
    for (int index = 0; index < count(); ++index) {
        const std::shared_ptr<const Plan>& kept = m_all[index].plan;
        if (kept.get() == &plan || *kept == plan)
            return index;
    }
    return {};
}

QString Variants::freeName() const {
    int number = count() + 1;
    while (named(tr("Variant %1").arg(number)))
        ++number;
    return tr("Variant %1").arg(number);
}

Result<Done> Variants::keep(const QString& name) {
    const QString word = name.trimmed();
    if (word.isEmpty())
        return Error{say(phrase("refusal", "a variant needs a name"))};
    add(word, m_document.sharedPlan());
    return Done{};
}

void Variants::add(const QString& name, std::shared_ptr<const Plan> plan) {
    if (const std::optional<int> index = named(name))
        m_all[*index].plan = std::move(plan);
    else
        m_all.push_back({.name = name, .plan = std::move(plan)});
    Q_EMIT changed();
}

Result<Done> Variants::rename(int index, const QString& name) {
    const QString word = name.trimmed();
    if (word.isEmpty())
        return Error{say(phrase("refusal", "a variant needs a name"))};
    if (const std::optional<int> other = named(word); other && *other != index)
        return Error{say(phrase("refusal", "another variant is called %1"), word.toStdString())};
    m_all[index].name = word;
    Q_EMIT changed();
    return Done{};
}

void Variants::remove(int index) {
    m_all.erase(m_all.begin() + index);
    Q_EMIT changed();
}

void Variants::goTo(int index) {
    const Variant variant = m_all[index];
    m_document.apply(tr("Go back to %1").arg(variant.name), Plan(*variant.plan), -1, Document::Change::MadeAnew);
}

void Variants::set(std::vector<Variant> variants) {
    if (variants.empty() && m_all.empty())
        return;
    m_all = std::move(variants);
    Q_EMIT changed();
}

std::optional<int> Variants::named(const QString& name) const {
    const auto found = std::ranges::find(m_all, name, &Variant::name);
    return found == m_all.end() ? std::nullopt : std::optional(static_cast<int>(found - m_all.begin()));
}

} // namespace lanewright::app
