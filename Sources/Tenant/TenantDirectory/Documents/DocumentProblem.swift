// SPDX-License-Identifier: Apache-2.0

/// An error in a document, at one place.
package struct DocumentProblem: Sendable, Hashable {
    /// Whether the content itself is wrong, or it only conflicts with the tenant's data.
    package enum Kind: Sendable, Hashable {
        case content, conflict
    }

    /// The place, as a JSON pointer; empty for the whole document. RFC 6901
    package let pointer: String
    /// Cause and remedy, in a sentence.
    package let message: String
    package var kind = Kind.content

    package init(pointer: String, message: String, kind: Kind = .content) {
        (self.pointer, self.message, self.kind) = (pointer, message, kind)
    }
}

extension DocumentProblem: CustomStringConvertible {
    package var description: String { "\(pointer.isEmpty ? "/" : pointer): \(message)" }
}

/// The refusal of a document, with all errors in it.
package struct DocumentRefusal: Error, Sendable, Hashable {
    package let problems: [DocumentProblem]

    package init(_ problems: [DocumentProblem]) {
        self.problems = problems
    }

    /// A refusal for one reason.
    package init(at pointer: String, _ message: String, _ kind: DocumentProblem.Kind = .content) {
        problems = [DocumentProblem(pointer: pointer, message: message, kind: kind)]
    }
}
