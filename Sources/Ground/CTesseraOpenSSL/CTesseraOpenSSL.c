// SPDX-License-Identifier: Apache-2.0
#include "CTesseraOpenSSL.h"

// Before anything else in the process uses OpenSSL: the first use decides whether `exit` frees its state, which other
// threads may then still use. It takes 20 µs.
__attribute__((constructor)) static void prepare(void) { OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, NULL); }
