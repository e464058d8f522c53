# SPDX-License-Identifier: Apache-2.0
# Holds the sources against the map of the house. Run as: cmake -DHOUSE=<root> -P house.cmake
#
# 1. Includes go down: a folder includes only what its entry here names (and itself).
# 2. A third-party library is included only where it lives.
# 3. Every source file says its licence in the first line.
# 4. Labels and message boxes are made where words are kept from being taken for markup.
# 5. What core's errors say is a phrase, which can be translated; core/cli speaks to terminals, in English only.

cmake_minimum_required(VERSION 3.25)

set(down_core_base "")
set(down_core_model core/base)
set(down_core_analyse core/base core/model)
set(down_core_edit ${down_core_analyse} core/analyse)
set(down_core_generate ${down_core_analyse} core/analyse)
set(down_core_program ${down_core_analyse} core/analyse)
set(down_core_io ${down_core_program} core/program)
set(down_core_client ${down_core_io} core/io)
set(down_core_solve ${down_core_analyse} core/analyse core/generate)
set(down_core_lesson ${down_core_client} core/edit core/generate)
set(down_core_plan ${down_core_client} core/client core/generate core/solve)
set(down_core_cli ${down_core_client} core/edit core/generate core/client core/lesson core/plan core/solve)
set(whole_core ${down_core_client} core/edit core/generate core/client core/lesson core/plan core/solve)

set(down_engine_device ${whole_core})
set(down_engine_kernels ${whole_core} engine/device)
set(down_engine_channel ${whole_core} engine/device)
set(down_engine_accelerator ${whole_core} engine/device)
set(down_engine_cuda ${whole_core} engine/device engine/accelerator)
set(down_engine_gpt ${whole_core} engine/device engine/kernels engine/accelerator)
set(down_engine_run ${whole_core} engine/device engine/kernels engine/accelerator engine/channel engine/gpt)
set(down_engine_main ${down_engine_run} engine/run)

set(down_app_document ${whole_core})
set(down_app_timeline ${whole_core} app/document)
set(down_app_plots ${whole_core} app/document app/timeline)
set(down_app_run ${whole_core} app/document)
set(down_app_panels ${whole_core} app/document app/timeline app/plots app/run)
set(down_app_lesson ${down_app_panels} app/panels)
set(down_app_planner ${down_app_panels} app/panels)
set(down_app_shell ${down_app_lesson} app/lesson app/planner)

# <what an include line says> <folders or files where it may stand>
set(homes
  "qcustomplot\\.h" "app/plots"
  "nlohmann/" "core/io"
  "CLI/|CLI11" "core/cli/parser\\.cpp"
  "z3.*" "core/solve"
  "mpi\\.h" "engine/channel"
  "dnnl" "engine/kernels"
  "cuda.*|cublas.*|cupti\\.h|nccl\\.h|nvtx3/.*" "engine/cuda"
  "Q[A-Z][A-Za-z]+|Qt[A-Z].*" "app/.*"
  "sys/.*|spawn\\.h|unistd\\.h|poll\\.h" "core/io|core/client|core/cli|engine/.*|app/.*"
)

file(GLOB_RECURSE sources RELATIVE ${HOUSE} ${HOUSE}/core/*.h ${HOUSE}/core/*.cpp ${HOUSE}/engine/*.h
     ${HOUSE}/engine/*.cpp
     ${HOUSE}/engine/*.cu ${HOUSE}/app/*.h ${HOUSE}/app/*.cpp)
list(LENGTH sources count)
if(count LESS 40)
  message(FATAL_ERROR "only ${count} sources found under ${HOUSE}: this check looks at the wrong place")
endif()
set(bad 0)

foreach(source IN LISTS sources)
  string(REGEX MATCH "^[a-z]+/[a-z]+" room ${source})
  string(REPLACE "/" "_" key ${room})
  if(NOT DEFINED down_${key})
    message("${source}: the map does not know the folder ${room}")
    math(EXPR bad "${bad} + 1")
    continue()
  endif()
  file(STRINGS ${HOUSE}/${source} first LIMIT_COUNT 1)
  if(NOT first MATCHES "^// SPDX-License-Identifier: ")
    message("${source}:1: the licence line is missing")
    math(EXPR bad "${bad} + 1")
  endif()

  if(room MATCHES "^core/" AND NOT room STREQUAL "core/cli")
    file(READ ${HOUSE}/${source} content)
    foreach(words IN ITEMS "[ \n]*\"" "std::to_string" "std::string{\"" "[A-Za-z.()]+ [+] \"")
      if(content MATCHES "(Error{|rouble(\\.|->)add\\()${words}[^\n]*")
        message("${source}: ${CMAKE_MATCH_0} … is no phrase")
        math(EXPR bad "${bad} + 1")
      endif()
    endforeach()
  endif()

  if(room MATCHES "^app/" AND NOT source STREQUAL "app/document/plain_words.cpp")
    file(READ ${HOUSE}/${source} content)
    if(content MATCHES "new QLabel\\(|new QMessageBox|QMessageBox [a-z]+\\(|QMessageBox::(question|warning|information|critical)\\(")
      message("${source}: ${CMAKE_MATCH_0} … is made in app/document/plain_words.h")
      math(EXPR bad "${bad} + 1")
    endif()
  endif()

  file(STRINGS ${HOUSE}/${source} includes REGEX "^ *# *include ")
  foreach(line IN LISTS includes)
    string(REGEX REPLACE "^ *# *include *[<\"]([^>\"]+)[>\"].*" "\\1" header "${line}")
    if(header MATCHES "^(core|engine|app)/[a-z]+")
      set(target ${CMAKE_MATCH_0})
      if(NOT target STREQUAL room AND NOT target IN_LIST down_${key})
        message("${source}: includes ${header}, which is not below ${room}")
        math(EXPR bad "${bad} + 1")
      endif()
    else()
      set(rest ${homes})
      while(rest)
        list(POP_FRONT rest pattern home)
        if(header MATCHES "^(${pattern})" AND NOT room MATCHES "^(${home})$" AND NOT source MATCHES "^(${home})$")
          message("${source}: includes ${header}, which lives in ${home}")
          math(EXPR bad "${bad} + 1")
        endif()
      endwhile()
    endif()
  endforeach()
endforeach()

if(bad)
  message(FATAL_ERROR "${bad} lines do not fit the map of the house")
endif()
message(STATUS "${count} sources fit the map of the house")
