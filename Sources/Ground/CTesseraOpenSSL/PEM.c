// SPDX-License-Identifier: Apache-2.0
#include "Scope.h"

// 0 would mean the empty password, -1 is an error.
int tessera_refuse_password(char *password, int capacity, int is_writing, void *context) {
    (void)password, (void)capacity, (void)is_writing, (void)context;
    return -1;
}

bool tessera_pem_pair_matches(
    const uint8_t *certificates, size_t certificates_count, const uint8_t *private_key, size_t private_key_count) {
    if (certificates_count > INT_MAX || private_key_count > INT_MAX) return false;
    QUIETLY;
    OWNED(BIO) *certificate_file = BIO_new_mem_buf(certificates, (int)certificates_count);
    OWNED(BIO) *key_file = BIO_new_mem_buf(private_key, (int)private_key_count);
    if (!certificate_file || !key_file) return false;
    OWNED(X509) *certificate = PEM_read_bio_X509(certificate_file, NULL, tessera_refuse_password, NULL);
    OWNED(EVP_PKEY) *key = PEM_read_bio_PrivateKey(key_file, NULL, tessera_refuse_password, NULL);
    return certificate && key && X509_check_private_key(certificate, key) == 1;
}
