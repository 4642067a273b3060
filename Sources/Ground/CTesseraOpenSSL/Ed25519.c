// SPDX-License-Identifier: Apache-2.0
#include "Scope.h"

EVP_PKEY *tessera_ed25519_private(const uint8_t seed[32]) {
    QUIETLY;
    return EVP_PKEY_new_raw_private_key_ex(NULL, "ED25519", NULL, seed, 32);
}

EVP_PKEY *tessera_ed25519_public(const uint8_t point[32]) {
    QUIETLY;
    return EVP_PKEY_new_raw_public_key_ex(NULL, "ED25519", NULL, point, 32);
}

bool tessera_ed25519_point(const EVP_PKEY *key, uint8_t point[32]) {
    QUIETLY;
    size_t count = 32;
    return EVP_PKEY_get_raw_public_key(key, point, &count) == 1 && count == 32;
}

bool tessera_ed25519_sign(EVP_PKEY *key, const uint8_t *message, size_t count, uint8_t signature[64]) {
    QUIETLY;
    size_t written = 64;
    OWNED(EVP_MD_CTX) *context = EVP_MD_CTX_new();
    return context && EVP_DigestSignInit_ex(context, NULL, NULL, NULL, NULL, key, NULL) == 1
        && EVP_DigestSign(context, signature, &written, message, count) == 1 && written == 64;
}

bool tessera_ed25519_verify(EVP_PKEY *key, const uint8_t *message, size_t count, const uint8_t signature[64]) {
    QUIETLY;
    OWNED(EVP_MD_CTX) *context = EVP_MD_CTX_new();
    return context && EVP_DigestVerifyInit_ex(context, NULL, NULL, NULL, NULL, key, NULL) == 1
        && EVP_DigestVerify(context, signature, 64, message, count) == 1;
}
