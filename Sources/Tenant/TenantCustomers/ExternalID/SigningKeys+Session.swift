// SPDX-License-Identifier: Apache-2.0
import Crypto
import Foundation
import OAuth
import TenantDirectory

extension SigningKeys {
    /// The id of a customer's session in a browser: the same until the next sign-in.
    ///
    /// OpenID Connect Session Management §3
    func sessionID(of customerID: String, since begin: Date) -> String {
        let code = SHA256.hash(data: Data(subject(of: "\(customerID) \(begin.seconds)", for: "session").utf8))
        return RandomSource { Array(code.prefix($0)) }.identifier()
    }
}
