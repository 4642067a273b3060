// SPDX-License-Identifier: Apache-2.0
// OpenSSL 3 for Swift: what its headers offer only as macros, variadic functions or pointers that must outlive
// a call. Each function leaves the thread's error queue as it found it, since libssl on the same thread reads the queue.
#pragma once
#define OPENSSL_API_COMPAT 30000
#define OPENSSL_NO_DEPRECATED
#if !__has_include(<openssl/core_names.h>)
#error "OpenSSL's headers are missing: apt install libssl-dev, dnf install openssl-devel, or brew install openssl@3"
#endif
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <openssl/rsa.h>
#include <openssl/obj_mac.h>
#include <openssl/bio.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>
#include <limits.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#define TESSERA_QUIETLY(type, expression) \
    ({ ERR_set_mark(); type result_ = (expression); ERR_pop_to_mark(); result_; })

// MARK: Keys from numbers

static inline EVP_PKEY *tessera_built(const char *type, int selection, OSSL_PARAM_BLD *builder) {
    EVP_PKEY *key = NULL;
    OSSL_PARAM *parameters = OSSL_PARAM_BLD_to_param(builder);
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, type, NULL);
    if (!parameters || !context || EVP_PKEY_fromdata_init(context) != 1
        || EVP_PKEY_fromdata(context, &key, selection, parameters) != 1)
        key = NULL;
    EVP_PKEY_CTX_free(context);
    OSSL_PARAM_free(parameters);
    return key;
}

static inline EVP_PKEY *tessera_rsa_public_(const uint8_t *n, size_t n_count, const uint8_t *e, size_t e_count) {
    EVP_PKEY *key = NULL;
    BIGNUM *modulus = BN_bin2bn(n, (int)n_count, NULL), *exponent = BN_bin2bn(e, (int)e_count, NULL);
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    // OpenSSL takes even numbers and fails at each use.
    if (modulus && exponent && builder && BN_is_odd(modulus) && BN_is_odd(exponent) && !BN_is_one(exponent)
        && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_N, modulus)
        && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_E, exponent))
        key = tessera_built("RSA", EVP_PKEY_PUBLIC_KEY, builder);
    OSSL_PARAM_BLD_free(builder);
    BN_free(modulus);
    BN_free(exponent);
    return key;
}
static inline EVP_PKEY *tessera_rsa_public(const uint8_t *n, size_t n_count, const uint8_t *e, size_t e_count) {
    return TESSERA_QUIETLY(EVP_PKEY *, tessera_rsa_public_(n, n_count, e, e_count));
}

// The names of the numbers of RFC 8017 §A.1.2, in its order: n, e, d, p, q, dp, dq, qi.
static const char *const tessera_rsa_names[8] = {
    OSSL_PKEY_PARAM_RSA_N, OSSL_PKEY_PARAM_RSA_E, OSSL_PKEY_PARAM_RSA_D, OSSL_PKEY_PARAM_RSA_FACTOR1,
    OSSL_PKEY_PARAM_RSA_FACTOR2, OSSL_PKEY_PARAM_RSA_EXPONENT1, OSSL_PKEY_PARAM_RSA_EXPONENT2,
    OSSL_PKEY_PARAM_RSA_COEFFICIENT1,
};

