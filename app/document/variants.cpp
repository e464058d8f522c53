// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/variants.h"

#include "app/document/document.h"

#include <algorithm>
#include <utility>

namespace lanewright::app {
namespace {

bool holds(const std::vector<Variant>& variants, const Variant& variant) {
    return std::ranges::find(variants, variant) != variants.end();
}

/// Changes the document's variants as those of `from` became those of `to`.
void carryOver(Document& document, const std::vector<Variant>& from, const std::vector<Variant>& to) {
    if (from == to)
        return;
    if (document.variants() == from)
        return document.setVariants(to);
    std::vector<Variant> all = document.variants();
    std::erase_if(all, [&](const Variant& each) { return holds(from, each) && !holds(to, each); });
    for (std::size_t place = 0; place < to.size(); ++place) {
        if (holds(from, to[place]) || holds(all, to[place]))
            continue;
        Variant variant = to[place];
        variant.name = freeNameLike(variant.name, all);
        all.insert(all.begin() + static_cast<std::ptrdiff_t>(std::min(place, all.size())), std::move(variant));
    }
    document.setVariants(std::move(all));
}

} // namespace

void VariantStep::undo(Document& document) const { carryOver(document, after, before); }

void VariantStep::redo(Document& document) const { carryOver(document, before, after); }

std::string freeNameLike(const std::string& name, const std::vector<Variant>& variants) {
    std::string free = name;
    for (int number = 2; std::ranges::find(variants, free, &Variant::name) != variants.end(); ++number)
        free = name + " " + std::to_string(number);
    return free;
}

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

Message Variants::misfits() const {
    const bool all = std::ranges::all_of(m_plans, [](const auto& plan) { return plan != nullptr; });
    return all ? Message() : leftOutVariants(m_document.wholePlan());
}

std::optional<int> Variants::indexOf(const Plan& plan) const {
    const auto isIt = [&](const auto& each) { return each && each->schedule.order == plan.schedule.order; };
    const auto found = std::ranges::find_if(m_plans, isIt);
    if (found == m_plans.end() || !sameProblem(**found, plan))
        return {};
    return static_cast<int>(found - m_plans.begin());
}

QString Variants::freeName() const {
    int number = count() + 1;
    while (named(tr("Variant %1").arg(number)))
        ++number;
    return tr("Variant %1").arg(number);
}

Result<Done> Variants::keep(const QString& name) { return keep(name, m_document.plan()); }

Result<Done> Variants::keep(const QString& name, const Plan& plan) {
    const std::optional<int> known = named(name.trimmed());
    const bool isIt = known && *m_document.variants()[*known].order == plan.schedule.order;
    Result<std::string> word = checkedName(name, isIt ? known : std::nullopt);
    if (!word)
        return word.error();
    if (plan.isProblem())
        return Error{say(phrase("refusal", "there is no order yet to be named"))};
    if (!sameProblem(plan, m_document.plan()))
        return Error{say(phrase("refusal", "%1 has costs, limits or a shape of its own, so it can't be a variant of "
                                           "this schedule: save it in a file of its own"),
                         *word)};
    std::vector<Variant> all = m_document.variants();
    if (!isIt)
        all.push_back(variantOf(plan, *std::move(word)));
    m_document.setVariants(std::move(all));
    return Done{};
}

Result<QString> Variants::keepLike(const QString& name, const Plan& plan) {
    if (const std::optional<int> known = indexOf(plan))
        return this->name(*known);
    const QString free = QString::fromStdString(freeNameLike(name.trimmed().toStdString(), m_document.variants()));
    if (const Result<Done> kept = keep(free, plan); !kept)
        return kept.error();
    return free;
}

Result<Done> Variants::rename(int index, const QString& name) {
    Result<std::string> word = checkedName(name, index);
    if (!word)
        return word.error();
    std::vector<Variant> all = m_document.variants();
    all[index].name = *std::move(word);
    m_document.setVariants(std::move(all));
    return Done{};
}

void Variants::setNote(int index, const QString& note) {
    std::vector<Variant> all = m_document.variants();
    all[index].note = note.simplified().toStdString();
    m_document.setVariants(std::move(all));
}

Result<std::string> Variants::checkedName(const QString& name, std::optional<int> index) const {
    const QString word = name.trimmed();
    if (word.isEmpty())
        return Error{say(phrase("refusal", "a variant needs a name"))};
    if (const std::optional<int> other = named(word); other && other != index)
        return Error{say(phrase("refusal", "another variant is called %1"), word.toStdString())};
    return word.toStdString();
}

void Variants::remove(int index) {
    std::vector<Variant> all = m_document.variants();
    all.erase(all.begin() + index);
    m_document.apply(tr("Remove the variant %1").arg(name(index)), std::move(all));
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
