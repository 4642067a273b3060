// SPDX-License-Identifier: Apache-2.0
#include "Scope.h"

EVP_PKEY *tessera_ed25519_private(const uint8_t seed[32]) {
    QUIETLY;
    return EVP_PKEY_new_raw_private_key_ex(NULL, "ED25519", NULL, seed, 32);
}

/// The y coordinates of the points of order 4, 1, 2, 4, 1, 8 and 8; the second of order 4 and of order 1 are not reduced
/// modulo 2²⁵⁵ - 19. The highest bit is the sign of x. RFC 8032 §5.1.2
static const uint8_t of_small_order[][32] = {
    {0}, {1}, {0xec, [1 ... 30] = 0xff, 0x7f}, {0xed, [1 ... 30] = 0xff, 0x7f}, {0xee, [1 ... 30] = 0xff, 0x7f},
    {0x26, 0xe8, 0x95, 0x8f, 0xc2, 0xb2, 0x27, 0xb0, 0x45, 0xc3, 0xf4, 0x89, 0xf2, 0xef, 0x98, 0xf0,
     0xd5, 0xdf, 0xac, 0x05, 0xd3, 0xc6, 0x33, 0x39, 0xb1, 0x38, 0x02, 0x88, 0x6d, 0x53, 0xfc, 0x05},
    {0xc7, 0x17, 0x6a, 0x70, 0x3d, 0x4d, 0xd8, 0x4f, 0xba, 0x3c, 0x0b, 0x76, 0x0d, 0x10, 0x67, 0x0f,
     0x2a, 0x20, 0x53, 0xfa, 0x2c, 0x39, 0xcc, 0xc6, 0x4e, 0xc7, 0xfd, 0x77, 0x92, 0xac, 0x03, 0x7a},
};

EVP_PKEY *tessera_ed25519_public(const uint8_t point[32]) {
    for (size_t i = 0; i < sizeof of_small_order / sizeof *of_small_order; i++)
        if (CRYPTO_memcmp(point, of_small_order[i], 31) == 0 && (point[31] & 0x7f) == of_small_order[i][31]) return NULL;
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
