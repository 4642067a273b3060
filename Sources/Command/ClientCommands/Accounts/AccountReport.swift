// SPDX-License-Identifier: Apache-2.0
import Foundation
import SignIn

/// An account in JSON output.
struct AccountReport: Encodable, Sendable {
    let id: String
    let name: String?
    let username: String?
    let registration: String
    let signedInAt: Date
    let needsSignIn: Bool
    let current: Bool

    init(_ account: Account, isCurrent: Bool) {
        id = account.id.rawValue
        name = account.names.name
        username = account.names.username
        registration = account.registration
        signedInAt = account.signedInAt
        needsSignIn = account.needsSignIn
        current = isCurrent
    }
}
