// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <z3.h>

/// z3's C API, opened when it is first asked for, so that programs run without it. What is called has been there, as it
/// is, since z3 4.8; the header that we are compiled with and the library that is opened may be of different releases.
namespace lanewright::z3 {

// clang-format off
#define LANEWRIGHT_Z3_CALLS(CALL) \
    CALL(mk_config) CALL(del_config) CALL(mk_context) CALL(del_context) CALL(set_error_handler) CALL(get_error_code) \
    CALL(interrupt) CALL(mk_int_sort) CALL(mk_bool_sort) CALL(mk_string_symbol) CALL(mk_const) CALL(mk_int64) \
    CALL(mk_true) CALL(mk_sub) CALL(mk_ge) CALL(mk_not) CALL(mk_or) CALL(mk_params) CALL(params_inc_ref) \
    CALL(params_dec_ref) CALL(params_set_bool) CALL(params_set_uint) CALL(mk_simple_solver) \
    CALL(mk_solver_for_logic) CALL(solver_inc_ref) CALL(solver_dec_ref) CALL(solver_set_params) CALL(solver_assert) \
    CALL(solver_check) CALL(solver_get_model) CALL(model_inc_ref) CALL(model_dec_ref) CALL(model_eval) \
    CALL(get_bool_value)
// clang-format on

// NOLINTNEXTLINE(bugprone-macro-parentheses): it is the name of a variable.
#define LANEWRIGHT_Z3_CALL(name) inline decltype(&::Z3_##name) name = nullptr;
LANEWRIGHT_Z3_CALLS(LANEWRIGHT_Z3_CALL)
#undef LANEWRIGHT_Z3_CALL

/// Opens z3 the first time: the library that LANEWRIGHT_Z3 names and no other; else that of Python's package
/// `z3-solver` where it is installed beside this program or library; else the system's. False where there is none, or
/// one that lacks a call; nothing may be called then.
bool isThere();

} // namespace lanewright::z3
