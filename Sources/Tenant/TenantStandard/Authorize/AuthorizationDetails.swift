// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
import OAuthMessages

/// Authorization details: objects of an API's own making, of which the provider reads only the type.
///
/// RFC 9396 §2
struct AuthorizationDetails: Sendable, Hashable {
    /// The longest text, in bytes, and the largest number of objects; our own choice.
    static let longestText = 8192
    static let mostElements = 16

    /// The objects, each with a `type`.
    let elements: [JSONValue]

    /// Reads the parameter `authorization_details`.
    ///
    /// - Throws: ``StandardError`` (`invalid_authorization_details`).
    init(_ text: String) throws {
        // The reader takes objects; a text that adds members to this one is refused.
        guard text.utf8.count <= Self.longestText,
            let members = try? StrictJSON.object(in: #"{"details":\#(text)}"#.utf8, maximumDepth: 16),
            members.count == 1, let elements = members["details"]?.array,
            (1...Self.mostElements).contains(elements.count),
            elements.allSatisfy({ $0.object?["type"]?.string != nil })
        else {
            throw StandardError(
                .invalidAuthorizationDetails,
                "Send an array of 1 to \(Self.mostElements) objects with a type each, in \(Self.longestText) bytes.")
        }
        self.elements = elements
    }

    var types: Set<String> { Set(elements.compactMap { $0.object?["type"]?.string }) }

    var json: JSONValue { .array(elements) }
}
