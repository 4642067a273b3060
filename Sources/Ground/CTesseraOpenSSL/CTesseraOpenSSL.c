// SPDX-License-Identifier: Apache-2.0
#include "Scope.h"

// `exit` would free OpenSSL's state, and a thread that then uses it would crash. Only the first use of OpenSSL in a
// process can turn that off, so it happens before `main`; it takes 20 µs.
__attribute__((constructor)) static void keep_state_at_exit(void) { OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, NULL); }

EVP_PKEY *tessera_key(const char *type, int selection, OSSL_PARAM_BLD *builder) {
    EVP_PKEY *key = NULL;
    OWNED(OSSL_PARAM) *parameters = OSSL_PARAM_BLD_to_param(builder);
    OWNED(EVP_PKEY_CTX) *context = EVP_PKEY_CTX_new_from_name(NULL, type, NULL);
    if (parameters && context && EVP_PKEY_fromdata_init(context) == 1
        && EVP_PKEY_fromdata(context, &key, selection, parameters) == 1)
        return key;
    EVP_PKEY_free(key);
    return NULL;
}