// Whether the numbers belong together: n = pq; e·d = e·dp = 1 mod p-1, e·d = e·dq = 1 mod q-1; q·qi = 1 mod p. Whether p
// and q are prime is not asked: EVP_PKEY_check takes 50 ms.
static inline int tessera_rsa_fits(BIGNUM *const x[8], BN_CTX *c) {
    BN_CTX_start(c);
    BIGNUM *t = BN_CTX_get(c), *p1 = BN_CTX_get(c), *q1 = BN_CTX_get(c);
    int fits = q1 && BN_is_odd(x[3]) && BN_is_odd(x[4]) && !BN_is_one(x[3]) && !BN_is_one(x[4])
        && BN_mul(t, x[3], x[4], c) && BN_cmp(t, x[0]) == 0
        && BN_sub(p1, x[3], BN_value_one()) && BN_sub(q1, x[4], BN_value_one())
        && BN_cmp(x[5], p1) < 0 && BN_cmp(x[6], q1) < 0 && BN_cmp(x[7], x[3]) < 0 && BN_cmp(x[2], x[0]) < 0
        && BN_mod_mul(t, x[1], x[5], p1, c) && BN_is_one(t) && BN_mod_mul(t, x[1], x[6], q1, c) && BN_is_one(t)
        && BN_mod_mul(t, x[1], x[2], p1, c) && BN_is_one(t) && BN_mod_mul(t, x[1], x[2], q1, c) && BN_is_one(t)
        && BN_mod_mul(t, x[4], x[7], x[3], c) && BN_is_one(t);
    BN_CTX_end(c);
    return fits;
}
static inline EVP_PKEY *tessera_rsa_private(const uint8_t *const *numbers, const size_t *counts) {
    ERR_set_mark();
    EVP_PKEY *key = NULL;
    BIGNUM *x[8];
    BN_CTX *context = BN_CTX_secure_new();
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    int good = context && builder;
    for (int i = 0; i < 8; i++) {
        x[i] = i < 2 ? BN_new() : BN_secure_new(); // secure numbers are cleared when they are freed
        good = good && x[i] && BN_bin2bn(numbers[i], (int)counts[i], x[i]);
        if (good && i >= 2) BN_set_flags(x[i], BN_FLG_CONSTTIME);
        good = good && OSSL_PARAM_BLD_push_BN(builder, tessera_rsa_names[i], x[i]);
    }
    if (good && tessera_rsa_fits(x, context)) key = tessera_built("RSA", EVP_PKEY_KEYPAIR, builder);
    OSSL_PARAM_BLD_free(builder);
    for (int i = 0; i < 8; i++) BN_clear_free(x[i]);
    BN_CTX_free(context);
    ERR_pop_to_mark();
    return key;
}
static inline EVP_PKEY *tessera_rsa_generate(size_t bits) {
    return TESSERA_QUIETLY(EVP_PKEY *, EVP_PKEY_Q_keygen(NULL, NULL, "RSA", bits));
}
// Writes a number of a key, big-endian; returns its length, 0 if the key lacks it.
static inline size_t tessera_rsa_number(EVP_PKEY *key, int index, uint8_t *to, size_t capacity) {
    BIGNUM *number = NULL;
    int count = 0;
    ERR_set_mark();
    if (EVP_PKEY_get_bn_param(key, tessera_rsa_names[index], &number) == 1 && (size_t)BN_num_bytes(number) <= capacity)
        count = BN_bn2bin(number, to);
    BN_clear_free(number);
    ERR_pop_to_mark();
    return count;
}

// MARK: Curves of NIST

