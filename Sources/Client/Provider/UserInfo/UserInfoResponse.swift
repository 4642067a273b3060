// SPDX-License-Identifier: Apache-2.0
package import Foundation
package import OAuth

/// A response of the UserInfo endpoint, by its form; its person is still to be judged.
///
/// OpenID Connect Core §5.3.2
package enum UserInfoResponse: Sendable {
    /// Claims as plain JSON, protected by the connection alone.
    case plain(Claims)
    /// Claims that the provider signed.
    case signed(Redacted<String>)

    /// The longest accepted content, in bytes.
    static let maximumByteCount = 256 * 1024

    /// Judges a response by its status, its type and its size.
    ///
    /// - Parameters:
    ///   - status: The HTTP status.
    ///   - contentType: The field `Content-Type`.
    ///   - body: The content.
    /// - Throws: ``ServerError`` for another status than 200; ``Refusal`` (`userInfoMalformed`).
    package init(status: Int, contentType: String?, body: Data) throws {
        guard status == 200 else { throw ServerError(status: status, body: body) }
        guard body.count <= Self.maximumByteCount else { throw Self.malformed("it is too long") }
        let type = contentType?.split(separator: ";").first?.lowercased().trimmingCharacters(in: .whitespaces)
        switch type {
        case "application/json":
            do {
                self = .plain(try Claims(payload: Array(body)))
            } catch {
                throw Self.malformed("it is not one JSON object", cause: error)
            }
        case "application/jwt":
            self = .signed(Redacted(String(decoding: body, as: UTF8.self)))
        default:
            throw Self.malformed("it is neither application/json nor application/jwt")
        }
    }

    private static func malformed(_ reason: String, cause: (any Error)? = nil) -> Refusal {
        Refusal(
            .userInfoMalformed, "what the provider tells about the person cannot be read: \(reason)", cause: cause)
    }
}
