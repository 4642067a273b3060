// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
import OAuthMessages
package import PortableFoundation
package import SignInProvider

/// The introspection response of a provider: whether a token is active, and its claims.
///
/// RFC 7662 §2.2
package enum IntrospectionAnswer: Sendable {
    case active(Claims)
    /// The token is unknown, revoked, expired or not for this API.
    case inactive

    /// The longest response that is read, in bytes; RFC 7662 names no limit.
    static let maximumByteCount = 64 * 1024

    /// Reads a response.
    ///
    /// - Parameters:
    ///   - status: The HTTP status.
    ///   - body: The content.
    ///   - issuer: The issuer of the provider, for a response without `iss`.
    /// - Throws: `ServerError` for another status than 200; ``Refusal`` (`tokenResponseMalformed`).
    package init(status: Int, body: Data, issuer: String) throws {
        guard status == 200 else { throw ServerError(status: status, body: body) }
        guard body.count <= Self.maximumByteCount, let claims = try? Claims(payload: Array(body)),
            case .boolean(let isActive) = claims["active"]
        else {
            throw Refusal(.tokenResponseMalformed, "the provider's introspection response cannot be read")
        }
        guard isActive else {
            self = .inactive
            return
        }
        var values = claims.values
        if [nil, .null, .string("")].contains(values["iss"]) { values["iss"] = .string(issuer) }
        self = .active(Claims(values))
    }
}
