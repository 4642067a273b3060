// SPDX-License-Identifier: Apache-2.0
#include "CTesseraOpenSSL.h"
#include <string.h>

enum { largest_block = 128 };

/// Hashes a block of padding and then data, as both passes of HMAC do.
static bool hash_padded(
    EVP_MD_CTX *context, const EVP_MD *digest, const uint8_t *pad, size_t block, const uint8_t *data, size_t count,
    uint8_t *output) {
    return EVP_DigestInit_ex2(context, digest, NULL) == 1 && EVP_DigestUpdate(context, pad, block) == 1
        && EVP_DigestUpdate(context, data, count) == 1 && EVP_DigestFinal_ex(context, output, NULL) == 1;
}

// EVP_MAC takes five times as long.
bool tessera_hmac(
    const EVP_MD *digest, const uint8_t *key, size_t key_count, const uint8_t *data, size_t data_count, uint8_t *code) {
    ERR_set_mark();
    uint8_t pad[largest_block] = {0};
    uint8_t inner[EVP_MAX_MD_SIZE];
    size_t block = (size_t)EVP_MD_get_block_size(digest);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    bool is_done = context && block <= sizeof pad;
    if (is_done && key_count > block) is_done = EVP_Digest(key, key_count, pad, NULL, digest, NULL) == 1;
    else if (is_done && key_count > 0) memcpy(pad, key, key_count);
    for (size_t i = 0; i < sizeof pad; i++) pad[i] ^= 0x36;
    is_done = is_done && hash_padded(context, digest, pad, block, data, data_count, inner);
    for (size_t i = 0; i < sizeof pad; i++) pad[i] ^= 0x36 ^ 0x5c;
    is_done = is_done && hash_padded(context, digest, pad, block, inner, (size_t)EVP_MD_get_size(digest), code);
    OPENSSL_cleanse(pad, sizeof pad);
    OPENSSL_cleanse(inner, sizeof inner);
    EVP_MD_CTX_free(context);
    ERR_pop_to_mark();
    return is_done;
}

bool tessera_scrypt(
    const uint8_t *password, size_t password_count, const uint8_t *salt, size_t salt_count, uint64_t cost,
    uint64_t block_size, uint64_t parallelism, uint8_t *key, size_t key_count) {
    if (key_count == 0) return false; // OpenSSL would only test the parameters.
    ERR_set_mark();
    // The caller decides on the memory by the parameters; OpenSSL's own limit is 32 MiB.
    int code = EVP_PBE_scrypt(
        (const char *)password, password_count, salt, salt_count, cost, block_size, parallelism, UINT64_MAX, key,
        key_count);
    ERR_pop_to_mark();
    return code == 1;
}
