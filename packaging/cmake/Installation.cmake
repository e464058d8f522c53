# SPDX-License-Identifier: Apache-2.0
# What is installed beside the programs, in four components: desktop, engine (with the command line), development, and python,
# which core/python installs.
include(CMakePackageConfigHelpers)
set(lanewright_id io.github.lanewright.Lanewright)
set(CMAKE_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

# lanewright_compressed(FILE NAME): FILE in the build tree as NAME.gz, whose path goes to lanewright_gz.
find_program(LANEWRIGHT_GZIP gzip REQUIRED)
function(lanewright_compressed file name)
  set(out ${CMAKE_BINARY_DIR}/pages/${name}.gz)
  add_custom_command(OUTPUT ${out} COMMAND ${LANEWRIGHT_GZIP} -9nc ${file} > ${out} DEPENDS ${file} VERBATIM)
  set_property(GLOBAL APPEND PROPERTY lanewright_pages ${out})
  set(lanewright_gz ${out} PARENT_SCOPE)
endfunction()
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/pages)

# What lanewright-cli prints of its own table of options.
function(lanewright_printed name)
  set(out ${CMAKE_BINARY_DIR}/pages/${name})
  add_custom_command(OUTPUT ${out} COMMAND lanewright-cli ${ARGN} > ${out} DEPENDS lanewright-cli VERBATIM)
  set_property(GLOBAL APPEND PROPERTY lanewright_pages ${out})
endfunction()
lanewright_printed(lanewright-cli.1 --manual)
lanewright_printed(lanewright-cli.bash --completion bash)
lanewright_printed(_lanewright-cli --completion zsh)
lanewright_printed(lanewright-cli.fish --completion fish)
if(TARGET board)
  lanewright_printed(first-steps.html course - 0 1 2 5 ${CMAKE_SOURCE_DIR}/resources/courses/slow-second-half.lwlesson
    --name "First steps" --no-answers)
  install(FILES ${CMAKE_BINARY_DIR}/pages/first-steps.html resources/courses/README.md
    resources/courses/slow-second-half.lwlesson DESTINATION ${CMAKE_INSTALL_DATADIR}/lanewright/courses COMPONENT engine)
endif()
install(FILES ${CMAKE_BINARY_DIR}/pages/lanewright-cli.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
  RENAME lanewright-cli COMPONENT engine)
install(FILES ${CMAKE_BINARY_DIR}/pages/_lanewright-cli DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions COMPONENT engine)
install(FILES ${CMAKE_BINARY_DIR}/pages/lanewright-cli.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT engine)

# lanewright_manual(COMPONENT SECTION FILE)
function(lanewright_manual component section file)
  get_filename_component(name ${file} NAME)
  lanewright_compressed(${file} ${name})
  install(FILES ${lanewright_gz} DESTINATION ${CMAKE_INSTALL_MANDIR}/man${section} COMPONENT ${component})
endfunction()
lanewright_manual(engine 1 ${CMAKE_BINARY_DIR}/pages/lanewright-cli.1)
lanewright_manual(engine 1 ${CMAKE_SOURCE_DIR}/resources/man/lanewright-engine.1)
lanewright_manual(engine 5 ${CMAKE_SOURCE_DIR}/resources/man/lwsched.5)

install(DIRECTORY schedules/gallery DESTINATION ${CMAKE_INSTALL_DATADIR}/lanewright COMPONENT engine FILES_MATCHING PATTERN "*.lwsched")
install(FILES schedules/lwsched.schema.json schedules/lwrun.schema.json DESTINATION ${CMAKE_INSTALL_DATADIR}/lanewright COMPONENT engine)
install(FILES schedules/FORMAT.md schedules/GENERATORS.md schedules/FRAMEWORKS.md schedules/QUESTIONS.md schedules/PLANNER.md engine/PROTOCOL.md DESTINATION ${CMAKE_INSTALL_DOCDIR}-engine COMPONENT engine)

if(LANEWRIGHT_APP)
  lanewright_manual(desktop 1 ${CMAKE_SOURCE_DIR}/resources/man/lanewright.1)
  install(FILES packaging/desktop/${lanewright_id}.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications COMPONENT desktop)
  install(FILES packaging/desktop/${lanewright_id}.metainfo.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo COMPONENT desktop)
  install(FILES packaging/desktop/${lanewright_id}.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages COMPONENT desktop)
  install(DIRECTORY resources/lessons DESTINATION ${CMAKE_INSTALL_DATADIR}/lanewright COMPONENT desktop)
  set(icons ${CMAKE_INSTALL_DATADIR}/icons/hicolor)
  foreach(size 16 22 32 48 64 128 256)
    install(FILES resources/icons/lanewright-${size}.png DESTINATION ${icons}/${size}x${size}/apps
      RENAME ${lanewright_id}.png COMPONENT desktop)
  endforeach()
  install(FILES resources/icons/lanewright.svg DESTINATION ${icons}/scalable/apps RENAME ${lanewright_id}.svg COMPONENT desktop)
endif()

install(FILES engine/torch/README.md DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/python3-lanewright COMPONENT python)
install(FILES engine/torch/examples/train.py DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/python3-lanewright/examples COMPONENT python)

install(TARGETS lanewright_core lanewright_flags EXPORT LanewrightTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
install(FILES core/api/example.c DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/lanewright-dev/examples COMPONENT development)
install(DIRECTORY core DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/lanewright COMPONENT development
  FILES_MATCHING PATTERN "*.h" PATTERN "cli" EXCLUDE)
set(lanewright_cmake ${CMAKE_INSTALL_LIBDIR}/cmake/Lanewright)
install(EXPORT LanewrightTargets NAMESPACE Lanewright:: DESTINATION ${lanewright_cmake} COMPONENT development)
configure_package_config_file(packaging/cmake/LanewrightConfig.cmake.in ${CMAKE_BINARY_DIR}/LanewrightConfig.cmake INSTALL_DESTINATION ${lanewright_cmake})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/LanewrightConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/LanewrightConfig.cmake ${CMAKE_BINARY_DIR}/LanewrightConfigVersion.cmake
  packaging/cmake/FindPangoCairo.cmake DESTINATION ${lanewright_cmake} COMPONENT development)
