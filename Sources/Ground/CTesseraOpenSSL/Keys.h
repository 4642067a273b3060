// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "CTesseraOpenSSL.h"
#include <openssl/param_build.h>

/// A key of a type, such as "RSA", from its parameters; NULL if they are no key. Any errors stay in the queue.
EVP_PKEY *tessera_key(const char *type, int selection, OSSL_PARAM_BLD *builder);
