# SPDX-License-Identifier: Apache-2.0
# Holds the sources against the map of the house. Run as: cmake -DHOUSE=<root> -P house.cmake
#
# 1. Includes go down: a folder includes only what its entry here names (and itself).
# 2. A third-party library is included only where it lives.
# 3. Every source file says its licence in the first line.
# 4. Labels and message boxes are made where words are kept from being taken for markup.
# 5. What core's errors say is a phrase, which can be translated; core/cli speaks to terminals, in English only.
# 6. No folder holds more than 45 sources, and no room more than a fifth of its house.
# 7. No two headers have the same name, and none is included outside the folders that it says it is for.

cmake_minimum_required(VERSION 3.25)

set(down_core_base "")
set(down_core_model core/base)
set(down_core_simulate core/base core/model)
set(down_core_io core/base core/model)
set(down_core_sequence ${down_core_simulate} core/simulate)
set(down_core_explain ${down_core_simulate} core/simulate)
set(down_core_bounds ${down_core_sequence} core/sequence)
set(down_core_check ${down_core_explain} core/explain)
set(down_core_edit ${down_core_check} core/check)
set(down_core_generate ${down_core_bounds} core/bounds)
set(down_core_solve ${down_core_generate} core/check core/generate)
set(down_core_program ${down_core_simulate} core/simulate core/check)
set(down_core_pytorch ${down_core_simulate} core/simulate core/check core/io)
set(down_core_page ${down_core_check} core/check core/sequence core/bounds core/io)
set(down_core_protocol ${down_core_io} core/io core/program)
set(down_core_lesson ${down_core_edit} core/edit core/generate core/bounds core/sequence core/solve core/io)
set(down_core_client ${down_core_protocol} core/protocol core/simulate core/pytorch)
set(down_core_trace ${down_core_client} core/client core/check core/explain core/sequence core/bounds core/generate)
set(down_core_open ${down_core_trace} core/trace core/pytorch core/program)
set(down_core_planner ${down_core_solve} core/solve core/io core/client)
set(down_core_measured ${down_core_solve} core/solve core/edit core/io core/client core/protocol)
set(whole_core ${down_core_lesson} core/bounds core/sequence core/solve core/program core/pytorch core/open core/protocol
    core/client core/measured core/planner core/lesson core/page core/trace)
set(down_core_cli ${whole_core})

set(down_engine_device core/base core/model)
set(down_engine_kernels core/model engine/device)
set(down_engine_channel core/base engine/device)
set(down_engine_accelerator core/base core/model core/program core/protocol engine/device)
set(down_engine_cuda core/base core/protocol engine/device engine/accelerator)
set(down_engine_gpt core/base core/model engine/device engine/kernels engine/accelerator)
set(down_engine_ranks core/base core/model core/program core/protocol engine/device engine/channel engine/gpt)
set(down_engine_run ${down_engine_ranks} core/check core/io engine/ranks)
set(down_engine_cpu ${down_engine_ranks} core/simulate engine/kernels engine/ranks engine/run)
set(down_engine_gpu ${down_engine_ranks} core/io engine/accelerator engine/ranks engine/run)
set(down_engine_main ${down_engine_gpu} engine/cpu engine/gpu)

set(down_app_document ${whole_core})
set(down_app_lanes ${whole_core} app/document)
set(down_app_timeline ${whole_core} app/document app/lanes)
set(down_app_picture ${whole_core} app/document app/lanes)
set(down_app_plots ${whole_core} app/document app/lanes)
set(down_app_run ${whole_core} app/document)
set(down_app_widgets ${whole_core} app/document)
set(down_app_panels ${whole_core} app/document app/lanes app/plots app/run app/widgets)
set(down_app_dialogs ${down_app_panels} app/timeline app/panels app/picture)
set(down_app_lesson ${down_app_panels} app/timeline app/panels app/picture)
set(down_app_planner ${down_app_panels} app/timeline app/panels)
set(down_app_job ${down_app_panels})
set(down_app_frame ${whole_core} app/document app/lanes app/timeline app/run app/widgets)
set(down_app_shell ${down_app_frame} app/frame app/picture app/plots app/panels app/dialogs app/job app/lesson app/planner)

