// SPDX-License-Identifier: Apache-2.0
#if !canImport(CryptoKit)
import CTesseraOpenSSL

/// The state that OpenSSL keeps for a thread.
package enum Runtime {
    /// Whether the thread's error queue holds an error; tests show that this module never leaves one.
    package static var hasPendingError: Bool { ERR_peek_error() != 0 }
}
#endif
