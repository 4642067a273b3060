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
        guard text.utf8.count <= Self.longestText, let elements = Self.elements(in: text),
            (1...Self.mostElements).contains(elements.count), elements.allSatisfy({ $0["type"]?.string != nil })
        else {
            throw StandardError(
                .invalidAuthorizationDetails,
                "Send an array of 1 to \(Self.mostElements) objects with a type each, in \(Self.longestText) bytes.")
        }
        self.elements = elements
    }

    /// Reads details that were judged before.
    init?(stored text: String) { try? self.init(text) }

    private init(elements: [JSONValue]) {
        self.elements = elements
    }

    private static func elements(in text: String) -> [JSONValue]? {
        // The reader takes objects; a text that adds members to this one is refused.
        guard let members = try? StrictJSON.object(in: #"{"details":\#(text)}"#.utf8, maximumDepth: 16),
            members.count == 1
        else { return nil }
        return members["details"]?.array
    }

    /// The types of the objects.
    var types: Set<String> { Set(elements.compactMap { $0["type"]?.string }) }

    /// The details as JSON.
    var json: JSONValue { .array(elements) }

    /// Those of the details that a token request names, which must be among the granted ones. RFC 9396 §6
    ///
    /// - Throws: ``StandardError`` (`invalid_authorization_details`).
    func narrowed(to asked: AuthorizationDetails) throws -> AuthorizationDetails {
        guard asked.elements.allSatisfy(elements.contains) else { throw StandardError.detailsNotGranted }
        return AuthorizationDetails(elements: asked.elements)
    }
}

extension JSONValue {
    /// A member, if this is an object.
    fileprivate subscript(name: String) -> JSONValue? { object?[name] }
}

extension StandardError {
    static let detailsNotGranted = StandardError(
        .invalidAuthorizationDetails, "The authorization_details are more than was granted.")
}
