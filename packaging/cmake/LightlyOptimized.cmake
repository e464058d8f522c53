# SPDX-License-Identifier: Apache-2.0
# lanewright_lightly_optimized(<target>): for what reads words, waits for others and shows what is computed elsewhere. In a
# release compilers take half the time for it, and nobody notices how well it is compiled. What searches, simulates, trains or
# draws lanes is not among it.
function(lanewright_lightly_optimized target)
  target_compile_options(${target} PRIVATE $<$<AND:$<CONFIG:Release>,$<COMPILE_LANG_AND_ID:CXX,GNU,Clang>>:-O1>)
endfunction()
