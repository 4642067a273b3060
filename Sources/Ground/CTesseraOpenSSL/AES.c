// SPDX-License-Identifier: Apache-2.0
#include "Scope.h"

enum { tag_count = 16 };

int tessera_aes_gcm(
    const EVP_CIPHER *cipher, bool seals, const uint8_t *key, const uint8_t *nonce, const uint8_t *data,
    size_t data_count, const uint8_t *input, size_t count, uint8_t *output, uint8_t *tag) {
    // OpenSSL counts in `int`: more bytes would be sealed in part.
    if (data_count > INT_MAX || count > INT_MAX) return -1;
    QUIETLY;
    int length = 0;
    uint8_t nothing[tag_count]; // EVP_CipherFinal_ex takes a buffer, but writes nothing for GCM.
    OWNED(EVP_CIPHER_CTX) *context = EVP_CIPHER_CTX_new();
    bool is_ready = context && EVP_CipherInit_ex2(context, cipher, key, nonce, seals, NULL) == 1
        && (data_count == 0 || EVP_CipherUpdate(context, NULL, &length, data, (int)data_count) == 1)
        && (count == 0 || EVP_CipherUpdate(context, output, &length, input, (int)count) == 1)
        && (seals || EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, tag_count, tag) == 1);
    bool is_done = is_ready && EVP_CipherFinal_ex(context, nothing, &length) == 1
        && (!seals || EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, tag_count, tag) == 1);
    // OpenSSL writes the content before it compares the tag.
    if (!is_done && count > 0) OPENSSL_cleanse(output, count);
    return is_done ? 1 : is_ready && !seals ? 0 : -1;
}