// Keys with the curve alone, once for each: a copy with a point takes a quarter of the time of a new key.
static inline EVP_PKEY *tessera_ec_parameters(const char *curve) {
    ERR_set_mark();
    EVP_PKEY *key = NULL;
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    if (builder && OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_GROUP_NAME, curve, 0))
        key = tessera_built("EC", EVP_PKEY_KEY_PARAMETERS, builder);
    OSSL_PARAM_BLD_free(builder);
    ERR_pop_to_mark();
    return key;
}
// A public key from 04 ‖ x ‖ y; NULL unless the point is on the curve.
static inline EVP_PKEY *tessera_ec_public(const EVP_PKEY *parameters, const uint8_t *point, size_t count) {
    if (count < 65 || point[0] != 4) return NULL; // 00, the point at infinity, would be taken
    ERR_set_mark();
    EVP_PKEY *key = EVP_PKEY_dup((EVP_PKEY *)parameters);
    if (key && EVP_PKEY_set1_encoded_public_key(key, point, count) != 1) {
        EVP_PKEY_free(key);
        key = NULL;
    }
    ERR_pop_to_mark();
    return key;
}
// A private key from its number; NULL unless it is 1…n-1, which OpenSSL does not check.
static inline EVP_PKEY *tessera_ec_private(const char *curve, int nid, const uint8_t *number, size_t count) {
    ERR_set_mark();
    EVP_PKEY *key = NULL;
    EC_GROUP *group = EC_GROUP_new_by_curve_name(nid);
    EC_POINT *point = group ? EC_POINT_new(group) : NULL;
    BN_CTX *context = BN_CTX_secure_new();
    BIGNUM *secret = BN_secure_new();
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    uint8_t encoded[133];
    if (point && context && secret && builder && BN_bin2bn(number, (int)count, secret)) {
        BN_set_flags(secret, BN_FLG_CONSTTIME);
        size_t length;
        if (!BN_is_zero(secret) && BN_cmp(secret, EC_GROUP_get0_order(group)) < 0
            && EC_POINT_mul(group, point, secret, NULL, NULL, context)
            && (length = EC_POINT_point2oct(group, point, POINT_CONVERSION_UNCOMPRESSED, encoded, sizeof encoded, context))
            && OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_GROUP_NAME, curve, 0)
            && OSSL_PARAM_BLD_push_octet_string(builder, OSSL_PKEY_PARAM_PUB_KEY, encoded, length)
            && OSSL_PARAM_BLD_push_BN_pad(builder, OSSL_PKEY_PARAM_PRIV_KEY, secret, count))
            key = tessera_built("EC", EVP_PKEY_KEYPAIR, builder);
    }
    OSSL_PARAM_BLD_free(builder);
    BN_clear_free(secret);
    BN_CTX_free(context);
    EC_POINT_free(point);
    EC_GROUP_free(group);
    ERR_pop_to_mark();
    return key;
}
static inline EVP_PKEY *tessera_ec_generate(const char *curve) {
    return TESSERA_QUIETLY(EVP_PKEY *, EVP_PKEY_Q_keygen(NULL, NULL, "EC", curve));
}
static inline size_t tessera_ec_point(EVP_PKEY *key, uint8_t *to, size_t capacity) {
    size_t count = 0;
    return EVP_PKEY_get_octet_string_param(key, OSSL_PKEY_PARAM_PUB_KEY, to, capacity, &count) == 1 ? count : 0;
}
static inline int tessera_ec_number(EVP_PKEY *key, uint8_t *to, size_t count) {
    BIGNUM *number = NULL;
    int good = EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_PRIV_KEY, &number) == 1
        && BN_bn2binpad(number, to, (int)count) == (int)count;
    BN_clear_free(number);
    return good;
}
// r ‖ s. RFC 7518 §3.4
static inline int tessera_ecdsa_sign(EVP_PKEY *key, const uint8_t *digest, size_t count, uint8_t *raw, size_t half) {
    ERR_set_mark();
    uint8_t der[160];
    size_t length = sizeof der;
    int good = 0;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_pkey(NULL, key, NULL);
    if (context && EVP_PKEY_sign_init(context) == 1 && EVP_PKEY_sign(context, der, &length, digest, count) == 1) {
        const uint8_t *at = der;
        ECDSA_SIG *signature = d2i_ECDSA_SIG(NULL, &at, (long)length);
        good = signature && BN_bn2binpad(ECDSA_SIG_get0_r(signature), raw, (int)half) > 0
            && BN_bn2binpad(ECDSA_SIG_get0_s(signature), raw + half, (int)half) > 0;
        ECDSA_SIG_free(signature);
    }
    EVP_PKEY_CTX_free(context);
    ERR_pop_to_mark();
    return good;
}
static inline int tessera_ecdsa_verify(
    EVP_PKEY *key, const uint8_t *digest, size_t count, const uint8_t *raw, size_t half) {
    ERR_set_mark();
    uint8_t der[160], *end = der;
    int good = 0;
    ECDSA_SIG *signature = ECDSA_SIG_new();
    BIGNUM *r = BN_bin2bn(raw, (int)half, NULL), *s = BN_bin2bn(raw + half, (int)half, NULL);
    if (signature && r && s && ECDSA_SIG_set0(signature, r, s)) {
        int length = i2d_ECDSA_SIG(signature, &end);
        EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_pkey(NULL, key, NULL);
        good = length > 0 && context && EVP_PKEY_verify_init(context) == 1
            && EVP_PKEY_verify(context, der, (size_t)length, digest, count) == 1;
        EVP_PKEY_CTX_free(context);
    } else {
        BN_free(r);
        BN_free(s);
    }
    ECDSA_SIG_free(signature);
    ERR_pop_to_mark();
    return good;
}

// MARK: RSA signatures

