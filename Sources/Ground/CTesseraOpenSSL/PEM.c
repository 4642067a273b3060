// SPDX-License-Identifier: Apache-2.0
#include "CTesseraOpenSSL.h"

/// Without a callback OpenSSL asks for a password at the terminal. 0 would be the empty password, -1 refuses.
static int refuse_password(char *password, int capacity, int is_writing, void *context) {
    (void)password, (void)capacity, (void)is_writing, (void)context;
    return -1;
}

static X509 *first_certificate(const uint8_t *text, size_t count) {
    BIO *file = BIO_new_mem_buf(text, (int)count);
    X509 *certificate = file ? PEM_read_bio_X509(file, NULL, refuse_password, NULL) : NULL;
    BIO_free(file);
    return certificate;
}

static EVP_PKEY *first_private_key(const uint8_t *text, size_t count) {
    BIO *file = BIO_new_mem_buf(text, (int)count);
    EVP_PKEY *key = file ? PEM_read_bio_PrivateKey(file, NULL, refuse_password, NULL) : NULL;
    BIO_free(file);
    return key;
}

bool tessera_pem_pair_matches(
    const uint8_t *certificates, size_t certificates_count, const uint8_t *private_key, size_t private_key_count) {
    if (certificates_count > INT_MAX || private_key_count > INT_MAX) return false;
    ERR_set_mark();
    X509 *certificate = first_certificate(certificates, certificates_count);
    EVP_PKEY *key = first_private_key(private_key, private_key_count);
    bool matches = certificate && key && X509_check_private_key(certificate, key) == 1;
    X509_free(certificate);
    EVP_PKEY_free(key);
    ERR_pop_to_mark();
    return matches;
}
