// SPDX-License-Identifier: Apache-2.0
import Crypto
import Foundation
import OAuth

/// The hash with which the database stores secrets that the tenant made; a reader of the data cannot use them.
///
/// A plain hash is enough: machines make the secrets, so guessing is hopeless, and codes of six digits expire soon. For
/// passwords, use ``PasswordHash``.
package enum SecretHash {
    /// The hash of a secret, with which the tenant looks it up.
    package static func of(_ secret: String) -> String { SHA256.hash(data: Data(secret.utf8)).unpaddedBase64URL }
}