// A context that is prepared once for a key and a scheme, and copied for each use: copying takes 0.3 µs, preparing 5 µs.
static inline EVP_PKEY_CTX *tessera_rsa_context(EVP_PKEY *key, const EVP_MD *digest, int is_pss, int signs) {
    ERR_set_mark();
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_pkey(NULL, key, NULL);
    int good = context && (signs ? EVP_PKEY_sign_init(context) : EVP_PKEY_verify_init(context)) == 1
        && EVP_PKEY_CTX_set_rsa_padding(context, is_pss ? RSA_PKCS1_PSS_PADDING : RSA_PKCS1_PADDING) == 1
        && EVP_PKEY_CTX_set_signature_md(context, digest) == 1
        // Otherwise any salt verifies, and the longest is made. RFC 7518 §3.5
        && (!is_pss || EVP_PKEY_CTX_set_rsa_pss_saltlen(context, RSA_PSS_SALTLEN_DIGEST) == 1);
    if (!good) {
        EVP_PKEY_CTX_free(context);
        context = NULL;
    }
    ERR_pop_to_mark();
    return context;
}
static inline size_t tessera_rsa_sign(const EVP_PKEY_CTX *prepared, const uint8_t *digest, size_t count, uint8_t *to, size_t capacity) {
    ERR_set_mark();
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_dup(prepared);
    if (!context || EVP_PKEY_sign(context, to, &capacity, digest, count) != 1) capacity = 0;
    EVP_PKEY_CTX_free(context);
    ERR_pop_to_mark();
    return capacity;
}
static inline int tessera_rsa_verify(
    const EVP_PKEY_CTX *prepared, const uint8_t *digest, size_t count, const uint8_t *signature, size_t length) {
    ERR_set_mark();
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_dup(prepared);
    int good = context && EVP_PKEY_verify(context, signature, length, digest, count) == 1;
    EVP_PKEY_CTX_free(context);
    ERR_pop_to_mark();
    return good;
}

// MARK: Ed25519

static inline EVP_PKEY *tessera_ed25519(const uint8_t *bytes, int is_private) {
    return TESSERA_QUIETLY(EVP_PKEY *, is_private
        ? EVP_PKEY_new_raw_private_key_ex(NULL, "ED25519", NULL, bytes, 32)
        : EVP_PKEY_new_raw_public_key_ex(NULL, "ED25519", NULL, bytes, 32));
}
static inline int tessera_ed25519_sign(EVP_PKEY *key, const uint8_t *message, size_t count, uint8_t *to) {
    ERR_set_mark();
    size_t length = 64;
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    int good = context && EVP_DigestSignInit_ex(context, NULL, NULL, NULL, NULL, key, NULL) == 1
        && EVP_DigestSign(context, to, &length, message, count) == 1;
    EVP_MD_CTX_free(context);
    ERR_pop_to_mark();
    return good;
}
static inline int tessera_ed25519_verify(EVP_PKEY *key, const uint8_t *message, size_t count, const uint8_t *signature) {
    ERR_set_mark();
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    int good = context && EVP_DigestVerifyInit_ex(context, NULL, NULL, NULL, NULL, key, NULL) == 1
        && EVP_DigestVerify(context, signature, 64, message, count) == 1;
    EVP_MD_CTX_free(context);
    ERR_pop_to_mark();
    return good;
}

// MARK: HMAC

// RFC 2104 over one context: a fifth of the time of EVP_MAC. The output has room for the digest.
static inline int tessera_hmac(
    const EVP_MD *digest, size_t block, const uint8_t *key, size_t key_count, const uint8_t *data, size_t count, uint8_t *out) {
    uint8_t pad[EVP_MAX_MD_SIZE * 2 + 16] = {0}, inner[EVP_MAX_MD_SIZE];
    unsigned length = 0;
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    int good = context && block <= sizeof pad;
    if (good && key_count > block) good = EVP_Digest(key, key_count, pad, NULL, digest, NULL);
    else if (good && key_count) memcpy(pad, key, key_count);
    for (size_t i = 0; good && i < block; i++) pad[i] ^= 0x36;
    good = good && EVP_DigestInit_ex2(context, digest, NULL) && EVP_DigestUpdate(context, pad, block)
        && EVP_DigestUpdate(context, data, count) && EVP_DigestFinal_ex(context, inner, &length);
    for (size_t i = 0; good && i < block; i++) pad[i] ^= 0x36 ^ 0x5c;
    good = good && EVP_DigestInit_ex2(context, digest, NULL) && EVP_DigestUpdate(context, pad, block)
        && EVP_DigestUpdate(context, inner, length) && EVP_DigestFinal_ex(context, out, NULL);
    OPENSSL_cleanse(pad, sizeof pad);
    OPENSSL_cleanse(inner, sizeof inner);
    EVP_MD_CTX_free(context);
    return good;
}

