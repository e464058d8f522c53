# SPDX-License-Identifier: Apache-2.0
# Builds with -DLANEWRIGHT_UNITY=ON compile several sources of one folder as one: headers are read and templates made
# once for all of them, which halves the time of a clean build. quickstart, test and packages build so; the presets, for
# those who change a file at a time, compile each source by itself.
option(LANEWRIGHT_UNITY "Compile several sources of a folder as one: quicker from scratch, slower after a change" OFF)
set(LANEWRIGHT_UNITY_BUT "" CACHE STRING "Folders that are compiled source by source all the same: a pattern")

# lanewright_unity_folders(<target>): the target's sources in groups, folder by folder. Call it when all are listed.
function(lanewright_unity_folders target)
  if(NOT LANEWRIGHT_UNITY)
    return()
  endif()
  set(most 20) # sources of a group: so few that several cores have something to do
  get_target_property(sources ${target} SOURCES)
  set(folders)
  foreach(source ${sources})
    if(NOT source MATCHES "\\.cpp$")
      continue()
    endif()
    get_filename_component(folder ${source} ABSOLUTE)
    get_filename_component(folder ${folder} DIRECTORY)
    # The name of a group is the same in every clone, so that the compiler's cache knows it again.
    file(RELATIVE_PATH folder ${CMAKE_SOURCE_DIR} ${folder})
    if(LANEWRIGHT_UNITY_BUT AND folder MATCHES "${LANEWRIGHT_UNITY_BUT}")
      continue()
    endif()
    string(MAKE_C_IDENTIFIER "${folder}" key)
    list(APPEND folders ${key})
    list(APPEND sources_${key} ${source})
  endforeach()
  list(REMOVE_DUPLICATES folders)
  foreach(key ${folders})
    list(LENGTH sources_${key} count)
    math(EXPR groups "(${count} + ${most} - 1) / ${most}")
    set(at 0)
    foreach(source ${sources_${key}})
      math(EXPR group "${at} * ${groups} / ${count}")
      set_source_files_properties(${source} TARGET_DIRECTORY ${target} PROPERTIES UNITY_GROUP ${key}_${group})
      math(EXPR at "${at} + 1")
    endforeach()
  endforeach()
  # GCC takes what another source keeps to itself for a header's.
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-subobject-linkage>)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()