# <what an include line says> <folders or files where it may stand>
set(homes
  "qcustomplot\\.h" "app/plots"
  "nlohmann/" "core/io"
  "zlib\\.h" "core/trace"
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

# How many sources a folder, a room and a house hold.
foreach(source IN LISTS sources)
  if(source MATCHES "^app/translations/")
    continue()
  endif()
  get_filename_component(folder ${source} DIRECTORY)
  string(REGEX MATCH "^[a-z]+/[a-z]+" room ${source})
  string(REGEX MATCH "^[a-z]+" house ${source})
  list(APPEND folders ${folder})
  list(APPEND rooms ${room})
  foreach(place IN ITEMS folder_${folder} room_${room} house_${house})
    if(NOT DEFINED sources_of_${place})
      set(sources_of_${place} 0)
    endif()
    math(EXPR sources_of_${place} "${sources_of_${place}} + 1")
  endforeach()
endforeach()
list(REMOVE_DUPLICATES folders)
list(REMOVE_DUPLICATES rooms)
foreach(folder IN LISTS folders)
  if(sources_of_folder_${folder} GREATER 45)
    message("${folder}: ${sources_of_folder_${folder}} sources are more than 45")
    math(EXPR bad "${bad} + 1")
  endif()
endforeach()
foreach(room IN LISTS rooms)
  string(REGEX MATCH "^[a-z]+" house ${room})
  math(EXPR fifths "5 * ${sources_of_room_${room}} - ${sources_of_house_${house}}")
  if(fifths GREATER 0)
    message("${room}: ${sources_of_room_${room}} sources are more than a fifth of ${house}'s ${sources_of_house_${house}}")
    math(EXPR bad "${bad} + 1")
  endif()
endforeach()

# The folders that a header is for: "Inside core/generate and core/solve only."
set(names)
foreach(source IN LISTS sources)
  if(NOT source MATCHES "\\.h$")
    continue()
  endif()
  get_filename_component(name ${source} NAME)
  if(name IN_LIST names)
    message("${source}: there is another header ${name}")
    math(EXPR bad "${bad} + 1")
  endif()
  list(APPEND names ${name})
  file(READ ${HOUSE}/${source} content)
  if(content MATCHES "Inside ([a-z/]+)( and ([a-z/]+))?[ \n/]+only")
    string(MAKE_C_IDENTIFIER ${source} key)
    set(inside_${key} ${CMAKE_MATCH_1} ${CMAKE_MATCH_3})
  endif()
endforeach()

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

  if(room MATCHES "^app/" AND NOT source STREQUAL "app/document/plain_text.cpp")
    file(READ ${HOUSE}/${source} content)
    if(content MATCHES "new QLabel\\(|new QMessageBox|QMessageBox [a-z]+\\(|QMessageBox::(question|warning|information|critical)\\(")
      message("${source}: ${CMAKE_MATCH_0} … is made in app/document/plain_text.h")
      math(EXPR bad "${bad} + 1")
    endif()
  endif()

  file(STRINGS ${HOUSE}/${source} includes REGEX "^ *# *include ")
  foreach(line IN LISTS includes)
    string(REGEX REPLACE "^ *# *include *[<\"]([^>\"]+)[>\"].*" "\\1" header "${line}")
    if(header MATCHES "^(core|engine|app)/[a-z]+")
      set(target ${CMAKE_MATCH_0})
      string(MAKE_C_IDENTIFIER ${header} header_key)
      if(DEFINED inside_${header_key} AND NOT room IN_LIST inside_${header_key})
        message("${source}: includes ${header}, which is for ${inside_${header_key}} only")
        math(EXPR bad "${bad} + 1")
      endif()
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
