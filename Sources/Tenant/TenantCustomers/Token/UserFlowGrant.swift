// SPDX-License-Identifier: Apache-2.0
package import Foundation

/// A customer's grant to an app in one user flow; the code, the refresh token and every later token carry it on.
package struct UserFlowGrant: Codable, Sendable, Hashable {
    package let tenantID: String
    /// The name of the flow, as it was defined.
    package let flow: String
    package let clientID: String
    package let customerID: String
    package var scopes: UserFlowScopes
    package let nonce: String?
    package let authenticatedAt: Date
    /// Whether the customer signed up in this run.
    package var isNewCustomer: Bool
    /// Whether the app runs in a browser, where refresh tokens last only a day.
    var isSinglePage: Bool?
    /// When the refresh tokens end, if refreshing does not extend them.
    var refreshTokensEndAt: Date?
    /// When the customer typed the right code of the second factor; `nil` without one.
    var secondFactorAt: Date?
    /// Whether it was revoked; the row is kept so that its client gets the right error.
    var isRevoked: Bool?

    package init(
        tenantID: String, flow: String, clientID: String, customerID: String, scopes: UserFlowScopes, nonce: String?,
        authenticatedAt: Date, isNewCustomer: Bool, isSinglePage: Bool? = nil, refreshTokensEndAt: Date? = nil,
        secondFactorAt: Date? = nil, isRevoked: Bool? = nil
    ) {
        self.tenantID = tenantID
        self.flow = flow
        self.clientID = clientID
        self.customerID = customerID
        self.scopes = scopes
        self.nonce = nonce
        self.authenticatedAt = authenticatedAt
        self.isNewCustomer = isNewCustomer
        self.isSinglePage = isSinglePage
        self.refreshTokensEndAt = refreshTokensEndAt
        self.secondFactorAt = secondFactorAt
        self.isRevoked = isRevoked
    }

    /// Whether it was revoked, or a later password reset ended the customer's grants.
    func isOver(for customer: Customer) -> Bool {
        isRevoked == true || authenticatedAt < customer.grantsEndedAt ?? .distantPast
    }
}
