// SPDX-License-Identifier: Apache-2.0
import Foundation

extension DecodingError {
    /// The place of the error, as the end of a JSON pointer.
    var pointer: String {
        place.path.map { "/\($0.intValue.map(String.init) ?? $0.stringValue)" }.joined()
    }

    /// The error in a sentence.
    var sentence: String { place.what }

    private var place: (path: [any CodingKey], what: String) {
        switch self {
        case .keyNotFound(let key, let context): (context.codingPath, "'\(key.stringValue)' is missing.")
        case .dataCorrupted(let context): (context.codingPath, context.debugDescription)
        case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
            (context.codingPath, "This must be \(Self.words(for: type)).")
        @unknown default: ([], "This cannot be read.")
        }
    }

    /// A type of Swift in the words of JSON.
    private static func words(for type: any Any.Type) -> String {
        switch type {
        case is String.Type: "a text"
        case is Bool.Type: "true or false"
        case is Int.Type, is Int64.Type: "a whole number"
        case is Double.Type: "a number"
        default: String(describing: type).hasPrefix("Array") ? "a list" : "an object"
        }
    }
}
