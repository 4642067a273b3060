// SPDX-License-Identifier: Apache-2.0
import Foundation
import OAuth

/// Identifies a refresh request; a new sign-in or another refresh token makes it a different one.
struct RefreshQuestion: Hashable {
    private let account: Account.ID
    private let signedInAt: Date
    private let refreshToken: Redacted<String>?
    private let permissions: Set<String>

    init(_ record: AccountRecord, _ scopes: ScopeSet) {
        account = record.id
        signedInAt = record.signedInAt
        refreshToken = record.refreshToken
        permissions = scopes.permissions
    }
}
