// SPDX-License-Identifier: Apache-2.0
// TLS of servers: what libssl's headers offer only as macros.
#pragma once
#include "CTesseraOpenSSL.h"
#include <openssl/ssl.h>

static inline void tls_settings(SSL_CTX *_Nonnull context) {
    SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);  // Tickets resume without it.
    SSL_CTX_set_mode(
        context, SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_CIPHER_SERVER_PREFERENCE);
}
static inline void tls_server_name(
    SSL_CTX *_Nonnull context, int (*_Nonnull callback)(SSL *_Nullable, int *_Nullable, void *_Nullable),
    void *_Nullable argument) {
    SSL_CTX_set_tlsext_servername_callback(context, callback);
    SSL_CTX_set_tlsext_servername_arg(context, argument);
}
static inline long tls_pending(BIO *_Nonnull bio) { return BIO_pending(bio); }
static inline int tls_any(X509_STORE_CTX *_Nullable store, void *_Nullable argument) {
    (void)store;
    (void)argument;
    return 1;
}
// Any client certificate will do: who it is, the handler decides; that the client has its key, the handshake has proved.
static inline void tls_any_certificate(SSL_CTX *_Nonnull context) {
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER, NULL);
    SSL_CTX_set_cert_verify_callback(context, tls_any, NULL);
}
static inline void tls_eof_is_retry(BIO *_Nonnull bio) { BIO_set_mem_eof_return(bio, -1); }
static inline int tls_alpn(
    SSL *_Nullable ssl, const unsigned char *_Nullable *_Nullable out, unsigned char *_Nullable count,
    const unsigned char *_Nullable in, unsigned in_count, void *_Nullable argument) {
    static const unsigned char http11[] = "\x08http/1.1";
    (void)ssl;
    (void)argument;
    return SSL_select_next_proto((unsigned char **)out, count, http11, 9, in, in_count) == OPENSSL_NPN_NEGOTIATED
        ? SSL_TLSEXT_ERR_OK
        : SSL_TLSEXT_ERR_ALERT_FATAL;
}
static inline void tls_only_http11(SSL_CTX *_Nonnull context) { SSL_CTX_set_alpn_select_cb(context, tls_alpn, NULL); }
static inline int tls_add_chain(SSL_CTX *_Nonnull context, X509 *_Nonnull certificate) {
    return SSL_CTX_add1_chain_cert(context, certificate) == 1;
}