// MARK: AES-GCM

// Seals (tag written) or opens (tag checked, not written); on failure the output is cleared.
static inline int tessera_gcm(
    const EVP_CIPHER *cipher, int seals, const uint8_t *key, const uint8_t *nonce, const uint8_t *data, size_t data_count,
    const uint8_t *in, size_t count, uint8_t *out, uint8_t *tag) {
    ERR_set_mark();
    int length = 0, rest = 0;
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    int good = context && EVP_CipherInit_ex2(context, cipher, key, nonce, seals, NULL) == 1
        && (data_count == 0 || EVP_CipherUpdate(context, NULL, &length, data, (int)data_count) == 1)
        && (count == 0 || EVP_CipherUpdate(context, out, &length, in, (int)count) == 1)
        && (seals || EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, 16, tag) == 1)
        && EVP_CipherFinal_ex(context, out + (count ? length : 0), &rest) == 1
        && (!seals || EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, 16, tag) == 1);
    if (!good) OPENSSL_cleanse(out, count);
    EVP_CIPHER_CTX_free(context);
    ERR_pop_to_mark();
    return good;
}

// MARK: Certificates

// A certificate in DER and nothing after it; NULL for anything else.
static inline X509 *tessera_x509(const uint8_t *der, size_t count) {
    if (count > LONG_MAX) return NULL;
    ERR_set_mark();
    const uint8_t *at = der;
    X509 *certificate = d2i_X509(NULL, &at, (long)count);
    if (certificate && at != der + count) {
        X509_free(certificate);
        certificate = NULL;
    }
    ERR_pop_to_mark();
    return certificate;
}
// Seconds since 1970 of the first and the last time at which a certificate is valid; 0 for a damaged time.
static inline int tessera_x509_validity(const X509 *certificate, int64_t *start, int64_t *end) {
    struct tm first, last;
    ERR_set_mark();
    int good = ASN1_TIME_to_tm(X509_get0_notBefore(certificate), &first) == 1
        && ASN1_TIME_to_tm(X509_get0_notAfter(certificate), &last) == 1;
    ERR_pop_to_mark();
    if (!good) return 0;
    *start = (int64_t)timegm(&first);
    *end = (int64_t)timegm(&last);
    return 1;
}
// Whether the key of one certificate signed another; names and times do not count.
static inline int tessera_x509_is_signed(X509 *certificate, const X509 *authority) {
    ERR_set_mark();
    EVP_PKEY *key = X509_get0_pubkey(authority);
    int good = key && X509_verify(certificate, key) == 1;
    ERR_pop_to_mark();
    return good;
}
// Whether one authority alone vouches for a certificate, at whatever time: RFC 5280 §6.1 with a path of one.
static inline int tessera_x509_vouches(X509 *authority, X509 *certificate) {
    ERR_set_mark();
    int good = 0;
    X509_STORE *store = X509_STORE_new();
    X509_STORE_CTX *context = X509_STORE_CTX_new();
    if (store && context && X509_STORE_add_cert(store, authority) == 1
        && X509_STORE_CTX_init(context, store, certificate, NULL) == 1) {
        X509_VERIFY_PARAM *rules = X509_STORE_CTX_get0_param(context);
        // A registered authority may be below another one. Our caller judges times: OpenSSL refuses the last second.
        X509_VERIFY_PARAM_set_flags(rules, X509_V_FLAG_PARTIAL_CHAIN | X509_V_FLAG_NO_CHECK_TIME);
        // 112 bits: RSA of 2048 bits, no SHA-1; without a level, SHA-1 is taken.
        X509_VERIFY_PARAM_set_auth_level(rules, 2);
        good = X509_verify_cert(context) == 1;
    }
    X509_STORE_CTX_free(context);
    X509_STORE_free(store);
    ERR_pop_to_mark();
    return good;
}
// Whether clients may use it: no extended key usage, or one that says so. RFC 5280 §4.2.1.12
static inline int tessera_x509_is_for_clients(X509 *certificate) {
    ERR_set_mark();
    uint32_t usage = X509_get_extended_key_usage(certificate);
    ERR_pop_to_mark();
    return usage == UINT32_MAX || (usage & (XKU_SSL_CLIENT | XKU_ANYEKU)) != 0;
}
// The identifier of its key, which belongs to the certificate; NULL without one.
static inline const uint8_t *tessera_x509_key_identifier(X509 *certificate, size_t *count) {
    ERR_set_mark();
    const ASN1_OCTET_STRING *identifier = X509_get0_subject_key_id(certificate);
    ERR_pop_to_mark();
    *count = identifier ? (size_t)ASN1_STRING_length(identifier) : 0;
    return identifier ? ASN1_STRING_get0_data(identifier) : NULL;
}
typedef void (*tessera_general_name)(void *to, int kind, const uint8_t *bytes, size_t count);
static inline void tessera_give_name(const GENERAL_NAME *name, tessera_general_name each, void *to) {
    int kind;
    const ASN1_STRING *value = GENERAL_NAME_get0_value(name, &kind);
    if (kind == GEN_DNS || kind == GEN_IPADD || kind == GEN_URI || kind == GEN_EMAIL)
        each(to, kind, ASN1_STRING_get0_data(value), (size_t)ASN1_STRING_length(value));
}
// The DNS names, addresses, URIs and mail addresses of a certificate. 1: read, 0: it has none, -1: they are damaged.
static inline int tessera_x509_names(X509 *certificate, tessera_general_name each, void *to) {
    int state;
    ERR_set_mark();
    GENERAL_NAMES *names = X509_get_ext_d2i(certificate, NID_subject_alt_name, &state, NULL);
    for (int i = 0; names && i < sk_GENERAL_NAME_num(names); i++)
        tessera_give_name(sk_GENERAL_NAME_value(names, i), each, to);
    int result = names ? 1 : state == -1 ? 0 : -1;
    GENERAL_NAMES_free(names);
    ERR_pop_to_mark();
    return result;
}
// The names that an authority may sign for, with the result of the function above.
static inline int tessera_x509_permitted(X509 *certificate, tessera_general_name each, void *to) {
    int state;
    ERR_set_mark();
    NAME_CONSTRAINTS *limits = X509_get_ext_d2i(certificate, NID_name_constraints, &state, NULL);
    for (int i = 0; limits && i < sk_GENERAL_SUBTREE_num(limits->permittedSubtrees); i++)
        tessera_give_name(sk_GENERAL_SUBTREE_value(limits->permittedSubtrees, i)->base, each, to);
    int result = limits ? 1 : state == -1 ? 0 : -1;
    NAME_CONSTRAINTS_free(limits);
    ERR_pop_to_mark();
    return result;
}
typedef void (*tessera_attribute)(void *to, int set, const char *type, const uint8_t *bytes, size_t count);
// The attributes of a name in DER, with the number of their relative name; a value that is no text has no bytes.
static inline void tessera_x509_attributes(const uint8_t *der, size_t count, tessera_attribute each, void *to) {
    if (count > LONG_MAX) return;
    ERR_set_mark();
    X509_NAME *name = d2i_X509_NAME(NULL, &der, (long)count);
    for (int i = 0; name && i < X509_NAME_entry_count(name); i++) {
        X509_NAME_ENTRY *entry = X509_NAME_get_entry(name, i);
        char type[128];
        OBJ_obj2txt(type, sizeof type, X509_NAME_ENTRY_get_object(entry), 1);
        ASN1_STRING *value = X509_NAME_ENTRY_get_data(entry);
        int kind = ASN1_STRING_type(value);
        int is_text = kind == V_ASN1_UTF8STRING || kind == V_ASN1_PRINTABLESTRING || kind == V_ASN1_IA5STRING;
        each(to, X509_NAME_ENTRY_set(entry), type, is_text ? ASN1_STRING_get0_data(value) : NULL,
            is_text ? (size_t)ASN1_STRING_length(value) : 0);
    }
    X509_NAME_free(name);
    ERR_pop_to_mark();
}
