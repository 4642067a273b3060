// SPDX-License-Identifier: Apache-2.0
#include "CTesseraLoading.h"
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

void *tessera_load(const char *library, char failure[TESSERA_FAILURE_SIZE]) {
    // All of its own symbols at once: a defect of the library then shows here, and not in the middle of a call.
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        const char *reason = dlerror();
        snprintf(
            failure, TESSERA_FAILURE_SIZE, "%s cannot be loaded (%s)", library, reason ? reason : "for an unknown reason");
    }
    return handle;
}

bool tessera_look_up(
    void *handle, const char *library, const tessera_function *functions, size_t count, void *table,
    char failure[TESSERA_FAILURE_SIZE]) {
    for (size_t index = 0; index < count; index++) {
        void *address = dlsym(handle, functions[index].name);
        if (!address) {
            snprintf(failure, TESSERA_FAILURE_SIZE, "%s has no function %s", library, functions[index].name);
            return false;
        }
        memcpy((char *)table + functions[index].offset, &address, sizeof address);
    }
    return true;
}
