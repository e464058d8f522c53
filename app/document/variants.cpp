// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/variants.h"

#include "app/document/document.h"

#include <algorithm>
#include <utility>

namespace lanewright::app {

Variants::Variants(Document& document, QObject* parent) : QObject(parent), m_document(document) {
    connect(&m_document, &Document::variantsChanged, this, &Variants::follow);
    connect(&m_document, &Document::opened, this, &Variants::follow);
    connect(&m_document, &Document::changed, this, &Variants::followProblem);
    follow();
}

void Variants::follow() {
    std::vector<std::shared_ptr<const Plan>> before = std::exchange(m_plans, {});
    const bool had = !before.empty();
    // Who has looked at a plan knows it again.
    if (!m_problem || !sameProblem(*m_problem, m_document.plan()))
        before.clear();
    m_problem = m_document.sharedPlan();
    for (const Variant& variant : m_document.variants()) {
        const auto known = std::ranges::find_if(
            before, [&](const auto& plan) { return plan && plan->schedule.order == *variant.order; });
        m_plans.push_back(known != before.end()       ? *known
                          : fits(variant, *m_problem) ? std::make_shared<const Plan>(planOf(variant, *m_problem))
                                                      : nullptr);
    }
    if (had || !m_plans.empty())
        Q_EMIT changed();
}

void Variants::followProblem() {
    if (!m_plans.empty() && !sameProblem(*m_problem, m_document.plan()))
        follow();
}

QString Variants::name(int index) const { return QString::fromStdString(m_document.variants()[index].name); }

Message Variants::misfits() const {
    const bool all = std::ranges::all_of(m_plans, [](const auto& plan) { return plan != nullptr; });
    return all ? Message() : leftOutVariants(m_document.wholePlan());
}

std::optional<int> Variants::present() const {
    for (int index = 0; index < count(); ++index)
        if (m_plans[index] && m_plans[index]->schedule.order == m_document.schedule().order)
            return index;
    return {};
}

QString Variants::freeName() const {
    int number = count() + 1;
    while (named(tr("Variant %1").arg(number)))
        ++number;
    return tr("Variant %1").arg(number);
}

Result<Done> Variants::keep(const QString& name) { return keep(name, m_document.plan()); }

Result<Done> Variants::keep(const QString& name, const Plan& plan) {
    const QString word = name.trimmed();
    if (word.isEmpty())
        return Error{say(phrase("refusal", "a variant needs a name"))};
    if (plan.isProblem())
        return Error{say(phrase("refusal", "there is no order yet to be named"))};
    if (!sameProblem(plan, m_document.plan()))
        return Error{say(phrase("refusal", "%1 has costs, limits or a shape of its own, so it can't be a variant of "
                                           "this schedule: save it in a file of its own"),
                         word.toStdString())};
    std::vector<Variant> all = m_document.variants();
    Variant variant = variantOf(plan, word.toStdString());
    if (const std::optional<int> index = named(word))
        all[*index].order = std::move(variant.order);
    else
        all.push_back(std::move(variant));
    m_document.setVariants(std::move(all));
    return Done{};
}

Result<Done> Variants::rename(int index, const QString& name) {
    const QString word = name.trimmed();
    if (word.isEmpty())
        return Error{say(phrase("refusal", "a variant needs a name"))};
    if (const std::optional<int> other = named(word); other && *other != index)
        return Error{say(phrase("refusal", "another variant is called %1"), word.toStdString())};
    std::vector<Variant> all = m_document.variants();
    all[index].name = word.toStdString();
    m_document.setVariants(std::move(all));
    return Done{};
}

void Variants::remove(int index) {
    std::vector<Variant> all = m_document.variants();
    all.erase(all.begin() + index);
    m_document.setVariants(std::move(all));
}

void Variants::goTo(int index) {
    if (!m_plans[index])
        return;
    Plan next = m_document.plan();
    next.schedule.order = m_plans[index]->schedule.order;
    m_document.apply(tr("Go back to %1").arg(name(index)), std::move(next));
}

std::optional<int> Variants::named(const QString& name) const {
    const auto found = std::ranges::find(m_document.variants(), name.toStdString(), &Variant::name);
    return found == m_document.variants().end()
               ? std::nullopt
               : std::optional(static_cast<int>(found - m_document.variants().begin()));
}

} // namespace lanewright::app
