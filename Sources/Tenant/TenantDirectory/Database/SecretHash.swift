// SPDX-License-Identifier: Apache-2.0
import Crypto
import Foundation
import OAuth

/// The form in which secrets that the tenant made are kept: whoever reads the data can use none of them.
///
/// A plain hash will do: secrets are made by machines and nobody can guess one; the codes of six digits are void too
/// soon. For passwords there is ``PasswordHash``.
package enum SecretHash {
    /// The hash of a secret, by which it is found again.
    package static func of(_ secret: String) -> String { SHA256.hash(data: Data(secret.utf8)).unpaddedBase64URL }
}
