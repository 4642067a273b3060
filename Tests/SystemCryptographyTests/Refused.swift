// SPDX-License-Identifier: Apache-2.0
import CTesseraOpenSSL
import SystemCryptography

/// Whether making a value throws, with nothing left in the thread's queue of errors.
func refused<Value>(_ make: () throws -> Value) -> Bool {
    let isRefused = (try? make()) == nil
    return isRefused && ERR_peek_error() == 0
}
