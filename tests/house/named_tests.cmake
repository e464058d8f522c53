# SPDX-License-Identifier: Apache-2.0
# Pages name tests that hold what they say; each must be there.
#
#   cmake -DHOUSE=FOLDER -P named_tests.cmake
set(page doc/decisions/nothing-from-outside-is-trusted.md)
file(READ ${HOUSE}/${page} text)
string(REGEX MATCHALL "`[A-Z][A-Za-z]+\\.[A-Z][A-Za-z0-9]+`" names "${text}")
list(REMOVE_DUPLICATES names)
list(LENGTH names count)
if(count LESS 20)
  message(FATAL_ERROR "${page} names ${count} tests; it should name 20 at least")
endif()

file(GLOB_RECURSE sources ${HOUSE}/tests/*_test.cpp)
set(tests "")
foreach(source IN LISTS sources)
  file(STRINGS ${source} lines REGEX "^TEST(_F|_P)?\\(")
  string(APPEND tests "${lines};")
endforeach()
foreach(name IN LISTS names)
  string(REGEX MATCH "`(.+)\\.(.+)`" whole "${name}")
  if(NOT tests MATCHES "\\(${CMAKE_MATCH_1}, ${CMAKE_MATCH_2}\\)")
    message(SEND_ERROR "${page} names ${CMAKE_MATCH_1}.${CMAKE_MATCH_2}, and there is no such test")
  endif()
endforeach()
