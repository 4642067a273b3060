// SPDX-License-Identifier: Apache-2.0
#include "CTesseraLoading.h"
#include <dlfcn.h>
#include <stdio.h>

bool tessera_load(const char *library, const char *const *names, size_t count, void **addresses, char *failure) {
    // RTLD_NOW: a symbol that the library lacks itself fails here, not during a call.
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        const char *reason = dlerror();
        snprintf(failure, TESSERA_FAILURE_SIZE, "%s cannot be loaded (%s)", library, reason ? reason : "no reason");
        return false;
    }
    for (size_t index = 0; index < count; index++) {
        addresses[index] = dlsym(handle, names[index]);
        if (!addresses[index]) {
            snprintf(failure, TESSERA_FAILURE_SIZE, "%s has no function %s", library, names[index]);
            return false;
        }
    }
    return true;
}
