# SPDX-License-Identifier: Apache-2.0
# The board's module: core as WebAssembly, behind core/api/lanewright.h, for pages that are edited in a browser. It is compiled
# by clang for WASI, from the sources of the library that need no file, process, socket or thread; what its C++ library lacks
# is in packaging/wasi. The sources of a room are compiled as one, and what all of them read first is read once.
set(LANEWRIGHT_BOARD AUTO CACHE STRING "Build the module of the board in a browser: ON, OFF, or AUTO: where clang for WebAssembly is found")
set_property(CACHE LANEWRIGHT_BOARD PROPERTY STRINGS AUTO ON OFF)

# What pages ask, and what that needs: the questions are those of core/api/module.
set(board_rooms base bounds check edit explain generate io lesson model open page pytorch sequence simulate solve api)
set(board_others core/measured/profile/shared_cores.cpp core/picture/block_name.cpp core/picture/colours.cpp)
# What opens files, starts programs or waits for others; what no page asks; and what is for the desktop's eyes alone.
set(board_but
  base/allocation base/heartbeat base/own_folder base/system_reason
  check/message_replay check/transport
  edit/bubble_fixes edit/cost_table edit/microbatch_fields edit/order_text edit/replicate edit/table_text edit/transfer_fields
  explain/compare explain/kernel_times explain/op_lines explain/playback_query explain/search
  io/chrome_trace io/files io/recorder_json io/run_json io/span_json
  lesson/judge lesson/lesson_facts lesson/lesson_solve lesson/made/[a-z_]+ lesson/same_problem lesson/shelf lesson/stretch_lesson
  open/holds_traces
  page/course_page page/course_texts page/figure_panel page/packed_text page/page page/page_document page/page_language
  pytorch/csv_check[a-z_]* pytorch/csv_costs pytorch/csv_launch pytorch/csv_messages
  solve/proof/[a-z0-9_]+
  api/bound api/causes api/check_proof api/compare[a-z_]* api/convert api/costs api/edit/block api/edit/edit api/frameworks/[a-z_]+
  api/generate/sweep[a-z_]* api/hang_verdicts api/import api/kernels_text api/lesson/[a-z_]+ api/list_gpus api/measured
  api/plan/[a-z_]+ api/question_list api/render api/run/[a-z_]+ api/simulate api/validate)
set(board_instead
  core/api/module/list_none.cpp core/api/module/question_list_module.cpp core/api/module/solve_none.cpp
  core/base/heartbeat_none.cpp core/io/files_none.cpp core/io/run_json_none.cpp core/solve/proof/exact_none.cpp
  packaging/wasi/stack_guard.cpp packaging/wasi/to_chars.cpp)

# Rooms that are compiled as one, because they would compile much of the same each.
set(board_groups "api|lesson" "base|measured|open|page|picture|pytorch" "bounds|solve" "check|explain|sequence|simulate" "io|model")

set(board_first algorithm array cmath functional map memory numeric optional set span string string_view utility variant vector
  core/api/question.h core/io/forms.h core/model/plan.h)

# Whether it can be built: sets board_compiler, or says what is missing.
function(lanewright_find_board_compiler)
  set(board_compiler "" PARENT_SCOPE)
  if(NOT LANEWRIGHT_BOARD)
    return()
  endif()
  find_program(LANEWRIGHT_BOARD_COMPILER NAMES clang++-19 clang++-18 clang++ DOC "The compiler of the board's module")
  mark_as_advanced(LANEWRIGHT_BOARD_COMPILER)
  if(LANEWRIGHT_BOARD_COMPILER AND NOT LANEWRIGHT_BOARD_COMPILER STREQUAL "${LANEWRIGHT_BOARD_TRIED}")
    set(trial ${CMAKE_BINARY_DIR}/board/trial.cpp)
    file(WRITE ${trial} "#include <ranges>\n#include <string>\nint main(int count, char** words) { return std::stoi(std::string{words[count - 1]}); }\n")
    execute_process(COMMAND ${LANEWRIGHT_BOARD_COMPILER} --target=wasm32-wasi -std=c++20 -fno-exceptions ${trial} -o ${trial}.wasm
      RESULT_VARIABLE code OUTPUT_QUIET ERROR_QUIET)
    if(code EQUAL 0)
      set(LANEWRIGHT_BOARD_TRIED ${LANEWRIGHT_BOARD_COMPILER} CACHE INTERNAL "a compiler that makes modules")
    endif()
  endif()
  if(LANEWRIGHT_BOARD_COMPILER AND LANEWRIGHT_BOARD_COMPILER STREQUAL "${LANEWRIGHT_BOARD_TRIED}")
    set(board_compiler ${LANEWRIGHT_BOARD_COMPILER} PARENT_SCOPE)
    return()
  endif()
  set(missing "clang for WebAssembly is missing (apt-get install clang-19 lld-19 wasi-libc libc++-19-dev-wasm32 "
    "libc++abi-19-dev-wasm32 libclang-rt-19-dev-wasm32)")
  if(LANEWRIGHT_BOARD STREQUAL "AUTO")
    message(STATUS "board: pages can't be edited in a browser: " ${missing})
  else()
    message(FATAL_ERROR "LANEWRIGHT_BOARD is ON, but " ${missing})
  endif()
endfunction()

