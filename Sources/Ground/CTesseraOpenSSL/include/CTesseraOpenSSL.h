// SPDX-License-Identifier: Apache-2.0
// OpenSSL 3 for Swift: functions for what its headers offer only as macros, variadic functions or pointers that must
// outlive a call, and the checks that OpenSSL omits. Each function leaves the thread's error queue as it was, because
// libssl, which runs on the same threads, takes an older error for its own.
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
#include <stdint.h>
#include <time.h>

// MARK: Digests and passwords

/// HMAC, RFC 2104. `code` has room for the digest; an empty key or empty data may be NULL.
bool tessera_hmac(
    const EVP_MD *digest, const uint8_t *key, size_t key_count, const uint8_t *data, size_t data_count, uint8_t *code);

/// scrypt, RFC 7914. False for parameters outside its §2, for `count` 0, and without enough memory.
bool tessera_scrypt(
    const uint8_t *password, size_t password_count, const uint8_t *salt, size_t salt_count, uint64_t cost,
    uint64_t block_size, uint64_t parallelism, uint8_t *key, size_t count);

// MARK: AES-256-GCM

/// Seals or opens `input` into `output`, of the same length. NIST SP 800-38D §7
///
/// The key has 32 bytes, the nonce 12, the tag 16; sealing writes the tag, opening compares it.
///
/// Returns 1, 0 if the tag differs, or -1 for more than INT_MAX bytes and if OpenSSL fails, such as without memory.
/// Unless it returns 1, it leaves none of the content in `output`.
int tessera_aes_gcm(
    const EVP_CIPHER *cipher, bool seals, const uint8_t *key, const uint8_t *nonce, const uint8_t *data,
    size_t data_count, const uint8_t *input, size_t count, uint8_t *output, uint8_t *tag);

// MARK: RSA

/// A public key from big-endian numbers. RFC 8017 §3.1
///
/// The caller tests what OpenSSL does not: parity, the exponent's range, and that the modulus has at most 16,384 bits.
EVP_PKEY *tessera_rsa_public(const uint8_t *modulus, size_t n_count, const uint8_t *exponent, size_t e_count);

/// A private key from n, e, d, p, q, dp, dq and qi, big-endian: the order of RFC 8017 §A.1.2.
///
/// NULL unless they are consistent. Whether p and q are prime is not tested; the caller tests n and e.
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

bool tessera_rsa_verify(
    const EVP_PKEY_CTX *prepared, const uint8_t *digest, size_t digest_count, const uint8_t *signature, size_t count);

// MARK: Curves of NIST

/// A key with only its curve, such as "P-256": public keys are copies of it.
EVP_PKEY *tessera_ec_parameters(const char *curve);

/// A public key from an uncompressed point, SEC 1 §2.3.3. NULL unless the point is on the curve, and not at infinity.
EVP_PKEY *tessera_ec_public(const EVP_PKEY *parameters, const uint8_t *point, size_t count);

/// A private key from its number, big-endian. NULL unless it is 1…n-1: OpenSSL signs with 0, n and larger ones, too.
EVP_PKEY *tessera_ec_private(const char *curve, const uint8_t *number, size_t count);

EVP_PKEY *tessera_ec_generate(const char *curve);

/// Writes the uncompressed point of a key; returns its length, 0 on failure.
size_t tessera_ec_point(EVP_PKEY *key, uint8_t *point, size_t capacity);

/// Writes the number of a private key with leading zeros, `count` bytes in all.
bool tessera_ec_number(EVP_PKEY *key, uint8_t *number, size_t count);

/// Signs a digest. `signature` takes r ‖ s, `half` bytes each. RFC 7518 §3.4
bool tessera_ecdsa_sign(EVP_PKEY *key, const uint8_t *digest, size_t digest_count, uint8_t *signature, size_t half);

bool tessera_ecdsa_verify(
    EVP_PKEY *key, const uint8_t *digest, size_t digest_count, const uint8_t *signature, size_t half);

// MARK: Ed25519

EVP_PKEY *tessera_ed25519_private(const uint8_t seed[32]);

/// A public key from a point. NULL for a point of small order: a signature that anyone can make is valid for it, often
/// for every message. OpenSSL accepts those, and does not test that a point is on the curve.
EVP_PKEY *tessera_ed25519_public(const uint8_t point[32]);

bool tessera_ed25519_point(const EVP_PKEY *key, uint8_t point[32]);

/// Signs a message. RFC 8032 §5.1.6
bool tessera_ed25519_sign(EVP_PKEY *key, const uint8_t *message, size_t count, uint8_t signature[64]);

/// Whether a signature of a message is valid. RFC 8032 §5.1.7
bool tessera_ed25519_verify(EVP_PKEY *key, const uint8_t *message, size_t count, const uint8_t signature[64]);

// MARK: PEM

/// A callback for readers of PEM, which refuses each encrypted key: without one, OpenSSL prompts at the terminal.
int tessera_refuse_password(char *password, int capacity, int is_writing, void *context);

/// Whether the first certificate of one text is that of the private key in the other. False for an encrypted one.
bool tessera_pem_pair_matches(
    const uint8_t *certificates, size_t certificates_count, const uint8_t *private_key, size_t private_key_count);

// MARK: Certificates

/// A certificate in DER and nothing after it; NULL for anything else.
X509 *tessera_x509(const uint8_t *der, size_t count);

/// Writes notBefore and notAfter in seconds since 1970; false for a damaged time.
bool tessera_x509_validity(const X509 *certificate, int64_t *start, int64_t *end);

/// Whether the key of one certificate signed another, regardless of names and times.
bool tessera_x509_is_signed(X509 *certificate, const X509 *authority);

/// Whether a path from an authority to a certificate, without certificates between them, is valid at some time.
///
/// A certificate is its own path, authority or not. RFC 5280 §6.1
bool tessera_x509_vouches(X509 *authority, X509 *certificate);

/// The identifier of a certificate's key, which belongs to the certificate; NULL without one.
const uint8_t *tessera_x509_key_identifier(X509 *certificate, size_t *count);

/// Receives a name: one of GEN_DNS, GEN_IPADD, GEN_URI and GEN_EMAIL. The bytes are valid during the call.
typedef void (*tessera_general_name)(void *receiver, int kind, const uint8_t *bytes, size_t count);

/// Calls `each` with the DNS names, addresses, URIs and mail addresses of a certificate. RFC 5280 §4.2.1.6
///
/// Returns 1 if they were read, 0 if it has none, -1 if they are damaged.
int tessera_x509_names(X509 *certificate, tessera_general_name each, void *receiver);

/// Calls `each` with the names that an authority may sign for. RFC 5280 §4.2.1.10
///
/// Returns as `tessera_x509_names`, and -1 also if names are excluded, which such a list cannot express.
int tessera_x509_permitted(X509 *certificate, tessera_general_name each, void *receiver);

/// Receives an attribute: the number of its relative name, its object identifier with dots, and its value in UTF-8.
///
/// A value that is not text has no bytes. Type and bytes are valid during the call.
typedef void (*tessera_attribute)(void *receiver, int set, const char *type, const uint8_t *bytes, size_t count);

/// Calls `each` with the attributes of a name in DER, in order; never if it is damaged.
void tessera_x509_attributes(const uint8_t *der, size_t count, tessera_attribute each, void *receiver);
