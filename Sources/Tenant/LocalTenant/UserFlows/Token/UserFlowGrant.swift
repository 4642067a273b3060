// SPDX-License-Identifier: Apache-2.0
import Foundation

/// What a customer let an app do in one user flow: it passes from the code to the refresh token and to every token
/// after it.
struct UserFlowGrant: Codable, Sendable, Hashable {
    let tenantID: String
    /// The name of the flow, as it was given.
    let flow: String
    let clientID: String
    let customerID: String
    var scopes: UserFlowScopes
    let nonce: String?
    let authenticatedAt: Date
    /// Whether the customer signed up in this very run.
    var isNewCustomer: Bool
    /// Whether the app lives in a browser, where refresh tokens are good for a day only.
    var isSinglePage: Bool?
    /// When the refresh tokens end, where using them makes none of them last longer.
    var refreshTokensEndAt: Date?
    /// When the code of the second factor was right; `nil` if none was asked for.
    var secondFactorAt: Date?
    /// Whether it was ended; it is kept so that its client hears why.
    var isRevoked: Bool?

    /// Whether nothing is given for it any more since a customer's grants ended.
    func isOver(for customer: Customer) -> Bool {
        isRevoked == true || authenticatedAt < customer.grantsEndedAt ?? .distantPast
    }
}
