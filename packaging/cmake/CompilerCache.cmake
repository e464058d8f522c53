# SPDX-License-Identifier: Apache-2.0
# ccache, where it is there and nothing else was asked for. It serves every clone on the machine: paths within the clone
# count as relative ones, and what was precompiled as its text.
option(LANEWRIGHT_CCACHE "Compile through ccache where it is found" ON)
find_program(LANEWRIGHT_CCACHE_PROGRAM ccache)
mark_as_advanced(LANEWRIGHT_CCACHE_PROGRAM)
if(LANEWRIGHT_CCACHE AND LANEWRIGHT_CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(settings CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=1 CCACHE_SLOPPINESS=pch_defines,time_macros)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env ${settings} ${LANEWRIGHT_CCACHE_PROGRAM})
  set(CMAKE_CUDA_COMPILER_LAUNCHER ${CMAKE_CXX_COMPILER_LAUNCHER})
endif()

# lanewright_precompile(<target> <header>…): headers that the target's sources have read before they begin. Where an older
# precompiled header lies in the place of a new one, ccache must still see the text, else it finds what another clone made.
function(lanewright_precompile target)
  target_precompile_headers(${target} PRIVATE ${ARGN})
  set_source_files_properties(${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${target}.dir/cmake_pch.hxx.cxx PROPERTIES
    COMPILE_OPTIONS "$<$<CXX_COMPILER_ID:GNU>:-fno-pch-preprocess>")
endfunction()
