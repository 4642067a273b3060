// SPDX-License-Identifier: Apache-2.0
package import HTTPMessages
package import OAuthMessages

/// A client's ID for its request, repeated in responses and logs; validated, so that no client writes text into logs.
package struct CorrelationID: Sendable, Hashable {
    package static let name = "client-request-id"

    package let text: String

    init?(_ text: String?) {
        guard let text, (1...64).contains(text.utf8.count), text.utf8.allSatisfy(Self.allowed.contains) else {
            return nil
        }
        self.text = text
    }

    package init?(in fields: HTTPFields) { self.init(fields[HTTPField.Name(token: Self.name)]) }

    package init?(in parameters: FormParameters?) { self.init(parameters?[Self.name]) }

    private static let allowed = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.".utf8)
}
