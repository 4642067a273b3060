// SPDX-License-Identifier: Apache-2.0
package import Foundation

/// What a customer let an app do in one user flow: it passes from the code to the refresh token and to every token
/// after it.
package struct UserFlowGrant: Codable, Sendable, Hashable {
    package let tenantID: String
    /// The name of the flow, as it was given.
    package let flow: String
    package let clientID: String
    package let customerID: String
    package var scopes: UserFlowScopes
    package let nonce: String?
    package let authenticatedAt: Date
    /// Whether the customer signed up in this very run.
    package var isNewCustomer: Bool
    /// Whether the app lives in a browser, where refresh tokens are good for a day only.
    var isSinglePage: Bool?
    /// When the refresh tokens end, where using them makes none of them last longer.
    var refreshTokensEndAt: Date?
    /// When the code of the second factor was right; `nil` if none was asked for.
    var secondFactorAt: Date?
    /// Whether it was ended; it is kept so that its client hears why.
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

    /// Whether nothing is given for it any more since a customer's grants ended.
    func isOver(for customer: Customer) -> Bool {
        isRevoked == true || authenticatedAt < customer.grantsEndedAt ?? .distantPast
    }
}
