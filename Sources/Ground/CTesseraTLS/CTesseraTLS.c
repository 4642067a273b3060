// SPDX-License-Identifier: Apache-2.0
#include "CTesseraTLS.h"

// The suites of TLS 1.2 with forward secrecy and authenticated encryption (RFC 9325 §4.2); TLS 1.3 has no others.
static const char suites[] = "ECDHE+AESGCM:ECDHE+CHACHA20";

// A session of a connection that requested a certificate resumes only on such a connection, and others only on others.
// OpenSSL needs the identifier: if none is set, resumption fails with an alert where certificates are requested.
static const unsigned char session_with_certificate[] = "tessera, certificate";

// Selects http/1.1. Without a common protocol, the handshake ends with an alert. RFC 7301 §3.2
static int choose_protocol(
    SSL *, const unsigned char **chosen, unsigned char *count, const unsigned char *offered, unsigned offered_count,
    void *) {
    static const unsigned char http11[] = "\x08http/1.1";
    return SSL_select_next_proto((unsigned char **)chosen, count, http11, sizeof http11 - 1, offered, offered_count)
            == OPENSSL_NPN_NEGOTIATED
        ? SSL_TLSEXT_ERR_OK
        : SSL_TLSEXT_ERR_ALERT_FATAL;
}

// Accepts each client certificate whose key is long enough: the handshake proves that the client has the key, and the
// endpoints validate the issuer. As for tokens, RSA begins at 2048 bits (RFC 7518 §3.3). OpenSSL's security levels
// do not apply, since this replaces its own verification.
static int accept_certificate(X509_STORE_CTX *store, void *) {
    EVP_PKEY *key = X509_get0_pubkey(X509_STORE_CTX_get0_cert(store));
    if (!key) return 0;
    int type = EVP_PKEY_get_base_id(key);
    int is_elliptic = type == EVP_PKEY_EC || type == EVP_PKEY_ED25519 || type == EVP_PKEY_ED448;
    if (EVP_PKEY_get_bits(key) >= (is_elliptic ? 224 : 2048)) return 1;
    X509_STORE_CTX_set_error(store, X509_V_ERR_EE_KEY_TOO_SMALL);
    return 0;
}

static int choose_certificate(SSL *connection, int *, void *for_names) {
    if (!SSL_get_servername(connection, TLSEXT_NAMETYPE_host_name)) return SSL_TLSEXT_ERR_OK;
    return SSL_set_SSL_CTX(connection, for_names) ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_ALERT_FATAL;
}

SSL_CTX *tessera_tls_context(void) {
    SSL_CTX *context = SSL_CTX_new(TLS_server_method());
    if (!context) return NULL;
    if (SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION) != 1 || SSL_CTX_set_cipher_list(context, suites) != 1) {
        SSL_CTX_free(context);
        return NULL;
    }
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_CIPHER_SERVER_PREFERENCE);
    // Tickets resume sessions without a cache.
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
    // An idle connection keeps no buffers for records. Those of `tessera_tls_connection` are freed in
    // `tessera_tls_shrink`.
    SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
    // OpenSSL uses the callbacks of the context that `choose_certificate` chose, so each context has them.
    SSL_CTX_set_alpn_select_cb(context, choose_protocol, NULL);
    SSL_CTX_set_cert_verify_callback(context, accept_certificate, NULL);
    return context;
}

int tessera_tls_add_to_chain(SSL_CTX *context, X509 *certificate) {
    return SSL_CTX_add1_chain_cert(context, certificate) == 1;
}

void tessera_tls_use_for_names(SSL_CTX *context, SSL_CTX *for_names) {
    SSL_CTX_set_tlsext_servername_callback(context, choose_certificate);
    SSL_CTX_set_tlsext_servername_arg(context, for_names);
}

SSL *tessera_tls_connection(SSL_CTX *context, bool asks_for_certificate) {
    SSL *connection = SSL_new(context);
    BIO *input = BIO_new(BIO_s_mem()), *output = BIO_new(BIO_s_mem());
    if (!connection || !input || !output) {
        BIO_free(input);
        BIO_free(output);
        SSL_free(connection);
        return NULL;
    }
    SSL_set_bio(connection, input, output);
    SSL_set_accept_state(connection);
    if (!asks_for_certificate) return connection;
    SSL_set_verify(connection, SSL_VERIFY_PEER, NULL);
    // It can only fail for an identifier of more than 32 bytes.
    SSL_set_session_id_context(connection, session_with_certificate, sizeof session_with_certificate - 1);
    return connection;
}

// An empty buffer keeps the capacity of its longest content. One for a single record stays, because replacing it costs
// as much as the encryption: the longest record has about 16,400 bytes, and OpenSSL adds a third.
static void shrink(BIO *buffer) {
    BUF_MEM *memory = NULL;
    if (BIO_ctrl_pending(buffer) > 0 || BIO_get_mem_ptr(buffer, &memory) != 1 || memory->max <= 24576) return;
    BUF_MEM *empty = BUF_MEM_new();
    if (empty) BIO_set_mem_buf(buffer, empty, BIO_CLOSE);
}

void tessera_tls_shrink(SSL *connection) {
    shrink(SSL_get_rbio(connection));
    shrink(SSL_get_wbio(connection));
}
