// SPDX-License-Identifier: Apache-2.0
import OAuth

/// A way for customers to sign up and in; older texts call it a policy.
package enum UserFlow: String, Sendable, Codable, CaseIterable {
    /// Sign in, or sign up first.
    case signUpOrSignIn = "B2C_1_susi"
    /// Choose a new password after proving the e-mail address.
    case passwordReset = "B2C_1_reset"

    /// Finds a flow by its name, which may be written in any case.
    init?(named name: String) {
        guard let flow = Self.allCases.first(where: { $0.addressName.isSameSecret(as: name.lowercased()) }) else {
            return nil
        }
        self = flow
    }

    /// The name as addresses repeat it: in lower case, however it was asked for.
    package var addressName: String { rawValue.lowercased() }
}
