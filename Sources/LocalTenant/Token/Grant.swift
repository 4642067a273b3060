// SPDX-License-Identifier: Apache-2.0
import Foundation

/// What a person let an app do: it passes from the code to the refresh token and to every token after it.
struct Grant: Codable, Sendable, Hashable {
    let clientID: String
    let personID: String
    /// What was granted at sign-in, in the order of the request, as ``ResolvedScope`` writes it.
    let scopes: [ResolvedScope]
    let authenticatedAt: Date
    /// When the code of the second factor was right; `nil` if none was asked for.
    var secondFactorAt: Date?
    /// What was asked for with the parameter `claims`, as it came. OpenID Connect Core §5.5
    var claims: String?
    /// The session in the browser, which tokens name as `sid`.
    var sessionID: String?
}
