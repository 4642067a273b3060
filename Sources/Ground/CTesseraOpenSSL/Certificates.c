// SPDX-License-Identifier: Apache-2.0
#include "Scope.h"

X509 *tessera_x509(const uint8_t *der, size_t count) {
    if (count > LONG_MAX) return NULL;
    QUIETLY;
    const uint8_t *end = der;
    X509 *certificate = d2i_X509(NULL, &end, (long)count);
    if (certificate && end == der + count) return certificate;
    X509_free(certificate);
    return NULL;
}

/// Reads a time with seconds and in GMT, as RFC 5280 §4.1.2.5 demands; OpenSSL reads others, too.
static bool read_time(const ASN1_TIME *time, int64_t *seconds) {
    int count = ASN1_STRING_length(time);
    struct tm parts;
    if (count != (ASN1_STRING_type(time) == V_ASN1_UTCTIME ? 13 : 15) || ASN1_STRING_get0_data(time)[count - 1] != 'Z'
        || ASN1_TIME_to_tm(time, &parts) != 1)
        return false;
    *seconds = (int64_t)timegm(&parts);
    return true;
}

bool tessera_x509_validity(const X509 *certificate, int64_t *start, int64_t *end) {
    QUIETLY;
    return read_time(X509_get0_notBefore(certificate), start) && read_time(X509_get0_notAfter(certificate), end);
}

bool tessera_x509_is_signed(X509 *certificate, const X509 *authority) {
    QUIETLY;
    EVP_PKEY *key = X509_get0_pubkey(authority);
    return key && X509_verify(certificate, key) == 1;
}

bool tessera_x509_vouches(X509 *authority, X509 *certificate) {
    QUIETLY;
    // An authority has basicConstraints (1), or is self-signed and of version 1 (3). OpenSSL would also accept an issuer
    // without basicConstraints whose key usage allows signing. RFC 5280 §4.2.1.9
    int kind = X509_check_ca(authority);
    if (kind != 1 && kind != 3 && X509_cmp(authority, certificate) != 0) return false;
    OWNED(X509_STORE) *store = X509_STORE_new();
    OWNED(X509_STORE_CTX) *context = X509_STORE_CTX_new();
    if (!store || !context || X509_STORE_add_cert(store, authority) != 1
        || X509_STORE_CTX_init(context, store, certificate, NULL) != 1)
        return false;
    X509_VERIFY_PARAM *rules = X509_STORE_CTX_get0_param(context);
    // A registered authority may be below another one. Our caller validates times: OpenSSL refuses notAfter itself.
    X509_VERIFY_PARAM_set_flags(rules, X509_V_FLAG_PARTIAL_CHAIN | X509_V_FLAG_NO_CHECK_TIME);
    // 112 bits: RSA of 2048 bits, no SHA-1. By default, SHA-1 is accepted.
    X509_VERIFY_PARAM_set_auth_level(rules, 2);
    return X509_verify_cert(context) == 1;
}

const uint8_t *tessera_x509_key_identifier(X509 *certificate, size_t *count) {
    QUIETLY;
    const ASN1_OCTET_STRING *identifier = X509_get0_subject_key_id(certificate);
    *count = identifier ? (size_t)ASN1_STRING_length(identifier) : 0;
    return identifier ? ASN1_STRING_get0_data(identifier) : NULL;
}

/// Passes on a name whose value is bytes; skips the others, such as names of directories.
static void give_name(const GENERAL_NAME *name, tessera_general_name each, void *receiver) {
    int kind;
    const ASN1_STRING *value = GENERAL_NAME_get0_value(name, &kind);
    if (kind == GEN_DNS || kind == GEN_IPADD || kind == GEN_URI || kind == GEN_EMAIL)
        each(receiver, kind, ASN1_STRING_get0_data(value), (size_t)ASN1_STRING_length(value));
}

/// The result for an extension that was not read: OpenSSL sets -1 if it is missing, another number if it is damaged or
/// occurs twice.
static int missing(int critical) { return critical == -1 ? 0 : -1; }

int tessera_x509_names(X509 *certificate, tessera_general_name each, void *receiver) {
    QUIETLY;
    int critical;
    OWNED(GENERAL_NAMES) *names = X509_get_ext_d2i(certificate, NID_subject_alt_name, &critical, NULL);
    if (!names) return missing(critical);
    for (int i = 0; i < sk_GENERAL_NAME_num(names); i++) give_name(sk_GENERAL_NAME_value(names, i), each, receiver);
    return 1;
}

int tessera_x509_permitted(X509 *certificate, tessera_general_name each, void *receiver) {
    QUIETLY;
    int critical;
    OWNED(NAME_CONSTRAINTS) *limits = X509_get_ext_d2i(certificate, NID_name_constraints, &critical, NULL);
    if (!limits) return missing(critical);
    if (!limits->permittedSubtrees || limits->excludedSubtrees) return -1;
    for (int i = 0; i < sk_GENERAL_SUBTREE_num(limits->permittedSubtrees); i++)
        give_name(sk_GENERAL_SUBTREE_value(limits->permittedSubtrees, i)->base, each, receiver);
    return 1;
}

/// Passes on the object identifier of an attribute in dotted form, and its value if it is ASCII or UTF-8 text.
static void give_attribute(const X509_NAME_ENTRY *entry, tessera_attribute each, void *receiver) {
    char type[128] = "";
    int type_count = OBJ_obj2txt(type, sizeof type, X509_NAME_ENTRY_get_object(entry), 1);
    const ASN1_STRING *value = X509_NAME_ENTRY_get_data(entry);
    int kind = ASN1_STRING_type(value);
    // A longer identifier was cut off, and could equal another.
    bool is_text = type_count > 0 && (size_t)type_count < sizeof type
        && (kind == V_ASN1_UTF8STRING || kind == V_ASN1_PRINTABLESTRING || kind == V_ASN1_IA5STRING);
    const uint8_t *bytes = is_text ? ASN1_STRING_get0_data(value) : NULL;
    each(receiver, X509_NAME_ENTRY_set(entry), type, bytes, is_text ? (size_t)ASN1_STRING_length(value) : 0);
}

void tessera_x509_attributes(const uint8_t *der, size_t count, tessera_attribute each, void *receiver) {
    if (count > LONG_MAX) return;
    QUIETLY;
    OWNED(X509_NAME) *name = d2i_X509_NAME(NULL, &der, (long)count);
    int entries = name ? X509_NAME_entry_count(name) : 0;
    for (int i = 0; i < entries; i++) give_attribute(X509_NAME_get_entry(name, i), each, receiver);
}
