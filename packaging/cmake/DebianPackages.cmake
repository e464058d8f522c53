# SPDX-License-Identifier: Apache-2.0
# Four packages by cpack -G DEB: lanewright (the desktop), lanewright-engine (with the command line), lanewright-dev,
# python3-lanewright; and lanewright-cuda where the backend cuda was built.
set(CPACK_GENERATOR DEB)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL engine development python)
if(LANEWRIGHT_APP)
  list(PREPEND CPACK_COMPONENTS_ALL desktop)
endif()
if(LANEWRIGHT_WITH_CUDA)
  list(APPEND CPACK_COMPONENTS_ALL cuda)
endif()
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_CONTACT "The Lanewright developers <lanewright@users.noreply.github.com>")
set(CPACK_PACKAGE_VENDOR "Lanewright")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION TRUE)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS ${CMAKE_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS})
set(version ${PROJECT_VERSION})

# lanewright_package(COMPONENT NAME SECTION DESCRIPTION): the first line of all is the project's own description.
function(lanewright_package component name section description)
  string(TOUPPER ${component} upper)
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${name} PARENT_SCOPE)
  set(CPACK_DEBIAN_${upper}_PACKAGE_SECTION ${section} PARENT_SCOPE)
  set(CPACK_DEBIAN_${upper}_DESCRIPTION "${description}" PARENT_SCOPE)
  set(docs ${CMAKE_INSTALL_DATADIR}/doc/${name})
  install(FILES ${CMAKE_SOURCE_DIR}/packaging/debian/copyright DESTINATION ${docs} COMPONENT ${component})
  lanewright_compressed(${CMAKE_SOURCE_DIR}/packaging/debian/changelog ${name}-changelog)
  install(FILES ${lanewright_gz} DESTINATION ${docs} RENAME changelog.gz COMPONENT ${component})
endfunction()
lanewright_package(desktop lanewright science
  "This is the desktop. It shows the schedule of a pipeline-parallel training as
lanes of blocks, to edit, generate, check and prove it, and draws measured runs
under their plans.")
lanewright_package(engine lanewright-engine science
  "This is the engine with the command line. It makes, simulates, checks and
improves schedules, and trains a GPT on the CPU in exactly the order of a
schedule, as threads or under MPI.")
lanewright_package(development lanewright-dev libdevel
  "This is the static library behind it, its headers and its CMake package:
schedules, simulation, bounds, generators, search, files and the client of the
engine.")
lanewright_package(python python3-lanewright python
  "This is the package for Python. It answers what the command line does, runs
schedules in PyTorch, and records when each action of a pipeline ran in one's
own training.")
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "python3 (>= 3.9)")
set(CPACK_DEBIAN_PYTHON_PACKAGE_RECOMMENDS "libz3-4")
set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS "lanewright-engine, python3-torch")
if(LANEWRIGHT_WITH_CUDA)
  lanewright_package(cuda lanewright-cuda science
  "This is the engine's backend for NVIDIA GPUs. It needs NVIDIA's driver and the
libraries of CUDA 13 (cudart, cuBLASLt), and NCCL for runs on several GPUs; all
of them come from NVIDIA.")
  # CUDA's libraries belong to no package of Debian's.
  set(CPACK_DEBIAN_CUDA_PACKAGE_SHLIBDEPS OFF)
  set(CPACK_DEBIAN_CUDA_PACKAGE_DEPENDS "lanewright-engine (= ${version}), libc6, libgcc-s1, libstdc++6")
endif()
set(CPACK_DEBIAN_DESKTOP_PACKAGE_DEPENDS "lanewright-engine (= ${version})")
set(CPACK_DEBIAN_DESKTOP_PACKAGE_RECOMMENDS "fonts-noto-core | fonts-dejavu-core, qt6-translations-l10n")
set(CPACK_DEBIAN_ENGINE_PACKAGE_RECOMMENDS "libz3-4, openmpi-bin")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "libpango1.0-dev, zlib1g-dev")
include(CPack)
