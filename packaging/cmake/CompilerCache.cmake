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
