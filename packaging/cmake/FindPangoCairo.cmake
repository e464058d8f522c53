# SPDX-License-Identifier: Apache-2.0
# Finds Pango with cairo, which writes PDF and PNG, as PkgConfig::PANGOCAIRO.
find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
  pkg_check_modules(PANGOCAIRO QUIET IMPORTED_TARGET pangocairo)
endif()
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(PangoCairo REQUIRED_VARS PANGOCAIRO_LIBRARIES VERSION_VAR PANGOCAIRO_VERSION)
