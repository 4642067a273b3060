// SPDX-License-Identifier: Apache-2.0
#include "Scope.h"

enum { largest_count = OPENSSL_RSA_MAX_MODULUS_BITS / 8 };
enum { N, E, D, P, Q, DP, DQ, QI, number_count };

static const char *const names[number_count] = {
    OSSL_PKEY_PARAM_RSA_N, OSSL_PKEY_PARAM_RSA_E, OSSL_PKEY_PARAM_RSA_D, OSSL_PKEY_PARAM_RSA_FACTOR1,
    OSSL_PKEY_PARAM_RSA_FACTOR2, OSSL_PKEY_PARAM_RSA_EXPONENT1, OSSL_PKEY_PARAM_RSA_EXPONENT2,
    OSSL_PKEY_PARAM_RSA_COEFFICIENT1,
};

EVP_PKEY *tessera_rsa_public(const uint8_t *modulus, size_t n_count, const uint8_t *exponent, size_t e_count) {
    if (n_count > INT_MAX || e_count > INT_MAX) return NULL;
    QUIETLY;
    OWNED(BIGNUM) *n = BN_bin2bn(modulus, (int)n_count, NULL);
    OWNED(BIGNUM) *e = BN_bin2bn(exponent, (int)e_count, NULL);
    OWNED(OSSL_PARAM_BLD) *builder = OSSL_PARAM_BLD_new();
    bool is_complete = n && e && builder && OSSL_PARAM_BLD_push_BN(builder, names[N], n)
        && OSSL_PARAM_BLD_push_BN(builder, names[E], e);
    return is_complete ? tessera_key("RSA", EVP_PKEY_PUBLIC_KEY, builder) : NULL;
}

/// Whether left · right = 1 modulo a number.
static bool is_inverse(const BIGNUM *left, const BIGNUM *right, const BIGNUM *modulus, BN_CTX *context) {
    OWNED(BIGNUM) *product = BN_secure_new();
    return product && BN_mod_mul(product, left, right, modulus, context) && BN_is_one(product);
}

/// Whether the numbers are consistent, RFC 8017 §3.2. EVP_PKEY_check, which also tests for primes, takes 50 ms.
static bool belong_together(BIGNUM *const numbers[number_count], BN_CTX *context) {
    const BIGNUM *n = numbers[N], *e = numbers[E], *d = numbers[D], *p = numbers[P], *q = numbers[Q];
    if (!BN_is_odd(p) || !BN_is_odd(q) || BN_is_one(p) || BN_is_one(q)) return false;
    OWNED(BIGNUM) *product = BN_secure_new();
    OWNED(BIGNUM) *p_less_one = BN_secure_new();
    OWNED(BIGNUM) *q_less_one = BN_secure_new();
    return product && p_less_one && q_less_one && BN_mul(product, p, q, context) && BN_cmp(product, n) == 0
        && BN_sub(p_less_one, p, BN_value_one()) && BN_sub(q_less_one, q, BN_value_one()) && BN_cmp(d, n) < 0
        && BN_cmp(numbers[DP], p_less_one) < 0 && BN_cmp(numbers[DQ], q_less_one) < 0 && BN_cmp(numbers[QI], p) < 0
        && is_inverse(e, d, p_less_one, context) && is_inverse(e, d, q_less_one, context)
        && is_inverse(e, numbers[DP], p_less_one, context) && is_inverse(e, numbers[DQ], q_less_one, context)
        && is_inverse(q, numbers[QI], p, context);
}

/// Reads a number; OpenSSL computes with secret ones in constant time.
static BIGNUM *number(const uint8_t *bytes, size_t count, bool is_secret) {
    if (count > largest_count) return NULL;
    BIGNUM *number = is_secret ? BN_secure_new() : BN_new();
    if (number && is_secret) BN_set_flags(number, BN_FLG_CONSTTIME);
    if (number && BN_bin2bn(bytes, (int)count, number)) return number;
    BN_free(number);
    return NULL;
}

EVP_PKEY *tessera_rsa_private(const uint8_t *const bytes[number_count], const size_t counts[number_count]) {
    QUIETLY;
    EVP_PKEY *key = NULL;
    BIGNUM *numbers[number_count];
    OWNED(BN_CTX) *context = BN_CTX_secure_new();
    OWNED(OSSL_PARAM_BLD) *builder = OSSL_PARAM_BLD_new();
    bool is_complete = context && builder;
    for (int i = 0; i < number_count; i++) {
        numbers[i] = number(bytes[i], counts[i], i >= D);
        is_complete = is_complete && numbers[i] && OSSL_PARAM_BLD_push_BN(builder, names[i], numbers[i]);
    }
    if (is_complete && belong_together(numbers, context)) key = tessera_key("RSA", EVP_PKEY_KEYPAIR, builder);
    for (int i = 0; i < number_count; i++) BN_clear_free(numbers[i]);
    return key;
}

EVP_PKEY *tessera_rsa_generate(size_t bits) {
    QUIETLY;
    return EVP_PKEY_Q_keygen(NULL, NULL, "RSA", bits);
}

size_t tessera_rsa_number(EVP_PKEY *key, int index, uint8_t *bytes, size_t capacity) {
    QUIETLY;
    BIGNUM *found = NULL;
    bool is_found = EVP_PKEY_get_bn_param(key, names[index], &found) == 1;
    OWNED(BIGNUM) *number = found;
    return is_found && (size_t)BN_num_bytes(number) <= capacity ? (size_t)BN_bn2bin(number, bytes) : 0;
}

EVP_PKEY_CTX *tessera_rsa_context(EVP_PKEY *key, const EVP_MD *digest, bool is_pss, bool signs) {
    QUIETLY;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_pkey(NULL, key, NULL);
    if (context && (signs ? EVP_PKEY_sign_init(context) : EVP_PKEY_verify_init(context)) == 1
        && EVP_PKEY_CTX_set_rsa_padding(context, is_pss ? RSA_PKCS1_PSS_PADDING : RSA_PKCS1_PADDING) == 1
        && EVP_PKEY_CTX_set_signature_md(context, digest) == 1
        // Otherwise OpenSSL accepts a salt of any length, and creates the longest.
        && (!is_pss || EVP_PKEY_CTX_set_rsa_pss_saltlen(context, RSA_PSS_SALTLEN_DIGEST) == 1))
        return context;
    EVP_PKEY_CTX_free(context);
    return NULL;
}

size_t tessera_rsa_sign(
    const EVP_PKEY_CTX *prepared, const uint8_t *digest, size_t digest_count, uint8_t *signature, size_t capacity) {
    QUIETLY;
    OWNED(EVP_PKEY_CTX) *context = EVP_PKEY_CTX_dup(prepared);
    bool is_done = context && EVP_PKEY_sign(context, signature, &capacity, digest, digest_count) == 1;
    return is_done ? capacity : 0;
}

bool tessera_rsa_verify(
    const EVP_PKEY_CTX *prepared, const uint8_t *digest, size_t digest_count, const uint8_t *signature, size_t count) {
    QUIETLY;
    OWNED(EVP_PKEY_CTX) *context = EVP_PKEY_CTX_dup(prepared);
    return context && EVP_PKEY_verify(context, signature, count, digest, digest_count) == 1;
}
