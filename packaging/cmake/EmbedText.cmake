# SPDX-License-Identifier: Apache-2.0
# Text files as bytes in a source, so that a program needs none of them beside it.
#
#   lanewright_embed(<target> <source> FILES <file>… NAMES <name>… HEADER <header> NAMESPACE <namespace>)
#   lanewright_embed(<target> <source> FILES <file>… LIST <name> HEADER <header> NAMESPACE <namespace>)
#
# makes <source> in the build tree and adds it to the target: for each file a `const std::string_view kName` with its text,
# and `kNameHash` with its SHA-256 as a Content-Security-Policy has it; with LIST a `const std::span` of pairs of a file's
# name and its text. The header declares them. The source is made again when a file changes. Call it where the target was
# added.
set(lanewright_embed_script ${CMAKE_CURRENT_LIST_FILE})

function(lanewright_embed target source)
  cmake_parse_arguments(arg "" "HEADER;LIST;NAMESPACE" "FILES;NAMES" ${ARGN})
  set(out ${CMAKE_CURRENT_BINARY_DIR}/${source})
  get_filename_component(folder ${out} DIRECTORY)
  file(MAKE_DIRECTORY ${folder})
  set(paths)
  foreach(file ${arg_FILES})
    get_filename_component(path ${file} ABSOLUTE BASE_DIR ${CMAKE_SOURCE_DIR})
    list(APPEND paths ${path})
  endforeach()
  string(REPLACE ";" "|" files "${paths}")
  string(REPLACE ";" "|" names "${arg_NAMES}")
  add_custom_command(OUTPUT ${out}
    COMMAND ${CMAKE_COMMAND} -DOUT=${out} "-DFILES=${files}" "-DNAMES=${names}" -DLIST=${arg_LIST} -DHEADER=${arg_HEADER}
            -DNAMESPACE=${arg_NAMESPACE} -P ${lanewright_embed_script}
    DEPENDS ${paths} ${lanewright_embed_script} VERBATIM)
  target_sources(${target} PRIVATE ${out})
  # It holds nothing but bytes: no group of sources gains by it.
  set_source_files_properties(${out} TARGET_DIRECTORY ${target} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

if(NOT CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  return()
endif()

# base64_of(<hexadecimal digits> <variable>): three digits are two letters; the 64 of a SHA-256 leave one over.
function(base64_of digits variable)
  set(letters ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/)
  set(text)
  foreach(at RANGE 0 60 3)
    string(SUBSTRING ${digits} ${at} 3 three)
    math(EXPR high "0x${three} >> 6")
    math(EXPR low "0x${three} & 63")
    string(SUBSTRING ${letters} ${high} 1 first)
    string(SUBSTRING ${letters} ${low} 1 second)
    string(APPEND text ${first}${second})
  endforeach()
  string(SUBSTRING ${digits} 63 1 rest)
  math(EXPR last "0x${rest} << 2")
  string(SUBSTRING ${letters} ${last} 1 first)
  set(${variable} "${text}${first}=" PARENT_SCOPE)
endfunction()

string(REPLACE "|" ";" files "${FILES}")
string(REPLACE "|" ";" names "${NAMES}")
set(source "// Made by packaging/cmake/EmbedText.cmake.\n#include \"${HEADER}\"\n\nnamespace ${NAMESPACE} {\n")
set(all)
foreach(file name IN ZIP_LISTS files names)
  file(READ ${file} bytes HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  if(LIST)
    get_filename_component(file ${file} NAME)
    string(MAKE_C_IDENTIFIER "k_${file}" name)
    string(APPEND source "namespace {\nconstexpr unsigned char ${name}[] = {${bytes}};\n} // namespace\n")
    string(APPEND all "    {\"${file}\", {reinterpret_cast<const char*>(${name}), sizeof ${name}}},\n")
    continue()
  endif()
  file(SHA256 ${file} digits)
  base64_of(${digits} hash)
  string(APPEND source
    "namespace {\nconstexpr unsigned char k${name}Bytes[] = {${bytes}};\n} // namespace\n"
    "const std::string_view k${name}{reinterpret_cast<const char*>(k${name}Bytes), sizeof k${name}Bytes};\n"
    "const std::string_view k${name}Hash{\"sha256-${hash}\"};\n")
endforeach()
if(LIST)
  string(APPEND source "namespace {\nconst std::pair<std::string_view, std::string_view> kAll[] = {\n${all}};\n"
    "} // namespace\nconst std::span<const std::pair<std::string_view, std::string_view>> k${LIST}{kAll};\n")
endif()
file(WRITE ${OUT} "${source}} // namespace ${NAMESPACE}\n")
