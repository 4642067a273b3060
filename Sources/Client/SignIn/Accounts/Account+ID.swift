// SPDX-License-Identifier: Apache-2.0
import Crypto
import Foundation
import OAuth
import Provider

extension Account.ID {
    /// The same person at the same registration always has the same id.
    init(_ parts: [String]) {
        // Each part carries its length, so that two different lists never give the same text.
        let text = parts.map { "\($0.utf8.count):\($0)" }.joined()
        self.init(rawValue: SHA256.hash(data: Data(text.utf8)).prefix(16).unpaddedBase64URL)
    }
}
