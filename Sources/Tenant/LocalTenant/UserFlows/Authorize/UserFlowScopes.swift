// SPDX-License-Identifier: Apache-2.0
import OAuth

/// What an authorization request asked for, as far as it was granted.
struct UserFlowScopes: Codable, Sendable, Hashable {
    /// The scopes of OpenID Connect itself.
    let openIDConnect: [String]
    /// The client id of the API that access tokens are for; `nil` if nobody asked for any.
    let resource: String?
    /// The permissions of that API, by their own names; none if the app asked by its own client id.
    let permissions: [String]
    /// What responses repeat, in the order of the request.
    let text: String

    /// Whether an ID token was asked for.
    var wantsIDToken: Bool { openIDConnect.contains("openid") }
    /// Whether a refresh token was asked for.
    var wantsRefreshToken: Bool { openIDConnect.contains("offline_access") }
}
