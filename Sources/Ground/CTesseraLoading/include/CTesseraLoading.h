// SPDX-License-Identifier: Apache-2.0
// Libraries of the system that are loaded when they are first needed: a program that never needs one starts without it.
#pragma once
#include <stdbool.h>
#include <stddef.h>

#pragma clang assume_nonnull begin

/// The longest reason for a failure, in bytes with the zero at the end; a longer one is cut.
#define TESSERA_FAILURE_SIZE 512

/// Loads a library for the rest of the process, and looks up functions; other libraries do not see its symbols.
///
/// Returns false if one is missing, and the reason, which names the library and says what the dynamic linker says.
bool tessera_load(
    const char *library, const char *_Nonnull const *_Nonnull names, size_t count,
    void *_Nullable *_Nonnull addresses, char *failure);

#pragma clang assume_nonnull end
