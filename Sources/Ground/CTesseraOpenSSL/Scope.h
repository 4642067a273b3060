// SPDX-License-Identifier: Apache-2.0
// Frees objects and drops errors at the end of a scope.
#pragma once
#include "CTesseraOpenSSL.h"
#include <openssl/param_build.h>

#define TESSERA_FREE_BY(release, type) static inline void free_##type(type **object) { release(*object); }
TESSERA_FREE_BY(BIO_free, BIO)
TESSERA_FREE_BY(BN_clear_free, BIGNUM)
TESSERA_FREE_BY(BN_CTX_free, BN_CTX)
TESSERA_FREE_BY(ECDSA_SIG_free, ECDSA_SIG)
TESSERA_FREE_BY(EC_GROUP_free, EC_GROUP)
TESSERA_FREE_BY(EC_POINT_free, EC_POINT)
TESSERA_FREE_BY(EVP_CIPHER_CTX_free, EVP_CIPHER_CTX)
TESSERA_FREE_BY(EVP_MD_CTX_free, EVP_MD_CTX)
TESSERA_FREE_BY(EVP_PKEY_free, EVP_PKEY)
TESSERA_FREE_BY(EVP_PKEY_CTX_free, EVP_PKEY_CTX)
TESSERA_FREE_BY(GENERAL_NAMES_free, GENERAL_NAMES)
TESSERA_FREE_BY(NAME_CONSTRAINTS_free, NAME_CONSTRAINTS)
TESSERA_FREE_BY(OSSL_PARAM_free, OSSL_PARAM)
TESSERA_FREE_BY(OSSL_PARAM_BLD_free, OSSL_PARAM_BLD)
TESSERA_FREE_BY(X509_free, X509)
TESSERA_FREE_BY(X509_NAME_free, X509_NAME)
TESSERA_FREE_BY(X509_STORE_free, X509_STORE)
TESSERA_FREE_BY(X509_STORE_CTX_free, X509_STORE_CTX)

/// Declares a pointer whose object is freed at the end of the scope: OWNED(BIGNUM) *number = …
#define OWNED(type) __attribute__((cleanup(free_##type), unused)) type

static inline void forget_errors(const int *mark) {
    (void)mark;
    ERR_pop_to_mark();
}

/// Removes the errors of this scope from the thread's queue at its end.
#define QUIETLY __attribute__((cleanup(forget_errors), unused)) const int mark = ERR_set_mark()

/// Creates a key of a type, such as "RSA", from its parameters; NULL if they are not a valid key.
EVP_PKEY *tessera_key(const char *type, int selection, OSSL_PARAM_BLD *builder);
