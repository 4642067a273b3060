// SPDX-License-Identifier: Apache-2.0
import Foundation

extension DecodingError {
    /// Where it went wrong, as the end of a JSON pointer.
    var pointer: String {
        place.path.map { "/\($0.intValue.map(String.init) ?? $0.stringValue)" }.joined()
    }

    /// What is wrong there, in a sentence.
    var sentence: String { place.what }

    private var place: (path: [any CodingKey], what: String) {
        switch self {
        case .keyNotFound(let key, let context): (context.codingPath, "'\(key.stringValue)' is missing.")
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            (context.codingPath, "This is not what belongs here: \(context.debugDescription)")
        @unknown default: ([], "This cannot be read.")
        }
    }
}
