// SPDX-License-Identifier: Apache-2.0
#include "CTesseraOpenSSL.h"

enum { key_count = 32, signature_count = 64 };

EVP_PKEY *tessera_ed25519_private(const uint8_t seed[key_count]) {
    ERR_set_mark();
    EVP_PKEY *key = EVP_PKEY_new_raw_private_key_ex(NULL, "ED25519", NULL, seed, key_count);
    ERR_pop_to_mark();
    return key;
}

EVP_PKEY *tessera_ed25519_public(const uint8_t point[key_count]) {
    ERR_set_mark();
    EVP_PKEY *key = EVP_PKEY_new_raw_public_key_ex(NULL, "ED25519", NULL, point, key_count);
    ERR_pop_to_mark();
    return key;
}

bool tessera_ed25519_point(const EVP_PKEY *key, uint8_t point[key_count]) {
    ERR_set_mark();
    size_t count = key_count;
    bool is_done = EVP_PKEY_get_raw_public_key(key, point, &count) == 1 && count == key_count;
    ERR_pop_to_mark();
    return is_done;
}

bool tessera_ed25519_sign(EVP_PKEY *key, const uint8_t *message, size_t count, uint8_t signature[signature_count]) {
    ERR_set_mark();
    size_t written = signature_count;
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    bool is_done = context && EVP_DigestSignInit_ex(context, NULL, NULL, NULL, NULL, key, NULL) == 1
        && EVP_DigestSign(context, signature, &written, message, count) == 1 && written == signature_count;
    EVP_MD_CTX_free(context);
    ERR_pop_to_mark();
    return is_done;
}

bool tessera_ed25519_verify(
    EVP_PKEY *key, const uint8_t *message, size_t count, const uint8_t signature[signature_count]) {
    ERR_set_mark();
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    bool is_valid = context && EVP_DigestVerifyInit_ex(context, NULL, NULL, NULL, NULL, key, NULL) == 1
        && EVP_DigestVerify(context, signature, signature_count, message, count) == 1;
    EVP_MD_CTX_free(context);
    ERR_pop_to_mark();
    return is_valid;
}
