// SPDX-License-Identifier: Apache-2.0
// TLS of servers over OpenSSL's libssl: the settings of all connections, and functions for what libssl's headers offer
// only as macros. The errors of a failure stay in the thread's queue, which the caller clears.
#pragma once
#include "CTesseraOpenSSL.h"
#include <openssl/ssl.h>
#include <stdbool.h>

// Creates a context without a certificate, with the settings of all servers; NULL if OpenSSL refuses them.
SSL_CTX *_Nullable tessera_tls_context(void);

// Adds a certificate to the chain behind the one of SSL_CTX_use_certificate. 1: added, 0: refused.
int tessera_tls_add_to_chain(SSL_CTX *_Nonnull context, X509 *_Nonnull certificate);

// Uses another context's certificate and key on connections whose client names a host (RFC 6066 §3). The other context
// must outlive the connections of the first one.
void tessera_tls_use_for_names(SSL_CTX *_Nonnull context, SSL_CTX *_Nonnull for_names);

// Creates the server's side of a connection. It owns two buffers in memory: the peer's bytes are written to
// SSL_get_rbio, the bytes for the peer are read from SSL_get_wbio. NULL if there is no memory.
SSL *_Nullable tessera_tls_connection(SSL_CTX *_Nonnull context, bool asks_for_certificate);

// Frees the memory of each buffer of a connection that is empty and has room for more than a record.
void tessera_tls_shrink(SSL *_Nonnull connection);

static inline size_t tessera_tls_pending(const SSL *_Nonnull connection) {
    return BIO_ctrl_pending(SSL_get_wbio(connection));
}
