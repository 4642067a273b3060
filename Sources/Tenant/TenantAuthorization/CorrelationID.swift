// SPDX-License-Identifier: Apache-2.0
package import HTTPMessages
package import OAuthMessages

/// The id that a client gave its request, to find it again in logs; answers and pages repeat it.
///
/// The tenant takes only well-formed ids, so that no client can write its own text into the tenant's logs.
package struct CorrelationID: Sendable, Hashable {
    /// The name of the field and of the parameter.
    package static let name = "client-request-id"

    package let text: String

    /// Reads an id; `nil` unless it is 1 to 64 ASCII letters, digits, `-`, `_` and `.`.
    init?(_ text: String?) {
        guard let text, (1...64).contains(text.utf8.count), text.utf8.allSatisfy(Self.allowed.contains) else {
            return nil
        }
        self.text = text
    }

    /// Finds the id in the fields of a request.
    package init?(in fields: HTTPFields) {
        self.init(fields[HTTPField.Name(token: Self.name)])
    }

    /// Finds the id in a query or a form.
    package init?(in parameters: FormParameters?) {
        self.init(parameters?[Self.name])
    }

    private static let allowed = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.".utf8)
}
