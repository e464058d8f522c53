# SPDX-License-Identifier: Apache-2.0
# Finds the header of z3's C API. The library is opened when a proof is wanted, where it is there.
find_path(Z3_INCLUDE_DIR z3.h)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Z3 REQUIRED_VARS Z3_INCLUDE_DIR)
mark_as_advanced(Z3_INCLUDE_DIR)
