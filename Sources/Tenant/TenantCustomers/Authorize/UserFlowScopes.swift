// SPDX-License-Identifier: Apache-2.0
import OAuth

/// The scopes that an authorization request asked for, as far as they were granted.
package struct UserFlowScopes: Codable, Sendable, Hashable {
    /// The scopes of OpenID Connect itself.
    package let openIDConnect: [String]
    /// The client id of the API that access tokens are for; `nil` if the request named none.
    package let resource: String?
    /// The permissions of that API, by their own names; empty if the app asked by its own client id.
    package let permissions: [String]
    /// The value of `scope` in responses, in the order of the request.
    package let text: String

    package init(openIDConnect: [String], resource: String?, permissions: [String], text: String) {
        (self.openIDConnect, self.resource, self.permissions, self.text) = (openIDConnect, resource, permissions, text)
    }

    /// Whether the request asked for an ID token.
    var wantsIDToken: Bool { openIDConnect.contains("openid") }
    /// Whether the request asked for a refresh token.
    var wantsRefreshToken: Bool { openIDConnect.contains("offline_access") }
}
