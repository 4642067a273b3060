// SPDX-License-Identifier: Apache-2.0
package import Foundation
import JOSE
import OAuth
package import Provider

/// The provider's answer to the question what a token means.
///
/// RFC 7662 §2.2
package enum IntrospectionAnswer: Sendable {
    /// The token is good, with these claims.
    case active(Claims)
    /// The token is unknown, revoked, expired or not for this API.
    case inactive

    /// The longest answer, in bytes; our own choice.
    static let maximumByteCount = 64 * 1024

    /// Reads an answer.
    ///
    /// - Parameters:
    ///   - status: The HTTP status.
    ///   - body: The content.
    ///   - issuer: The provider; an answer need not name it.
    /// - Throws: `ServerError` for another status than 200; ``Refusal`` (`tokenResponseMalformed`).
    package init(status: Int, body: Data, issuer: String) throws {
        guard status == 200 else { throw ServerError(status: status, body: body) }
        guard body.count <= Self.maximumByteCount, let claims = try? Claims(payload: Array(body)),
            case .bool(let isActive) = claims["active"]
        else {
            throw Refusal(.tokenResponseMalformed, "the provider's answer about a token cannot be read")
        }
        guard isActive else {
            self = .inactive
            return
        }
        var values = claims.values
        values["iss"] = values["iss"] ?? .string(issuer)
        self = .active(Claims(values))
    }
}
