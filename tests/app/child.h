// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <QVariant>
#include <QWidget>

#include <cstdlib>
#include <iostream>

namespace lanewright::app {

/// What `parent` holds of that type, and of that name where one is given; it is there.
template <typename T>
T& child(const QObject& parent, const char* name = nullptr) {
    T* found = parent.findChild<T*>(name ? QString::fromLatin1(name) : QString());
    if (!found) {
        std::cerr << "no child " << T::staticMetaObject.className() << ' ' << (name ? name : "") << '\n';
        std::abort();
    }
    return *found;
}

/// What the label or button of that name says; empty where it is hidden.
inline QString shownText(const QObject& parent, const char* name) {
    const QWidget& widget = child<QWidget>(parent, name);
    return widget.isHidden() ? QString() : widget.property("text").toString();
}

} // namespace lanewright::app