# board_sources_of(<variable> <target>…): the sources of the targets that the module takes, from the root.
function(board_sources_of variable)
  list(JOIN board_rooms "|" rooms)
  list(JOIN board_but "|" but)
  set(taken ${board_others} ${board_instead})
  foreach(target ${ARGN})
    get_target_property(sources ${target} SOURCES)
    foreach(source ${sources})
      cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
      cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${CMAKE_SOURCE_DIR})
      if(source MATCHES "^core/(${rooms})/.*\\.cpp$" AND NOT source MATCHES "^core/(${but})\\.cpp$")
        list(APPEND taken ${source})
      endif()
    endforeach()
  endforeach()
  list(REMOVE_DUPLICATES taken)
  list(SORT taken)
  set(${variable} ${taken} PARENT_SCOPE)
endfunction()

# lanewright_board(<target>…): the module of the sources of these targets, and the target board; the last of them embeds it.
function(lanewright_board)
  list(GET ARGN -1 holder)
  lanewright_find_board_compiler()
  if(NOT board_compiler)
    target_sources(${holder} PRIVATE page/board_part_none.cpp)
    return()
  endif()
  set(folder ${CMAKE_BINARY_DIR}/board)
  file(MAKE_DIRECTORY ${folder}/include)
  get_target_property(json nlohmann_json::nlohmann_json INTERFACE_INCLUDE_DIRECTORIES)
  list(GET json 0 json)
  # The folder that it lies in has this machine's C library, too.
  file(CREATE_LINK ${json}/nlohmann ${folder}/include/nlohmann SYMBOLIC)

  board_sources_of(sources ${ARGN})
  foreach(source ${sources})
    string(REGEX MATCH "^[a-z]+/[a-z]+" key ${source})
    foreach(group ${board_groups})
      if(key MATCHES "/(${group})$")
        set(key ${group})
      endif()
    endforeach()
    string(MAKE_C_IDENTIFIER ${key} key)
    list(APPEND keys ${key})
    list(APPEND in_${key} ${source})
  endforeach()
  list(REMOVE_DUPLICATES keys)
  # Tables of fields make many functions that are the same but for what they are called.
  set(compile ${board_compiler} --target=wasm32-wasi -std=c++20 -Oz -DNDEBUG -fno-exceptions -fno-rtti
    -Xclang -fmerge-functions -fno-threadsafe-statics -fno-stack-protector -fvisibility=hidden -ffunction-sections -fdata-sections
    "-DLANEWRIGHT_VERSION=\"${PROJECT_VERSION}\"" -I${CMAKE_SOURCE_DIR} -I${CMAKE_SOURCE_DIR}/packaging/wasi
    -isystem ${folder}/include)
  set(first ${folder}/first.h)
  list(TRANSFORM board_first REPLACE "(.+)" "#include <\\1>\n" OUTPUT_VARIABLE lines)
  string(CONCAT text ${lines})
  file(GENERATE OUTPUT ${first} CONTENT "${text}")
  # Never from a cache: it knows the folder in which it was made.
  add_custom_command(OUTPUT ${first}.pch
    COMMAND ${compile} -Xclang -fno-pch-timestamp -fpch-instantiate-templates -MD -MF ${first}.d -x c++-header ${first} -o ${first}.pch
    DEPENDS ${first} DEPFILE ${first}.d COMMENT "Reading the board's headers" VERBATIM)
  set(objects)
  foreach(key ${keys})
    list(TRANSFORM in_${key} REPLACE "(.+)" "#include \"\\1\"\n" OUTPUT_VARIABLE lines)
    string(CONCAT text ${lines})
    file(GENERATE OUTPUT ${folder}/${key}.cpp CONTENT "${text}")
    set(object ${folder}/${key}.o)
    add_custom_command(OUTPUT ${object}
      COMMAND ${CMAKE_CXX_COMPILER_LAUNCHER} ${compile} -Xclang -include-pch -Xclang ${first}.pch -MD -MF ${object}.d -c ${folder}/${key}.cpp -o ${object}
      DEPENDS ${folder}/${key}.cpp ${first}.pch DEPFILE ${object}.d COMMENT "Building the board's ${key}" VERBATIM)
    list(APPEND objects ${object})
  endforeach()
  set(exports)
  foreach(name version open name ask holds text spans free)
    list(APPEND exports -Wl,--export=lanewright_${name})
  endforeach()
  set(module ${folder}/lanewright.wasm)
  # Its stack lies first in memory, so that what is nested too deep ends the module and writes over nothing. Without -O
  # the module is the same whether or not this machine has wasm-opt, which clang would run.
  add_custom_command(OUTPUT ${module}
    COMMAND ${board_compiler} --target=wasm32-wasi -mexec-model=reactor ${objects} -Wl,-O2,--gc-sections,--strip-all
      -Wl,--stack-first,-z,stack-size=1048576,--max-memory=1073741824,--export=malloc,--export=free ${exports} -o ${module}
    DEPENDS ${objects} COMMENT "Linking the board's module" VERBATIM)
  set(text ${module}.gz.base64)
  add_custom_command(OUTPUT ${text} COMMAND gzip -9nc ${module} > ${module}.gz COMMAND base64 -w 0 ${module}.gz > ${text}
    DEPENDS ${module} VERBATIM)
  add_custom_target(board ALL DEPENDS ${module})
  lanewright_embed(${holder} page/board_part.cpp FILES ${text} NAMES BoardModule HEADER core/page/page_parts.h NAMESPACE lanewright::parts)
endfunction()
