// SPDX-License-Identifier: Apache-2.0
// Loads a library of the system at its first use, so that a program that never uses it starts without it.
#pragma once
#include <stdbool.h>
#include <stddef.h>

#pragma clang assume_nonnull begin

/// The size of a buffer for the reason for a failure, in bytes with the zero at the end; a longer reason is cut.
#define TESSERA_FAILURE_SIZE 512

/// Loads a library for the rest of the process, and looks up functions; other libraries do not see its symbols.
///
/// `addresses` has room for `count` functions, `failure` for TESSERA_FAILURE_SIZE bytes. Returns false if the library
/// or a function is missing; `failure` then names it.
bool tessera_load(
    const char *library, const char *_Nonnull const *_Nonnull names, size_t count,
    void *_Nullable *_Nonnull addresses, char *failure);

#pragma clang assume_nonnull end
