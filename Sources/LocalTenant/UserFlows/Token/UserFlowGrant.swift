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
    let scopes: UserFlowScopes
    let nonce: String?
    let authenticatedAt: Date
    /// Whether the customer signed up in this very run.
    var isNewCustomer: Bool
    /// Whether the app lives in a browser, where refresh tokens are good for a day only.
    var isSinglePage: Bool?
}
