// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/model/plan.h"

#include <QObject>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace lanewright::app {

class Document;

/// A state of a schedule that somebody gave a name.
struct Variant {
    QString name = {};
    std::shared_ptr<const Plan> plan = {}; ///< not null

    friend bool operator==(const Variant&, const Variant&) = default;
};

/// The named states of the open schedule. They are snapshots as the history's are, but undoing, or editing on after an
/// undo, does not lose them. The session keeps them with the window, never the file.
///
/// No two have the same name, and none is empty.
class Variants : public QObject {
    Q_OBJECT

public:
    explicit Variants(Document& document, QObject* parent = nullptr);

    const std::vector<Variant>& all() const { return m_all; }
    int count() const { return static_cast<int>(m_all.size()); }
    /// The one whose plan is the present one; none where that has no name.
    std::optional<int> present() const;
    /// A name that none has yet: "Variant 3".
    QString freeName() const;

    /// Gives the present plan a name. A variant of that name takes it instead of its own.
    Result<Done> keep(const QString& name);
    /// The same of a plan that is not the present one. The name is not empty.
    void add(const QString& name, std::shared_ptr<const Plan> plan);
    /// The variant of that name; none where there is none.
    std::optional<int> named(const QString& name) const;
    /// Fails without a name, and with that of another variant.
    Result<Done> rename(int index, const QString& name);
    void remove(int index);
    /// Makes it the plan of the document, as one undo step.
    void goTo(int index);
    /// Takes over those that a session kept, in place of the present ones.
    void set(std::vector<Variant> variants);

Q_SIGNALS:
    void changed();

private:
    Document& m_document;
    std::vector<Variant> m_all;
};

} // namespace lanewright::app
