// SPDX-License-Identifier: Apache-2.0
#include "Scope.h"
#include <string.h>

/// Hashes a block of padding and then data, as both passes of HMAC do.
static bool hash(
    EVP_MD_CTX *context, const EVP_MD *digest, const uint8_t *pad, const uint8_t *data, size_t count, uint8_t *output) {
    return EVP_DigestInit_ex2(context, digest, NULL) == 1
        && EVP_DigestUpdate(context, pad, (size_t)EVP_MD_get_block_size(digest)) == 1
        && EVP_DigestUpdate(context, data, count) == 1 && EVP_DigestFinal_ex(context, output, NULL) == 1;
}

// EVP_MAC takes five times as long.
bool tessera_hmac(
    const EVP_MD *digest, const uint8_t *key, size_t key_count, const uint8_t *data, size_t data_count, uint8_t *code) {
    QUIETLY;
    uint8_t pad[128] = {0}, inner[EVP_MAX_MD_SIZE]; // the largest block is that of SHA-512
    size_t block = (size_t)EVP_MD_get_block_size(digest);
    OWNED(EVP_MD_CTX) *context = EVP_MD_CTX_new();
    if (!context || block > sizeof pad) return false;
    bool is_done = key_count <= block || EVP_Digest(key, key_count, pad, NULL, digest, NULL) == 1;
    if (key_count > 0 && key_count <= block) memcpy(pad, key, key_count);
    for (size_t i = 0; i < block; i++) pad[i] ^= 0x36;
    is_done = is_done && hash(context, digest, pad, data, data_count, inner);
    for (size_t i = 0; i < block; i++) pad[i] ^= 0x36 ^ 0x5c;
    is_done = is_done && hash(context, digest, pad, inner, (size_t)EVP_MD_get_size(digest), code);
    OPENSSL_cleanse(pad, sizeof pad);
    OPENSSL_cleanse(inner, sizeof inner);
    return is_done;
}

bool tessera_scrypt(
    const uint8_t *password, size_t password_count, const uint8_t *salt, size_t salt_count, uint64_t cost,
    uint64_t block_size, uint64_t parallelism, uint8_t *key, size_t count) {
    if (count == 0) return false; // OpenSSL would only test the parameters.
    QUIETLY;
    const char *characters = (const char *)password;
    uint64_t most_memory = UINT64_MAX; // The caller limits memory by the parameters; OpenSSL's default is 32 MiB.
    return EVP_PBE_scrypt(
        characters, password_count, salt, salt_count, cost, block_size, parallelism, most_memory, key, count) == 1;
}
