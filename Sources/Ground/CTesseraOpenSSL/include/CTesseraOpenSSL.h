// SPDX-License-Identifier: Apache-2.0
// OpenSSL 3 for Swift: what its headers offer only as macros, variadic functions or pointers that must outlive a call,
// and the checks that OpenSSL leaves out. Each function leaves the thread's error queue as it found it: libssl, which
// runs on the same threads, takes an older error for its own.
#pragma once
#define OPENSSL_API_COMPAT 30000
#define OPENSSL_NO_DEPRECATED
#if !__has_include(<openssl/core_names.h>)
#error "OpenSSL 3 is missing: install libssl-dev (Debian), openssl-devel (Fedora) or openssl@3 (macOS, by brew)"
#endif
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/rsa.h>
#include <openssl/obj_mac.h>
#include <openssl/bio.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

// MARK: Digests and passwords

/// HMAC, RFC 2104. `code` has room for the digest; an empty key or empty data may be NULL.
bool tessera_hmac(
    const EVP_MD *digest, const uint8_t *key, size_t key_count, const uint8_t *data, size_t data_count, uint8_t *code);

/// scrypt, RFC 7914. False for parameters outside its §2, and without enough memory.
bool tessera_scrypt(
    const uint8_t *password, size_t password_count, const uint8_t *salt, size_t salt_count, uint64_t cost,
    uint64_t block_size, uint64_t parallelism, uint8_t *key, size_t key_count);

// MARK: AES-256-GCM

/// Seals `input` into `output`, of the same length, and writes the tag of 16 bytes. NIST SP 800-38D §7.1
///
/// The key has 32 bytes, the nonce 12. False, with nothing written, for more than INT_MAX bytes.
bool tessera_aes_gcm_seal(
    const EVP_CIPHER *cipher, const uint8_t *key, const uint8_t *nonce, const uint8_t *data, size_t data_count,
    const uint8_t *input, size_t count, uint8_t *output, uint8_t *tag);

/// Opens `input` into `output`. NIST SP 800-38D §7.2
///
/// False, with zeros as output, unless the tag fits.
bool tessera_aes_gcm_open(
    const EVP_CIPHER *cipher, const uint8_t *key, const uint8_t *nonce, const uint8_t *data, size_t data_count,
    const uint8_t *input, size_t count, uint8_t *output, const uint8_t *tag);

// MARK: RSA

/// A public key from big-endian numbers. RFC 8017 §3.1
///
/// NULL for an even number, an exponent that is 1 or not below the modulus, and a modulus of more than 16,384 bits:
/// OpenSSL makes a key of them, and fails at each use or accepts signatures of anybody.
EVP_PKEY *tessera_rsa_public(
    const uint8_t *modulus, size_t modulus_count, const uint8_t *exponent, size_t exponent_count);

/// A private key from n, e, d, p, q, dp, dq and qi, big-endian: the order of RFC 8017 §A.1.2.
///
/// NULL unless they belong together. Whether p and q are prime is not tested.
EVP_PKEY *tessera_rsa_private(const uint8_t *const numbers[8], const size_t counts[8]);

/// A new key with the exponent 65537.
EVP_PKEY *tessera_rsa_generate(size_t bits);

/// Writes a number of a private key, big-endian without leading zeros. `index` counts as `tessera_rsa_private` does.
///
/// Returns its length, 0 if the key lacks it or it is longer than `capacity`.
size_t tessera_rsa_number(EVP_PKEY *key, int index, uint8_t *number, size_t capacity);

/// A context for signatures of one key in one scheme, to be copied for each use.
///
/// The salt of PSS has the length of the digest, in both directions. RFC 7518 §3.5
EVP_PKEY_CTX *tessera_rsa_context(EVP_PKEY *key, const EVP_MD *digest, bool is_pss, bool signs);

/// Signs a digest; returns the length of the signature, 0 on failure.
size_t tessera_rsa_sign(
    const EVP_PKEY_CTX *prepared, const uint8_t *digest, size_t digest_count, uint8_t *signature, size_t capacity);

/// Whether a signature of a digest is valid.
bool tessera_rsa_verify(
    const EVP_PKEY_CTX *prepared, const uint8_t *digest, size_t digest_count, const uint8_t *signature,
    size_t signature_count);

// MARK: Curves of NIST

/// A key that has nothing but its curve, such as "P-256": public keys are made as copies of it.
EVP_PKEY *tessera_ec_parameters(const char *curve);

/// A public key from an uncompressed point, SEC 1 §2.3.3. NULL unless the point is on the curve, and not at infinity.
EVP_PKEY *tessera_ec_public(const EVP_PKEY *parameters, const uint8_t *point, size_t count);

/// A private key from its number, big-endian. NULL unless it is 1…n-1: OpenSSL signs with 0, n and larger ones, too.
EVP_PKEY *tessera_ec_private(const char *curve, int curve_nid, const uint8_t *number, size_t count);

/// A new key.
EVP_PKEY *tessera_ec_generate(const char *curve);

/// Writes the uncompressed point of a key; returns its length, 0 on failure.
size_t tessera_ec_point(EVP_PKEY *key, uint8_t *point, size_t capacity);

/// Writes the number of a private key with leading zeros, `count` bytes in all.
bool tessera_ec_number(EVP_PKEY *key, uint8_t *number, size_t count);

/// Signs a digest. `signature` takes r ‖ s, `half` bytes each. RFC 7518 §3.4
bool tessera_ecdsa_sign(EVP_PKEY *key, const uint8_t *digest, size_t digest_count, uint8_t *signature, size_t half);

/// Whether r ‖ s is a signature of a digest.
bool tessera_ecdsa_verify(
    EVP_PKEY *key, const uint8_t *digest, size_t digest_count, const uint8_t *signature, size_t half);

// MARK: Ed25519

/// A key from 32 bytes: a seed or a point. OpenSSL does not test that a point is on the curve.
EVP_PKEY *tessera_ed25519_private(const uint8_t seed[32]);
EVP_PKEY *tessera_ed25519_public(const uint8_t point[32]);

/// Writes the point of a key.
bool tessera_ed25519_point(const EVP_PKEY *key, uint8_t point[32]);

/// Signs a message. RFC 8032 §5.1.6
bool tessera_ed25519_sign(EVP_PKEY *key, const uint8_t *message, size_t count, uint8_t signature[64]);

/// Whether a signature of a message is valid. RFC 8032 §5.1.7
bool tessera_ed25519_verify(EVP_PKEY *key, const uint8_t *message, size_t count, const uint8_t signature[64]);

// MARK: PEM

/// Whether the first certificate of one text is that of the private key in the other. False for an encrypted one.
bool tessera_pem_pair_matches(
    const uint8_t *certificates, size_t certificates_count, const uint8_t *private_key, size_t private_key_count);

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
