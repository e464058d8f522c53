// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/message.h"

#include <cassert>
#include <utility>
#include <variant>

namespace lanewright {

/// One sentence a person can act on, and the place it speaks of: a path in a file (`order[2][5]`), a phrase such as
/// `kLineColumn` of `core/base/places.h`, or nothing.
struct Error {
    Message message;
    Message where = {};

    friend bool operator==(const Error&, const Error&) = default;
};

/// A value, or the reason why there is none. Reading the value of a failed result is a bug, not an error.
template <typename T>
class Result {
public:
    Result(T value) : m_state(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : m_state(std::in_place_index<1>, std::move(error)) {}

    bool ok() const { return m_state.index() == 0; }
    explicit operator bool() const { return ok(); }

    const T& operator*() const& { return assert(ok()), *std::get_if<0>(&m_state); }
    T& operator*() & { return assert(ok()), *std::get_if<0>(&m_state); }
    T&& operator*() && { return assert(ok()), std::move(*std::get_if<0>(&m_state)); }
    const T* operator->() const { return &**this; }
    T* operator->() { return &**this; }

    const Error& error() const { return assert(!ok()), *std::get_if<1>(&m_state); }

private:
    std::variant<T, Error> m_state;
};

/// What an action without a value returns.
struct Done {
    friend bool operator==(const Done&, const Done&) = default;
};

} // namespace lanewright
