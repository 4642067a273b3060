// SPDX-License-Identifier: Apache-2.0
#include "CTesseraOpenSSL.h"

enum { tag_count = 16 };

/// OpenSSL counts in `int`: more bytes would be sealed in part.
static bool fits(size_t data_count, size_t count) { return data_count <= INT_MAX && count <= INT_MAX; }

static bool start(
    EVP_CIPHER_CTX *context, const EVP_CIPHER *cipher, const uint8_t *key, const uint8_t *nonce, bool seals,
    const uint8_t *data, size_t data_count) {
    int written;
    return EVP_CipherInit_ex2(context, cipher, key, nonce, seals, NULL) == 1
        && (data_count == 0 || EVP_CipherUpdate(context, NULL, &written, data, (int)data_count) == 1);
}

static bool finish(EVP_CIPHER_CTX *context, const uint8_t *input, size_t count, uint8_t *output) {
    int written = 0;
    int rest;
    uint8_t nothing[1]; // GCM writes all of its output before.
    return (count == 0 || EVP_CipherUpdate(context, output, &written, input, (int)count) == 1)
        && (size_t)written == count && EVP_CipherFinal_ex(context, nothing, &rest) == 1;
}

bool tessera_aes_gcm_seal(
    const EVP_CIPHER *cipher, const uint8_t *key, const uint8_t *nonce, const uint8_t *data, size_t data_count,
    const uint8_t *input, size_t count, uint8_t *output, uint8_t *tag) {
    if (!fits(data_count, count)) return false;
    ERR_set_mark();
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    bool is_done = context && start(context, cipher, key, nonce, true, data, data_count)
        && finish(context, input, count, output)
        && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, tag_count, tag) == 1;
    EVP_CIPHER_CTX_free(context);
    ERR_pop_to_mark();
    return is_done;
}

bool tessera_aes_gcm_open(
    const EVP_CIPHER *cipher, const uint8_t *key, const uint8_t *nonce, const uint8_t *data, size_t data_count,
    const uint8_t *input, size_t count, uint8_t *output, const uint8_t *tag) {
    if (!fits(data_count, count)) return false;
    ERR_set_mark();
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    bool is_done = context && start(context, cipher, key, nonce, false, data, data_count)
        && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, tag_count, (void *)tag) == 1
        && finish(context, input, count, output);
    // OpenSSL writes the content before it compares the tag.
    if (!is_done && count > 0) OPENSSL_cleanse(output, count);
    EVP_CIPHER_CTX_free(context);
    ERR_pop_to_mark();
    return is_done;
}
