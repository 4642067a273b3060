// SPDX-License-Identifier: Apache-2.0
#include "Scope.h"

// Room for the largest curve, P-521: a point, and a signature in DER (139 bytes).
enum { largest_half = 66, largest_point = 1 + 2 * largest_half, largest_signature = 160 };

EVP_PKEY *tessera_ec_parameters(const char *curve) {
    QUIETLY;
    OWNED(OSSL_PARAM_BLD) *builder = OSSL_PARAM_BLD_new();
    if (!builder || !OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_GROUP_NAME, curve, 0)) return NULL;
    return tessera_key("EC", EVP_PKEY_KEY_PARAMETERS, builder);
}

// A copy with a point takes a quarter of the time of a key from parameters.
EVP_PKEY *tessera_ec_public(const EVP_PKEY *parameters, const uint8_t *point, size_t count) {
    // OpenSSL accepts 00, the point at infinity, and compressed and hybrid points.
    if (count == 0 || point[0] != POINT_CONVERSION_UNCOMPRESSED) return NULL;
    QUIETLY;
    EVP_PKEY *key = EVP_PKEY_dup((EVP_PKEY *)parameters);
    if (key && EVP_PKEY_set1_encoded_public_key(key, point, count) == 1) return key;
    EVP_PKEY_free(key);
    return NULL;
}

/// Writes the point of a private number; returns its length, 0 unless the number is 1…n-1.
static size_t multiply(const EC_GROUP *group, const BIGNUM *secret, uint8_t output[largest_point], BN_CTX *context) {
    if (BN_is_zero(secret) || BN_cmp(secret, EC_GROUP_get0_order(group)) >= 0) return 0;
    OWNED(EC_POINT) *point = EC_POINT_new(group);
    if (!point || !EC_POINT_mul(group, point, secret, NULL, NULL, context)) return 0;
    return EC_POINT_point2oct(group, point, POINT_CONVERSION_UNCOMPRESSED, output, largest_point, context);
}

EVP_PKEY *tessera_ec_private(const char *curve, const uint8_t *number, size_t count) {
    if (count > largest_half) return NULL;
    QUIETLY;
    OWNED(EC_GROUP) *group = EC_GROUP_new_by_curve_name(EC_curve_nist2nid(curve));
    OWNED(BN_CTX) *context = BN_CTX_secure_new();
    OWNED(BIGNUM) *secret = BN_secure_new();
    OWNED(OSSL_PARAM_BLD) *builder = OSSL_PARAM_BLD_new();
    if (!group || !context || !secret || !builder || !BN_bin2bn(number, (int)count, secret)) return NULL;
    BN_set_flags(secret, BN_FLG_CONSTTIME);
    uint8_t point[largest_point];
    size_t point_count = multiply(group, secret, point, context);
    bool is_complete = point_count > 0
        && OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_GROUP_NAME, curve, 0)
        && OSSL_PARAM_BLD_push_octet_string(builder, OSSL_PKEY_PARAM_PUB_KEY, point, point_count)
        && OSSL_PARAM_BLD_push_BN_pad(builder, OSSL_PKEY_PARAM_PRIV_KEY, secret, count);
    return is_complete ? tessera_key("EC", EVP_PKEY_KEYPAIR, builder) : NULL;
}

EVP_PKEY *tessera_ec_generate(const char *curve) {
    QUIETLY;
    return EVP_PKEY_Q_keygen(NULL, NULL, "EC", curve);
}

size_t tessera_ec_point(EVP_PKEY *key, uint8_t *point, size_t capacity) {
    QUIETLY;
    size_t count = 0;
    return EVP_PKEY_get_octet_string_param(key, OSSL_PKEY_PARAM_PUB_KEY, point, capacity, &count) == 1 ? count : 0;
}

bool tessera_ec_number(EVP_PKEY *key, uint8_t *bytes, size_t count) {
    QUIETLY;
    BIGNUM *found = NULL;
    bool is_found = EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_PRIV_KEY, &found) == 1;
    OWNED(BIGNUM) *number = found;
    return is_found && BN_bn2binpad(number, bytes, (int)count) == (int)count;
}

bool tessera_ecdsa_sign(EVP_PKEY *key, const uint8_t *digest, size_t digest_count, uint8_t *signature, size_t half) {
    QUIETLY;
    uint8_t der[largest_signature];
    size_t count = sizeof der;
    OWNED(EVP_PKEY_CTX) *context = EVP_PKEY_CTX_new_from_pkey(NULL, key, NULL);
    if (!context || EVP_PKEY_sign_init(context) != 1 || EVP_PKEY_sign(context, der, &count, digest, digest_count) != 1)
        return false;
    const uint8_t *start = der;
    OWNED(ECDSA_SIG) *numbers = d2i_ECDSA_SIG(NULL, &start, (long)count);
    return numbers && BN_bn2binpad(ECDSA_SIG_get0_r(numbers), signature, (int)half) == (int)half
        && BN_bn2binpad(ECDSA_SIG_get0_s(numbers), signature + half, (int)half) == (int)half;
}

/// Writes r ‖ s as a signature in DER; returns its length, 0 or less on failure.
static int join_signature(const uint8_t *signature, size_t half, uint8_t der[largest_signature]) {
    if (half > largest_half) return 0;
    OWNED(ECDSA_SIG) *numbers = ECDSA_SIG_new();
    BIGNUM *r = BN_bin2bn(signature, (int)half, NULL);
    BIGNUM *s = BN_bin2bn(signature + half, (int)half, NULL);
    if (numbers && r && s && ECDSA_SIG_set0(numbers, r, s)) return i2d_ECDSA_SIG(numbers, &der);
    BN_free(r);
    BN_free(s);
    return 0;
}

bool tessera_ecdsa_verify(
    EVP_PKEY *key, const uint8_t *digest, size_t digest_count, const uint8_t *signature, size_t half) {
    QUIETLY;
    uint8_t der[largest_signature];
    int count = join_signature(signature, half, der);
    OWNED(EVP_PKEY_CTX) *context = EVP_PKEY_CTX_new_from_pkey(NULL, key, NULL);
    return count > 0 && context && EVP_PKEY_verify_init(context) == 1
        && EVP_PKEY_verify(context, der, (size_t)count, digest, digest_count) == 1;
}
