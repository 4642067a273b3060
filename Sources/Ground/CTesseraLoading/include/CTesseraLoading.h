// SPDX-License-Identifier: Apache-2.0
// Libraries of the system that are loaded when they are first needed: a program that never needs one starts without it.
#pragma once
#include <stdbool.h>
#include <stddef.h>

#pragma clang assume_nonnull begin

/// The longest reason for a failure, in bytes with the zero at the end; a longer one is cut.
#define TESSERA_FAILURE_SIZE 512

/// A function to look up.
typedef struct {
    const char *name;
    /// Where its address goes, in bytes from the start of the table.
    size_t offset;
} tessera_function;

/// Loads a library for the rest of the process; its symbols stay invisible to other libraries.
///
/// Returns its handle, or NULL and the reason, which names the library and says what the dynamic linker says.
void *_Nullable tessera_load(const char *library, char failure[_Nonnull TESSERA_FAILURE_SIZE]);

/// Looks up all functions.
///
/// Returns false and the reason, which names the library and the function, if one is missing.
bool tessera_look_up(
    void *handle, const char *library, const tessera_function *functions, size_t count, void *table,
    char failure[_Nonnull TESSERA_FAILURE_SIZE]);

#pragma clang assume_nonnull end
